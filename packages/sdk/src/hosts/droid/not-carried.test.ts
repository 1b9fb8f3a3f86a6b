import { describe, expect, it } from "vitest";
import { asked } from "../../../test/command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import { abortTurn, addContext, compose, defineHook, hardAbort, modify } from "../../index.js";
import { adapter } from "./adapter.js";
import { simulation } from "./simulate.js";

const { cell, fails, allAreShown } = cellsOf(adapter.capabilities);
const shell = payloadOf("droid", "PreToolUse", { tool_name: "Execute", tool_input: { command: "ls", timeout: 60 } });
const result = payloadOf("droid", "PostToolUse", { tool_response: "key sk-1" });
const denial = (reason: unknown) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
});
const stopped = (stopReason: unknown) => ({ continue: false, stopReason });
const denies = denial(expect.stringMatching(NOT_CARRIED));

describe("what Droid supports in part at onPrompt: droid exec does not call it", () => {
  const prompt = payloadOf("droid", "UserPromptSubmit", { prompt: "hi" });
  cell("onPrompt addContext", "a text for the model", async () => {
    const { document } = await asked({ name: "h", onPrompt: () => addContext("a") }, prompt);
    expect(document).toEqual({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "a" } });
  });
});

describe("what Droid supports in part, or not, before a tool", () => {
  cell("beforeTool modify.arguments", "the changed arguments; a failure if one is missing", async () => {
    const changes = { name: "h", beforeTool: () => modify({ arguments: { command: "pwd", timeout: 60 } }) };
    expect((await asked(changes, shell)).document).toEqual({
      hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command: "pwd", timeout: 60 } },
    });
    const words = /keeps an argument that a hook leaves out: give timeout a value/;
    await fails({ beforeTool: () => modify({ arguments: { command: "pwd" } }) }, shell, words, denies);
    const same = { name: "h", beforeTool: () => modify({ arguments: { command: "ls", timeout: 60 } }) };
    expect(await asked(same, shell)).toMatchObject({ failures: [], document: undefined });
  });
  it("shows the next hook the changed arguments next to the kept ones", async () => {
    const seen: unknown[] = [];
    const hook = compose(
      defineHook({
        name: "a",
        native: {
          droid: {
            PreToolUse: () => ({
              hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command: "pwd" } },
            }),
          },
        },
      }),
      defineHook({ name: "b", native: { droid: { PreToolUse: ({ tool_input: input }) => void seen.push(input) } } }),
    );
    await asked(hook, shell);
    expect(seen).toEqual([{ command: "pwd", timeout: 60 }]);
  });
  it.each([
    ["abortTurn", abortTurn("x")],
    ["hardAbort", hardAbort("x")],
  ])("%s ends the turn, also next to another hook's denial", async (_name, decision) => {
    const aborts = defineHook({ name: "a", beforeTool: () => decision });
    expect((await asked(aborts, shell)).document).toEqual(stopped("x"));
  });
});

describe("what Droid supports in part, or not, after a tool", () => {
  cell("afterTool addContext", "a text for the model", async () => {
    const { text: stdout = "" } = await asked({ name: "h", afterTool: () => addContext("a") }, result);
    const answered = { event: "PostToolUse", payload: result, answer: { stdout }, situation: {} };
    expect(simulation.changeBy({ ...answered, version: simulation.version })).toEqual({ context: ["a"] });
  });
});

describe("native answers", () => {
  const at = (event: string, answer: object) =>
    asked({ name: "h", onFailure: "block", native: { droid: { [event]: () => answer } } } as never, {
      ...payloadOf("droid", event),
    });

  it.each([
    ["PreToolUse", { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } }],
    ["PreToolUse", { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" } }],
    ["PreToolUse", { decision: "block", reason: "x" }],
    ["PostToolUse", { decision: "block", reason: "x" }],
    ["UserPromptSubmit", { decision: "block", reason: "x" }],
    ["Stop", { decision: "block" }],
  ])("fails at %s for an answer that Droid would ignore: %j", async (event, answer) => {
    const { failures, document } = await at(event, answer);
    expect(failures).toHaveLength(1);
    expect(document).not.toEqual(answer);
  });

  it("continues a turn with the reason of a block", async () => {
    const answer = { decision: "block", reason: "run the tests" };
    expect(await at("Stop", answer)).toMatchObject({ document: answer, failures: [] });
  });
});

allAreShown();
