import { describe, expect, it } from "vitest";
import { z } from "zod";
import { capabilities } from "../../src/hosts/claude-code/capabilities.js";
import { abortTurn, approve, defineHook, defineTool, hardAbort, modify, respond } from "../../src/index.js";
import { asked, WITHHELD } from "../command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../command-hosts/cells.js";
import { payloadOf } from "../command-hosts/recordings.js";

const { cell, fails, allAreShown } = cellsOf(capabilities);
const shell = payloadOf("claude-code", "PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
const result = payloadOf("claude-code", "PostToolUse", {
  tool_name: "Bash",
  tool_response: { stdout: "SECRET", stderr: "", interrupted: false, isImage: false },
});
const failed = payloadOf("claude-code", "PostToolUseFailure");
const denial = (reason: unknown) => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: reason,
  },
});
const denies = denial(expect.stringMatching(NOT_CARRIED));
const withholds = {
  hookSpecificOutput: {
    hookEventName: "PostToolUse",
    updatedToolOutput: { stdout: expect.stringMatching(WITHHELD), stderr: "", interrupted: false, isImage: false },
  },
};

describe("what Claude Code does not carry at beforeTool and approveTool", () => {
  cell("beforeTool modify.tool", "a failure; the same name is none", async () => {
    await fails({ beforeTool: () => modify({ tool: "Read" }) }, shell, /Claude Code cannot call another tool/, denies);
    const same = { name: "h", beforeTool: () => modify({ tool: "Bash" }) };
    expect(await asked(same, shell)).toMatchObject({ failures: [], document: undefined });
  });
  cell("beforeTool respond", "a failure that names the way out", () =>
    fails({ respondsTo: ["Bash"], beforeTool: () => respond("x") }, shell, /offer the tool over MCP/, denies),
  );
  cell("beforeTool hardAbort", "as abortTurn", async () => {
    const documents = [hardAbort("x"), abortTurn("x")].map(
      async (decision) => (await asked({ name: "h", beforeTool: () => decision }, shell)).document,
    );
    const [hard, turn] = await Promise.all(documents);
    expect(hard).toEqual({ continue: false, stopReason: "x", ...denial("x") });
    expect(turn).toEqual(hard);
  });
  cell("approveTool approve", "no output, and never allow, which would skip the person", async () => {
    const answer = await asked({ name: "h", onFailure: "block", approveTool: approve }, shell);
    expect(answer).toMatchObject({ text: undefined, refusal: undefined });
  });
});

describe("what Claude Code does not carry at afterTool", () => {
  const redacts = { afterTool: () => modify({ result: "[gone]" }) };
  cell("afterTool modify.result", "a failure for a tool that failed, which cannot be withheld either", () =>
    fails(redacts, failed, /ignores answers about a failed tool/, undefined),
  );
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`afterTool ${name}`, "a stop; after a tool that failed a failure", async () => {
      const stop = await asked({ name: "h", afterTool: () => decision }, result);
      expect(stop.document).toEqual({ continue: false, stopReason: "x" });
      await fails({ afterTool: () => decision }, failed, /ignores answers about a failed tool/, undefined);
    });
  }

  it.each([
    ["forUser", "x"],
    ["isError", true],
    ["media", ["media://1"]],
    ["silent", true],
  ])("a changed %s is a failure that names it", (field, value) =>
    fails(
      { afterTool: () => modify({ result: { forLlm: "x", [field]: value } }) },
      result,
      new RegExp(`only the text of a result, not ${field}`),
      withholds,
    ),
  );
});

describe("the tools that a hook brings", () => {
  const tool = defineTool({ name: "get_weather", description: "d", input: z.object({}), run: () => "sunny" });
  const seen: unknown[] = [];
  const weather = defineHook({
    name: "weather",
    tools: [tool],
    beforeTool: ({ kind, ownTool }) => void seen.push({ kind, ownTool }),
  });
  cell("tools offer", "nothing is said where tools could be offered: over MCP they are", async () => {
    expect((await asked(weather, payloadOf("claude-code", "SessionStart"))).document).toBeUndefined();
  });
  cell("tools answer", "a call of its MCP server is a call like any other", async () => {
    seen.length = 0;
    const call = { ...shell, tool_name: "mcp__weather__get_weather" };
    expect((await asked(weather, call)).document).toBeUndefined();
    expect(seen).toEqual([{ kind: "mcp", ownTool: undefined }]);
  });
});

allAreShown();
