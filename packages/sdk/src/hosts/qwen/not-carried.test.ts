import { describe, expect, it } from "vitest";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { cellsOf } from "../../../test/command-hosts/cells.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import { addContext, ask, deny, modify, type ToolCall, withCommand } from "../../index.js";
import { adapter } from "./adapter.js";
import { simulation } from "./simulate.js";

const { cell, fails, allAreShown } = cellsOf(adapter.capabilities);
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
const withholds = { continue: false, stopReason: expect.stringMatching(WITHHELD) };

describe("what Qwen Code does not support at beforeTool and approveTool", () => {
  it.each(["continue", "block"] as const)("withCommand denies with the command to run, under %s", async (onFailure) => {
    const beforeTool = (call: ToolCall) => withCommand(call, "trash x");
    const { document, failures } = await asked({ name: "h", onFailure, beforeTool }, shell);
    expect(document).toEqual(denial("Run this command instead: trash x"));
    expect(failures).toEqual([]);
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
