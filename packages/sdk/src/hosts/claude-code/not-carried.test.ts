import { describe, expect, it } from "vitest";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { cellsOf } from "../../../test/command-hosts/cells.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import { abortTurn, deny, hardAbort, modify } from "../../index.js";
import { adapter } from "./adapter.js";

const { cell, fails, allAreShown } = cellsOf(adapter.capabilities);
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
const withholds = {
  hookSpecificOutput: {
    hookEventName: "PostToolUse",
    updatedToolOutput: { stdout: expect.stringMatching(WITHHELD), stderr: "", interrupted: false, isImage: false },
  },
};

describe("what Claude Code does not support at beforeTool and approveTool", () => {
  cell("beforeTool hardAbort", "works like abortTurn", async () => {
    const documents = [hardAbort("x"), abortTurn("x")].map(
      async (decision) => (await asked({ name: "h", beforeTool: () => decision }, shell)).document,
    );
    const [hard, turn] = await Promise.all(documents);
    expect(hard).toEqual({ continue: false, stopReason: "x", ...denial("x") });
    expect(turn).toEqual(hard);
  });
});

describe("what Claude Code does not support at afterTool", () => {
  const redacts = { afterTool: () => modify({ result: "[gone]" }) };
  cell("afterTool modify.result", "fails after a failed tool, whose output cannot be withheld either", () =>
    fails(redacts, failed, /ignores changes after a failed tool/, undefined),
  );
  cell("afterTool deny", "replaces the result by the reason, and fails after a failed tool", async () => {
    const denies = { afterTool: () => deny("not this file") };
    const updatedToolOutput = { stdout: "not this file", stderr: "", interrupted: false, isImage: false };
    expect((await asked({ name: "h", ...denies }, result)).document).toEqual({
      hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput },
    });
    const unknown = { ...result, tool_name: "NewTool", tool_response: [{ secret: "SECRET" }] };
    expect((await asked({ name: "h", ...denies }, unknown)).document).toMatchObject({ continue: false });
    await fails(denies, failed, /ignores changes after a failed tool/, undefined);
  });
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`afterTool ${name}`, "stops the turn, and fails after a failed tool", async () => {
      const stop = await asked({ name: "h", afterTool: () => decision }, result);
      expect(stop.document).toEqual({ continue: false, stopReason: "x" });
      await fails({ afterTool: () => decision }, failed, /ignores changes after a failed tool/, undefined);
    });
  }

  it.each([
    ["forUser", "x"],
    ["isError", true],
    ["media", ["media://1"]],
    ["silent", true],
  ])("a changed %s is a failure that names the field", (field, value) =>
    fails(
      { afterTool: () => modify({ result: { forLlm: "x", [field]: value } }) },
      result,
      new RegExp(`only the text of a result, not ${field}`),
      withholds,
    ),
  );
});

allAreShown();
