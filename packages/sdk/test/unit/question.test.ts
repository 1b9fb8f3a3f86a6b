import { expect, it } from "vitest";
import { type ApprovalRequest, approve, ask, compose, defineHook, deny } from "../../src/index.js";
import { dispatcherOf, toolCall } from "./dispatcher-of.js";

const asking = defineHook({
  name: "asking",
  approveTool: ({ tool }) => (tool === "exec" ? ask("may it?") : approve()),
});

it("a later approveTool learns what an earlier one asks, and only then", async () => {
  const calls: ApprovalRequest[] = [];
  const later = defineHook({ name: "later", approveTool: (call) => (calls.push(call) ? approve() : deny("full")) });
  const { dispatcher } = await dispatcherOf(compose(later, asking, later));
  await dispatcher.ask("approveTool", toolCall("exec", { command: "ls" }));
  await dispatcher.ask("approveTool", toolCall("read_file", {}));
  expect(calls.map(({ question }) => question)).toEqual([undefined, "may it?", undefined, undefined]);
  expect(calls.filter((call) => "question" in call)).toHaveLength(1);
});

it("a later denial counts more than the question", async () => {
  const { dispatcher } = await dispatcherOf(
    compose(asking, defineHook({ name: "later", approveTool: ({ question }) => (question ? deny("no") : approve()) })),
  );
  expect(await dispatcher.ask("approveTool", toolCall("exec", {}))).toMatchObject({ action: "deny", reason: "no" });
});
