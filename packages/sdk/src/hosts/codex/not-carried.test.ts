import { describe, expect, it } from "vitest";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import { deny, modify } from "../../index.js";
import { adapter } from "./adapter.js";

const { cell, fails, allAreShown } = cellsOf(adapter.capabilities);
const shell = payloadOf("codex", "PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
const patch = { ...shell, tool_name: "apply_patch" };
const result = payloadOf("codex", "PostToolUse", { tool_name: "Bash", tool_response: "SECRET" });
const denial = (reason: unknown) => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: reason,
  },
});
const natively = (updatedInput: object) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput },
});
const denies = denial(expect.stringMatching(NOT_CARRIED));
const withholds = { decision: "block", reason: expect.stringMatching(WITHHELD) };

describe("what Codex does not support at beforeTool and approveTool", () => {
  it.each([shell, patch])("a command's other arguments cannot be changed: Codex would ignore it", async (payload) => {
    const more = { beforeTool: () => modify({ arguments: { command: "ls", workdir: "/tmp" } }) };
    await fails(more, payload, /only the command of \w+, not workdir/, denies);
    const answer = natively({ command: "ls", workdir: "/tmp" });
    expect(adapter.whyNativeUnsupported("PreToolUse", answer, false, payload as never)).toMatch(/, not workdir/);
    const other = { ...payload, tool_name: "mcp__srv__echo" };
    expect(adapter.whyNativeUnsupported("PreToolUse", answer, false, other as never)).toBeUndefined();
  });
});

describe("what Codex does not support at afterTool", () => {
  cell("afterTool modify.result", "fails for an empty text: Codex would keep the result", async () => {
    for (const text of ["", " \n"]) {
      const empties = { afterTool: () => modify({ result: text }) };
      await fails(empties, result, /ignores an empty result: return some text/, withholds);
    }
  });
  cell("afterTool deny", "replaces the result by the reason, which is never empty", async () => {
    const denied = async (reason: string) =>
      (await asked({ name: "h", afterTool: () => deny(reason) }, result)).document;
    expect(await denied("not this file")).toEqual({ decision: "block", reason: "not this file" });
    expect(await denied(" ")).toEqual({ decision: "block", reason: 'denied by hook "h"' });
  });

  it.each([
    ["forUser", "x"],
    ["isError", true],
    ["media", ["media://1"]],
    ["responseHandled", true],
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
