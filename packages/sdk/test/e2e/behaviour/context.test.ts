import { expect, expectTypeOf, it } from "vitest";
import {
  type AddContext,
  abortTurn,
  addContext,
  compose,
  defineHook,
  type Hook,
  type OnPromptDecision,
  type PromptCall,
} from "../../../src/index.js";
import { type HookFailure, runInProcess } from "../../../src/serve/in-process.js";
import { dispatcherOf, toolCall } from "../../unit/dispatcher-of.js";
import { afterTool } from "../../wire-calls.js";

const prompt = (text: string): PromptCall => ({ prompt: text, origin: {}, raw: {} });

/** Sends a call to a hook as PicoClaw does. */
async function picoclaw(hook: Hook, method: string, params: object) {
  const lines: string[] = [];
  const failures: HookFailure[] = [];
  const options = { host: "picoclaw@v0.2.9", env: {}, writeError() {} };
  const running = await runInProcess(hook, {
    ...options,
    write: (text) => lines.push(text),
    onFailure: (failure) => failures.push(failure),
  });
  running.receive([JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })]);
  await running.end(1000);
  return { answer: JSON.parse(lines[0] ?? "{}"), failures };
}

it("PicoClaw adds no context to a result: the call fails with an alternative, and the policy decides", async () => {
  const lint = (onFailure: "continue" | "block") =>
    defineHook({ name: "lint", onFailure, afterTool: () => addContext("2 warnings") });
  const goesOn = await picoclaw(lint("continue"), "hook.after_tool", afterTool("exec"));
  expect(goesOn.answer.result).toEqual({ action: "continue" });
  expect(goesOn.failures).toMatchObject([
    { kind: "unsupported", message: expect.stringContaining("append the text to the result with modify") },
  ]);
  const ends = await picoclaw(lint("block"), "hook.after_tool", afterTool("exec"));
  expect(ends.answer.result).toMatchObject({ action: "abort_turn" });
});

it("PicoClaw starts a guard whose onPrompt it never calls", async () => {
  const guard = defineHook({ name: "guard", onFailure: "block", onPrompt: () => addContext("x") });
  const { answer } = await picoclaw(guard, "hook.hello", { name: "guard", version: 1, modes: ["approve"] });
  expect(answer.result).toMatchObject({ ok: true, points: ["onPrompt", "approveTool"] });
});

it("a failing member of a composition does not take the context of the others", async () => {
  const broken = defineHook({
    name: "broken",
    onPrompt: () => {
      throw new Error("broken");
    },
  });
  const dated = defineHook({ name: "dated", onPrompt: ({ prompt: text }) => addContext(`Monday: ${text}`) });
  const { dispatcher, stderr } = await dispatcherOf(compose(dated, broken, dated));
  expect(await dispatcher.ask("onPrompt", prompt("hi"))).toEqual(addContext("Monday: hi\n\nMonday: hi"));
  expect(stderr.join("")).toContain("the host was told to continue");
});

it("a turn that a member ends after a tool gets no context", async () => {
  const lint = defineHook({ name: "lint", afterTool: () => addContext("2 warnings") });
  const stop = defineHook({ name: "stop", afterTool: () => abortTurn("enough") });
  const { dispatcher } = await dispatcherOf(compose(lint, stop));
  const outcome = { ...toolCall("exec"), result: { forLlm: "ok" } };
  expect(await dispatcher.ask("afterTool", outcome)).toEqual(abortTurn("enough"));
});

it("the types know where context belongs", () => {
  expectTypeOf(addContext("x")).toEqualTypeOf<AddContext>();
  expectTypeOf<Extract<OnPromptDecision, { action: "addContext" }>>().toEqualTypeOf<AddContext>();
  // @ts-expect-error: a tool call has no context
  defineHook({ name: "h", beforeTool: () => addContext("x") });
  // @ts-expect-error: expected text
  addContext(7);
});
