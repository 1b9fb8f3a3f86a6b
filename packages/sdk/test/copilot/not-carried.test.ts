import { describe, expect, it } from "vitest";
import { z } from "zod";
import { capabilities } from "../../src/hosts/copilot/capabilities.js";
import { abortTurn, approve, ask, defineHook, defineTool, hardAbort, modify, respond } from "../../src/index.js";
import { asked, WITHHELD } from "../command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../command-hosts/cells.js";
import { payloadOf } from "../command-hosts/recordings.js";

const { cell, fails, allAreShown } = cellsOf(capabilities);
const shell = payloadOf("copilot", "preToolUse", { toolName: "bash", toolArgs: { command: "ls" } });
const freeform = payloadOf("copilot", "preToolUse", { toolName: "apply_patch", toolArgs: "*** Begin Patch\n" });
const result = payloadOf("copilot", "postToolUse");
const failed = payloadOf("copilot", "postToolUseFailure");

const denial = (reason: unknown) => ({ permissionDecision: "deny", permissionDecisionReason: reason });
const denies = denial(expect.stringMatching(NOT_CARRIED));
const withholds = { decision: "block", reason: expect.stringMatching(WITHHELD) };

describe("what Copilot CLI does not carry at beforeTool and approveTool", () => {
  cell("beforeTool modify.tool", "a failure; the same name is none", async () => {
    await fails({ beforeTool: () => modify({ tool: "view" }) }, shell, /cannot call another tool/, denies);
    const same = { name: "h", beforeTool: () => modify({ tool: "bash" }) };
    expect(await asked(same, shell)).toMatchObject({ failures: [], document: undefined });
  });
  cell("beforeTool respond", "a failure that names the way out", () =>
    fails({ respondsTo: ["bash"], beforeTool: () => respond("x") }, shell, /offer the tool over MCP/, denies),
  );
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`beforeTool ${name}`, "as deny", async () => {
      expect((await asked({ name: "h", beforeTool: () => decision }, shell)).document).toEqual(denial("x"));
    });
  }
  cell("approveTool approve", "no output, and never allow, which would skip the person", async () => {
    const answer = await asked({ name: "h", onFailure: "block", approveTool: approve }, shell);
    expect(answer).toMatchObject({ text: undefined, refusal: undefined });
  });
  cell("approveTool ask", "about a changed call it is a refusal under both policies", async () => {
    for (const onFailure of ["continue", "block"] as const) {
      const asks = defineHook({
        name: "guard",
        onFailure,
        beforeTool: ({ arguments: args }) => modify({ arguments: { ...args, command: "trash" } }),
        approveTool: () => ask("sure?"),
      });
      const { failures, document } = await asked(asks, shell);
      expect(failures).toMatchObject([{ message: expect.stringMatching(/the model's original arguments/) }]);
      expect(document).toEqual(denies);
      expect((await asked(asks, { ...shell, toolArgs: { command: "trash" } })).document).toMatchObject({
        permissionDecision: "ask",
      });
    }
  });

  it.each([
    ["another key", { input: "x", more: 1 }],
    ["no input", { command: "x" }],
    ["no text", { input: { text: "x" } }],
  ])("the one text of a freeform tool cannot become something else: %s", (_what, args) =>
    fails({ beforeTool: () => modify({ arguments: args }) }, freeform, /one text instead of arguments/, denies),
  );
});

describe("what Copilot CLI does not carry at afterTool", () => {
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`afterTool ${name}`, "a failure; under block the result is withheld", () =>
      fails({ afterTool: () => decision }, result, /cannot be stopped after a tool: change the result/, withholds),
    );
  }

  cell("afterTool modify.result", "what a failed tool says cannot be changed or withheld", async () => {
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
  const seen: unknown[] = [];
  const hook = defineHook({
    name: "weather",
    tools: [defineTool({ name: "get_weather", description: "d", input: z.object({}), run: () => "sunny" })],
    beforeTool: ({ kind, ownTool }) => void seen.push({ kind, ownTool }),
  });
  cell("tools offer", "no event takes any", async () => {
    expect(await asked(hook, payloadOf("copilot", "sessionStart"))).toMatchObject({ text: undefined, failures: [] });
  });
  cell("tools answer", "a call of that name is a call of the host's like any other", async () => {
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

  it("is the denial of a call, and withholds a result", async () => {
    const words = expect.stringMatching(/^hook "guard" threw an error at beforeTool \(id [0-9a-f]{8}\)$/);
    expect((await asked(broken, shell)).document).toEqual(denial(words));
    expect((await asked(broken, result)).document).toEqual(withholds);
    expect((await asked({ ...broken, onFailure: "continue" }, shell)).text).toBeUndefined();
  });

  it("at what a failed tool says is told on stderr alone", async () => {
    const { text, stderr } = await asked(broken, failed);
    expect(text).toBeUndefined();
    expect(stderr).toContain("this host cannot stop here");
  });

  it("of a payload that cannot be read is the refusal of the event", async () => {
    expect((await asked(broken, { ...shell, toolArgs: 7 })).document).toEqual(denial(expect.any(String)));
    expect((await asked(broken, { ...result, toolResult: {} })).document).toEqual({
      decision: "block",
      reason: expect.stringMatching(WITHHELD),
    });
  });
});

allAreShown();
