import { describe, expect, it } from "vitest";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import { ask, defineHook, deny, modify } from "../../index.js";
import { adapter } from "./adapter.js";

const { cell, fails, allAreShown } = cellsOf(adapter.capabilities);
const shell = payloadOf("copilot", "preToolUse", { toolName: "bash", toolArgs: { command: "ls" } });
const freeform = payloadOf("copilot", "preToolUse", { toolName: "apply_patch", toolArgs: "*** Begin Patch\n" });
const result = payloadOf("copilot", "postToolUse");
const failed = payloadOf("copilot", "postToolUseFailure");

const denial = (reason: unknown) => ({ permissionDecision: "deny", permissionDecisionReason: reason });
const denies = denial(expect.stringMatching(NOT_CARRIED));
const withholds = { decision: "block", reason: expect.stringMatching(WITHHELD) };

describe("what Copilot CLI does not support at beforeTool and approveTool", () => {
  cell("approveTool ask", "denies a changed call under both policies", async () => {
    for (const onFailure of ["continue", "block"] as const) {
      const asks = defineHook({
        name: "guard",
        onFailure,
        beforeTool: ({ arguments: args }) => modify({ arguments: { ...args, command: "trash" } }),
        approveTool: () => ask("sure?"),
      });
      const { failures, document } = await asked(asks, shell);
      expect(failures).toEqual([]);
      expect(document).toEqual(denial("needs a person: sure?"));
      expect((await asked(asks, { ...shell, toolArgs: { command: "trash" } })).document).toMatchObject({
        permissionDecision: "ask",
      });
    }
  });

  it.each([
    ["another key", { input: "x", more: 1 }],
    ["no input", { command: "x" }],
    ["a value that is not a text", { input: { text: "x" } }],
  ])("the only argument of a freeform tool stays a text: %s", (_what, args) =>
    fails({ beforeTool: () => modify({ arguments: args }) }, freeform, /one text instead of arguments/, denies),
  );
});

describe("what Copilot CLI does not support at afterTool", () => {
  cell("afterTool deny", "replaces the result by the reason, and fails after a failed tool", async () => {
    const denies = { afterTool: () => deny("not this file") };
    expect((await asked({ name: "h", ...denies }, result)).document).toEqual({
      decision: "block",
      reason: "not this file",
    });
    await fails(denies, failed, /does not let a hook change the error of a failed tool/, undefined);
  });
  cell("afterTool modify.result", "fails after a failed tool, whose output cannot be withheld either", async () => {
    await fails(
      { afterTool: () => modify({ result: "x" }) },
      failed,
      /does not let a hook change the error of a failed tool/,
      undefined,
    );
    for (const result of [{}, String(failed.error)]) {
      const looks = { name: "h", afterTool: () => modify({ result }) };
      expect(await asked(looks, failed)).toMatchObject({ text: undefined, failures: [] });
    }
  });

  it.each([
    ["forUser", "x"],
    ["isError", true],
    ["media", ["media://1"]],
    ["silent", true],
    ["responseHandled", true],
    ["artifactTags", ["[file:/x]"]],
  ])("a changed %s is a failure that names the field", (field, value) =>
    fails(
      { afterTool: () => modify({ result: { forLlm: "x", [field]: value } }) },
      result,
      new RegExp(`only the text of a result, not ${field}`),
      withholds,
    ),
  );
});

describe("a failure under block", () => {
  const broken = {
    name: "guard",
    onFailure: "block" as const,
    beforeTool: fail,
    afterTool: fail,
  };
  function fail(): never {
    throw new Error("secret detail");
  }

  it("denies a call, and withholds a result", async () => {
    const words = expect.stringMatching(
      /^hook "guard" threw an error at beforeTool \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr$/,
    );
    expect((await asked(broken, shell)).document).toEqual(denial(words));
    expect((await asked(broken, result)).document).toEqual(withholds);
    expect((await asked({ ...broken, onFailure: "continue" }, shell)).text).toBeUndefined();
  });

  it("after a failed tool is reported only on stderr", async () => {
    const { text, stderr } = await asked(broken, failed);
    expect(text).toBeUndefined();
    expect(stderr).toContain("this host cannot stop here");
  });

  it("denies an event whose payload cannot be read", async () => {
    expect((await asked(broken, { ...shell, toolArgs: 7 })).document).toEqual(denial(expect.any(String)));
    expect((await asked(broken, { ...result, toolResult: {} })).document).toEqual({
      decision: "block",
      reason: expect.stringMatching(WITHHELD),
    });
  });
});

allAreShown();
