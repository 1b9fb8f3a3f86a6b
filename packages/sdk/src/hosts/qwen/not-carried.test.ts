import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import {
  abortTurn,
  addContext,
  approve,
  ask,
  defineHook,
  defineTool,
  deny,
  hardAbort,
  modify,
  respond,
  type ToolCall,
  withCommand,
} from "../../index.js";
import { capabilities } from "./capabilities.js";
import { simulation } from "./simulate.js";

const { cell, fails, allAreShown } = cellsOf(capabilities);
const shell = payloadOf("qwen", "PreToolUse", {
  tool_name: "run_shell_command",
  tool_input: { command: "ls", is_background: false },
});
const result = payloadOf("qwen", "PostToolUse");
const prompt = payloadOf("qwen", "UserPromptSubmit", { prompt: "hi" });
const session = payloadOf("qwen", "SessionStart");
const failed = payloadOf("qwen", "PostToolUseFailure");
const denial = (reason: unknown) => ({
  continue: false,
  stopReason: reason,
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
});
const denies = denial(expect.stringMatching(NOT_CARRIED));
const withholds = { continue: false, stopReason: expect.stringMatching(WITHHELD) };

describe("what Qwen Code does not support at beforeTool and approveTool", () => {
  cell("beforeTool modify.arguments", "a failure that names the way out; the same arguments are none", async () => {
    const words = /runs a tool with the model's own arguments: deny/;
    await fails({ beforeTool: () => modify({ arguments: { command: "ls" } }) }, shell, words, denies);
    const same = { name: "h", beforeTool: () => modify({ arguments: shell.tool_input as {} }) };
    expect(await asked(same as never, shell)).toMatchObject({ failures: [], document: undefined });
  });
  it.each(["continue", "block"] as const)("withCommand denies with the command to run, under %s", async (onFailure) => {
    const beforeTool = (call: ToolCall) => withCommand(call, "trash x");
    const { document, failures } = await asked({ name: "h", onFailure, beforeTool }, shell);
    expect(document).toEqual(denial("Run this command instead: trash x"));
    expect(failures).toEqual([]);
  });
  cell("beforeTool modify.tool", "a failure; the same name is none", async () => {
    await fails({ beforeTool: () => modify({ tool: "glob" }) }, shell, /Qwen Code cannot call another tool/, denies);
    const same = { name: "h", beforeTool: () => modify({ tool: "run_shell_command" }) };
    expect(await asked(same, shell)).toMatchObject({ failures: [], document: undefined });
  });
  cell("beforeTool respond", "a failure that names the way out", () =>
    fails(
      { respondsTo: ["run_shell_command"], beforeTool: () => respond("x") },
      shell,
      /offer the tool over MCP/,
      denies,
    ),
  );
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`beforeTool ${name}`, "as deny", async () => {
      const { document } = await asked({ name: "h", beforeTool: () => decision }, shell);
      expect(document).toEqual(denial("x"));
    });
    cell(`afterTool ${name}`, "a failure that names the way out", async () => {
      const words = /Qwen Code continues the turn after a tool: change the result instead/;
      await fails({ afterTool: () => decision }, result, words, withholds);
      await fails({ afterTool: () => decision }, failed, words, undefined);
    });
  }
  cell("approveTool approve", "no output, and never allow, which would override another hook's denial", async () => {
    const answer = await asked({ name: "h", onFailure: "block", approveTool: approve }, shell);
    expect(answer).toMatchObject({ text: undefined, denial: undefined });
  });
  cell("approveTool ask", "a question that is a denial where nobody can be asked", async () => {
    const { document, denial } = await asked({ name: "h", approveTool: () => ask("sure?") }, shell);
    expect(document).toMatchObject({ hookSpecificOutput: { permissionDecision: "ask" } });
    expect(denial).toBeUndefined();
  });
});

describe("what Qwen Code does not support at afterTool", () => {
  const redacts = { afterTool: () => modify({ result: "[gone]" }) };
  cell("afterTool deny", "replaces the result by the reason, and fails after a failed tool", async () => {
    const denies = { afterTool: () => deny("not this file") };
    expect((await asked({ name: "h", ...denies }, result)).document).toEqual({
      continue: false,
      stopReason: "not this file",
    });
    await fails(denies, failed, /does not let a hook change the error of a failed tool/, undefined);
  });
  cell("afterTool modify.result", "more than the text, and the error of a failed tool, is a failure", async () => {
    await fails(redacts, failed, /does not let a hook change the error of a failed tool/, undefined);
    const media = { afterTool: () => modify({ result: { forLlm: "x", media: ["media://1"] } }) };
    await fails(media, result, /only the text of a result, not media/, withholds);
  });
  it("a failed tool may be left as it is", async () => {
    const same = { name: "h", afterTool: () => modify({ result: String(failed.error) }) };
    expect(await asked(same, failed)).toMatchObject({ failures: [], document: undefined });
  });
});

describe("what Qwen Code does not support in tools", () => {
  const seen: unknown[] = [];
  const weather = defineHook({
    name: "weather",
    tools: [defineTool({ name: "get_weather", description: "d", input: z.object({}), run: () => "sunny" })],
    beforeTool: ({ kind, ownTool }) => void seen.push({ kind, ownTool }),
  });
  cell("tools offer", "nothing is said where tools could be offered: over MCP they are", async () => {
    expect((await asked(weather, payloadOf("qwen", "SessionStart"))).document).toBeUndefined();
  });
  cell("tools answer", "a call of its MCP server is a call like any other", async () => {
    const call = { ...shell, tool_name: "mcp__weather__get_weather" };
    expect((await asked(weather, call)).document).toBeUndefined();
    expect(seen).toEqual([{ kind: "mcp", ownTool: undefined }]);
  });
});

describe("context", () => {
  for (const [name, handlers, payload, event] of [
    ["onPrompt addContext", { onPrompt: () => addContext("a < b > c") }, prompt, "UserPromptSubmit"],
    ["afterTool addContext", { afterTool: () => addContext("a < b > c") }, result, "PostToolUse"],
    ["onEvent addContext", { onEvent: () => addContext("a < b > c") }, session, "SessionStart"],
  ] as const) {
    cell(name, "reaches the model with escaped angle brackets", async () => {
      const { text: stdout = "" } = await asked({ name: "h", ...handlers }, payload);
      const answered = { event, payload, answer: { stdout }, situation: {}, version: simulation.version };
      expect(simulation.changeBy(answered)).toEqual({ context: ["a &lt; b &gt; c"] });
    });
  }
});

allAreShown();
