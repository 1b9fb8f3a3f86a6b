import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import { abortTurn, approve, ask, defineHook, defineTool, deny, hardAbort, modify, respond } from "../../index.js";
import { capabilities } from "./capabilities.js";

const { cell, fails, allAreShown } = cellsOf(capabilities);
const shell = payloadOf("copilot", "preToolUse", { toolName: "bash", toolArgs: { command: "ls" } });
const freeform = payloadOf("copilot", "preToolUse", { toolName: "apply_patch", toolArgs: "*** Begin Patch\n" });
const result = payloadOf("copilot", "postToolUse");
const failed = payloadOf("copilot", "postToolUseFailure");

const denial = (reason: unknown) => ({ permissionDecision: "deny", permissionDecisionReason: reason });
const denies = denial(expect.stringMatching(NOT_CARRIED));
const withholds = { decision: "block", reason: expect.stringMatching(WITHHELD) };

describe("what Copilot CLI does not support at beforeTool and approveTool", () => {
  cell("beforeTool modify.tool", "fails for another tool name, but not for the same one", async () => {
    await fails({ beforeTool: () => modify({ tool: "view" }) }, shell, /cannot call another tool/, denies);
    const same = { name: "h", beforeTool: () => modify({ tool: "bash" }) };
    expect(await asked(same, shell)).toMatchObject({ failures: [], document: undefined });
  });
  cell("beforeTool respond", "fails, and the error names the alternative", () =>
    fails({ respondsTo: ["bash"], beforeTool: () => respond("x") }, shell, /offer the tool over MCP/, denies),
  );
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`beforeTool ${name}`, "works like deny", async () => {
      expect((await asked({ name: "h", beforeTool: () => decision }, shell)).document).toEqual(denial("x"));
    });
  }
  cell("approveTool approve", "prints nothing, and never allow, which would skip the person", async () => {
    const answer = await asked({ name: "h", onFailure: "block", approveTool: approve }, shell);
    expect(answer).toMatchObject({ text: undefined, denial: undefined });
  });
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
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`afterTool ${name}`, "fails, and withholds the result under block", () =>
      fails({ afterTool: () => decision }, result, /cannot be stopped after a tool: change the result/, withholds),
    );
  }

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

describe("the hook's own tools", () => {
  const seen: unknown[] = [];
  const hook = defineHook({
    name: "weather",
    tools: [defineTool({ name: "get_weather", description: "d", input: z.object({}), run: () => "sunny" })],
    beforeTool: ({ kind, ownTool }) => void seen.push({ kind, ownTool }),
  });
  cell("tools offer", "offers no tools: no event accepts any", async () => {
    expect(await asked(hook, payloadOf("copilot", "sessionStart"))).toMatchObject({ text: undefined, failures: [] });
  });
  cell("tools answer", "treats a call of that name like any other call of the host", async () => {
    expect((await asked(hook, { ...shell, toolName: "get_weather" })).document).toBeUndefined();
    expect(seen).toEqual([{ kind: "other", ownTool: undefined }]);
  });
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
