import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asked } from "../../../test/command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import {
  abortTurn,
  addContext,
  approve,
  ask,
  compose,
  defineHook,
  defineTool,
  deny,
  hardAbort,
  modify,
  respond,
} from "../../index.js";
import { capabilities } from "./capabilities.js";

const { cell, fails, allAreShown } = cellsOf(capabilities);
const shell = payloadOf("kimi", "PreToolUse", { tool_name: "Bash", tool_input: { command: "ls", timeout: 60 } });
const result = payloadOf("kimi", "PostToolUse", { tool_output: "key sk-1" });
const denial = (reason: unknown) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
});
const denies = denial(expect.stringMatching(NOT_CARRIED));

describe("what Kimi Code supports in part, or not, before a tool", () => {
  cell("beforeTool modify.arguments", "a failure that names the way out; the same arguments are none", async () => {
    const words = /runs a tool with the model's own arguments: deny, with the arguments to use as the reason/;
    await fails({ beforeTool: () => modify({ arguments: { command: "pwd" } }) }, shell, words, denies);
    const same = { name: "h", beforeTool: () => modify({ arguments: { command: "ls", timeout: 60 } }) };
    expect(await asked(same, shell)).toMatchObject({ failures: [], document: undefined });
  });
  cell("beforeTool modify.tool", "a failure", () =>
    fails({ beforeTool: () => modify({ tool: "Read" }) }, shell, /Kimi Code cannot call another tool/, denies),
  );
  cell("beforeTool respond", "a failure that names the way out", () =>
    fails({ respondsTo: ["Bash"], beforeTool: () => respond("x") }, shell, /offer the tool over MCP/, denies),
  );
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`beforeTool ${name}`, "a denial", async () => {
      expect((await asked({ name: "h", beforeTool: () => decision }, shell)).document).toEqual(denial("x"));
    });
  }
  cell("approveTool approve", "no output: Kimi Code has no word for it", async () => {
    const answer = await asked({ name: "h", onFailure: "block", approveTool: approve }, shell);
    expect(answer).toMatchObject({ text: undefined, denial: undefined });
  });
  cell("approveTool ask", "a denial that says who is needed", async () => {
    const { document } = await asked({ name: "h", approveTool: () => ask("sure?") }, shell);
    expect(document).toEqual(denial(expect.stringContaining("sure?")));
  });
});

describe("what Kimi Code does not support after a tool: it reads no answer", () => {
  const READS_NOTHING = /Kimi Code reads no answer after a tool: the model gets the result as it is/;
  cell("afterTool modify.result", "a failure, and silence under any policy; the same result is none", async () => {
    await fails({ afterTool: () => modify({ result: "[gone]" }) }, result, READS_NOTHING, undefined);
    const same = { name: "h", afterTool: () => modify({ result: "key sk-1" }) };
    expect(await asked(same, result)).toMatchObject({ failures: [], document: undefined });
  });
  for (const [name, decision] of Object.entries({
    deny: deny("x"),
    abortTurn: abortTurn("x"),
    hardAbort: hardAbort("x"),
    addContext: addContext("x"),
  })) {
    cell(`afterTool ${name}`, "a failure", () =>
      fails({ afterTool: () => decision }, result, READS_NOTHING, undefined),
    );
  }
  it("the handler receives a result, and the error of a failed tool", async () => {
    const seen: unknown[] = [];
    const watch = defineHook({
      name: "watch",
      afterTool: ({ result: { forLlm, isError } }) => void seen.push([forLlm, isError]),
    });
    await asked(watch, result);
    await asked(watch, payloadOf("kimi", "PostToolUseFailure", { error: { code: "internal", message: "no" } }));
    expect(seen).toEqual([
      ["key sk-1", undefined],
      ["no", true],
    ]);
  });
});

describe("what Kimi Code does not support elsewhere", () => {
  cell("onEvent addContext", "a failure that names the way out", async () => {
    const hook = { name: "h", onEvent: { "session.start": () => addContext("a") } };
    const { failures, document } = await asked(hook, payloadOf("kimi", "SessionStart"));
    expect(failures).toMatchObject([{ kind: "unsupported", message: expect.stringContaining("use onPrompt") }]);
    expect(document).toBeUndefined();
  });
  const seen: unknown[] = [];
  const weather = defineHook({
    name: "weather",
    tools: [defineTool({ name: "get_weather", description: "d", input: z.object({}), run: () => "sunny" })],
    beforeTool: ({ kind, ownTool }) => void seen.push({ kind, ownTool }),
  });
  cell("tools offer", "nothing is said where tools could be offered: over MCP they are", async () => {
    expect((await asked(weather, payloadOf("kimi", "SessionStart"))).document).toBeUndefined();
  });
  cell("tools answer", "a call of its MCP server is a call like any other", async () => {
    expect((await asked(weather, { ...shell, tool_name: "mcp__weather__get_weather" })).document).toBeUndefined();
    expect(seen).toEqual([{ kind: "mcp", ownTool: undefined }]);
  });
});

describe("native answers", () => {
  const at = (event: string, answer: object) =>
    asked({ name: "h", onFailure: "block", native: { kimi: { [event]: () => answer } } } as never, {
      ...payloadOf("kimi", event),
    });
  const specific = (hookEventName: string, output: object) => ({ hookSpecificOutput: { hookEventName, ...output } });

  it.each([
    ["PreToolUse", specific("PreToolUse", { permissionDecision: "allow" })],
    ["PreToolUse", specific("PreToolUse", { permissionDecision: "ask" })],
    ["PreToolUse", specific("PreToolUse", { updatedInput: {} })],
    ["PreToolUse", { decision: "block", reason: "x" }],
    ["PreToolUse", { continue: false }],
    ["PostToolUse", specific("PostToolUse", { additionalContext: "x" })],
    ["UserPromptSubmit", specific("UserPromptSubmit", { additionalContext: "x" })],
    ["Stop", specific("Stop", { permissionDecision: "deny" })],
  ])("fails at %s for an answer that Kimi Code would ignore or misread: %j", async (event, answer) => {
    const { failures, document } = await at(event, answer);
    expect(failures).toHaveLength(1);
    expect(document).not.toEqual(answer);
  });

  it("continues a turn with the reason of a denial", async () => {
    const answer = specific("Stop", { permissionDecision: "deny", permissionDecisionReason: "run the tests" });
    expect(await at("Stop", answer)).toMatchObject({ document: answer, failures: [] });
  });

  it("joins the messages of several members, and a denial replaces them", async () => {
    const says = (message: string) =>
      defineHook({
        name: message,
        native: {
          kimi: { UserPromptSubmit: () => ({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", message } }) },
        },
      });
    const prompt = payloadOf("kimi", "UserPromptSubmit");
    expect((await asked(compose(says("a"), says("b")), prompt)).document).toEqual(
      specific("UserPromptSubmit", { message: "a\nb" }),
    );
    const denying = defineHook({ name: "no", onPrompt: () => deny("no") });
    expect((await asked(compose(says("a"), denying), prompt)).document).toEqual(
      specific("UserPromptSubmit", { permissionDecision: "deny", permissionDecisionReason: "no" }),
    );
  });
});

allAreShown();
