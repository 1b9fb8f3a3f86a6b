import { expect, it } from "vitest";
import { z } from "zod";
import { approve, compose, defineHook, defineTool, deny, modify } from "../../src/index.js";
import { checkDefinition } from "../../src/runtime/definition-rules.js";
import { dispatcherOf, llmCall, toolCall } from "./dispatcher-of.js";

const forever = () => new Promise<never>(() => {});

it("a handler that answers immediately sets no timer and returns no promise", async () => {
  const { dispatcher, clock } = await dispatcherOf(defineHook({ name: "quick", beforeTool: () => deny("no") }));
  expect(dispatcher.ask("beforeTool", toolCall("exec"))).toEqual({ action: "deny", reason: "no" });
  expect(clock.pending).toBe(0);
});

it("interceptors have 4.5 s and approval has 55 s unless the hook says otherwise", async () => {
  const hook = defineHook({ name: "slow", onFailure: "block", beforeTool: forever, approveTool: forever });
  const { dispatcher, clock } = await dispatcherOf(hook);
  const before = dispatcher.ask("beforeTool", toolCall("exec"));
  const approval = dispatcher.ask("approveTool", toolCall("exec"));
  const settled: string[] = [];
  void Promise.resolve(before).then(() => settled.push("before"));
  void Promise.resolve(approval).then(() => settled.push("approval"));
  clock.advance(4499);
  await new Promise(setImmediate);
  expect(settled).toEqual([]);
  clock.advance(1);
  expect(await before).toMatchObject({ action: "deny" });
  expect(settled).toEqual(["before"]);
  clock.advance(55_000 - 4500);
  expect(await approval).toMatchObject({ action: "deny" });
});

it("a composed hook is rejected if two members define different deadlines", () => {
  const member = (name: string, interceptMs: number) =>
    defineHook({ name, deadlines: { interceptMs }, beforeTool: () => undefined });
  expect(() => checkDefinition(compose(member("a", 100), member("b", 200)), {})).toThrow("interceptMs differs");
  expect(() => checkDefinition(compose(member("a", 100), member("b", 100)), {})).not.toThrow();
});

it("the signal aborts at the deadline and the late answer is dropped", async () => {
  let late: (value: ReturnType<typeof deny>) => void = () => {};
  let signal: AbortSignal | undefined;
  const hook = defineHook({
    name: "late",
    deadlines: { interceptMs: 100 },
    beforeTool: (_call, context) => {
      signal = context.signal;
      return new Promise<ReturnType<typeof deny>>((resolve) => {
        late = resolve;
      });
    },
  });
  const { dispatcher, clock, stderr } = await dispatcherOf(hook);
  const answer = dispatcher.ask("beforeTool", toolCall("exec"));
  expect(signal?.aborted).toBe(false);
  clock.advance(100);
  expect(signal?.aborted).toBe(true);
  expect(await answer).toBeUndefined();
  late(deny("too late"));
  await new Promise(setImmediate);
  expect(stderr.join("")).toContain("deadline");
});

it("a handler that blocks the thread past the deadline fails, whatever it returns", async () => {
  let block = () => {};
  const hook = defineHook({
    name: "blocks",
    onFailure: "block",
    deadlines: { interceptMs: 100 },
    beforeTool: () => block(),
  });
  const { dispatcher, clock } = await dispatcherOf(hook);
  block = () => clock.block(101);
  expect(dispatcher.ask("beforeTool", toolCall("exec"))).toMatchObject({ action: "deny" });
});

it("one deadline applies to all members, and those not reached fail by their own policy", async () => {
  const asked: string[] = [];
  const slow = defineHook({ name: "slow", deadlines: { interceptMs: 100 }, beforeLlm: forever });
  const guard = defineHook({
    name: "guard",
    onFailure: "block",
    beforeLlm: () => {
      asked.push("guard");
    },
  });
  const { dispatcher, clock } = await dispatcherOf(compose(slow, guard));
  const answer = dispatcher.ask("beforeLlm", llmCall());
  clock.advance(100);
  expect(await answer).toMatchObject({ action: "deny", reason: expect.stringContaining('hook "guard"') });
  expect(asked).toEqual([]);
});

it("changes of earlier members stay when a later one runs out of time under continue", async () => {
  const quick = defineHook({ name: "quick", beforeLlm: () => modify({ model: "small" }) });
  const slow = defineHook({ name: "slow", deadlines: { interceptMs: 100 }, beforeLlm: forever });
  const { dispatcher, clock } = await dispatcherOf(compose(quick, slow));
  const answer = dispatcher.ask("beforeLlm", llmCall());
  clock.advance(100);
  expect(await answer).toEqual({ action: "modify", patch: { model: "small" } });
});

it("an own tool that runs out of time is an error for the model under both policies", async () => {
  for (const onFailure of ["continue", "block"] as const) {
    let signal: AbortSignal | undefined;
    const sleepy = defineTool({
      name: "sleepy",
      description: "Sleeps",
      input: z.object({}),
      run: (_args, context) => {
        signal = context.signal;
        return forever();
      },
    });
    const { dispatcher, clock } = await dispatcherOf(
      defineHook({
        name: "tools",
        onFailure,
        tools: [sleepy],
        deadlines: { interceptMs: 100 },
        approveTool: () => approve(),
      }),
    );
    const answer = dispatcher.ask("beforeTool", toolCall("sleepy", {}, "sleepy"));
    await new Promise(setImmediate);
    clock.advance(100);
    expect(await answer).toMatchObject({
      action: "respond",
      result: { isError: true, forLlm: expect.stringContaining("did not answer in time") },
    });
    expect(signal?.aborted).toBe(true);
  }
});

it("a signal that is first read after the deadline is aborted", async () => {
  let aborted = () => false;
  const hook = defineHook({
    name: "looks-late",
    deadlines: { interceptMs: 100 },
    beforeTool: (_call, context) => {
      aborted = () => context.signal.aborted;
      return forever();
    },
  });
  const { dispatcher, clock } = await dispatcherOf(hook);
  const answer = dispatcher.ask("beforeTool", toolCall("exec"));
  clock.advance(100);
  await answer;
  expect(aborted()).toBe(true);
});

it("an own tool that blocks the thread past the deadline fails", async () => {
  let block = () => {};
  const run = async () => {
    await undefined;
    block();
    return "LATE";
  };
  const tool = defineTool({ name: "blocks", description: "Blocks", input: z.object({}), run });
  const hook = defineHook({ name: "tools", tools: [tool], deadlines: { interceptMs: 100 } });
  const { dispatcher, clock } = await dispatcherOf(hook);
  block = () => clock.block(101);
  const answer = await dispatcher.ask("beforeTool", toolCall("blocks", {}, "blocks"));
  expect(answer).toMatchObject({ action: "respond", result: { isError: true } });
  expect(JSON.stringify(answer)).not.toContain("LATE");
});

it("a tool's approve that blocks the thread past the deadline does not approve", async () => {
  let block = () => {};
  let ran = false;
  const tool = defineTool({
    name: "blocks",
    description: "Blocks",
    input: z.object({}),
    approve: async () => {
      await undefined;
      block();
      return approve();
    },
    run: () => {
      ran = true;
      return "ran";
    },
  });
  const hook = defineHook({ name: "tools", tools: [tool], deadlines: { interceptMs: 100 } });
  const { dispatcher, clock } = await dispatcherOf(hook);
  block = () => clock.block(101);
  const answer = await dispatcher.ask("beforeTool", toolCall("blocks", {}, "blocks"));
  expect(answer).toMatchObject({ action: "deny", reason: expect.stringContaining("took too long") });
  expect(ran).toBe(false);
});

it("a tool's approve that never settles denies at the deadline", async () => {
  const tool = defineTool({
    name: "waits",
    description: "Waits",
    input: z.object({}),
    approve: forever,
    run: () => "ran",
  });
  const hook = defineHook({ name: "tools", tools: [tool], deadlines: { interceptMs: 100 } });
  const { dispatcher, clock } = await dispatcherOf(hook);
  const answer = dispatcher.ask("beforeTool", toolCall("waits", {}, "waits"));
  await new Promise(setImmediate);
  clock.advance(100);
  expect(await answer).toMatchObject({ action: "deny", reason: expect.stringContaining("took too long") });
});

it("an answered call leaves no timer behind", async () => {
  const hook = defineHook({ name: "async", beforeTool: async () => deny("no") });
  const { dispatcher, clock } = await dispatcherOf(hook);
  await dispatcher.ask("beforeTool", toolCall("exec"));
  expect(clock.pending).toBe(0);
});

it("stopping gives running calls their grace, then sends their failures, then runs teardown", async () => {
  const steps: string[] = [];
  const hook = defineHook({
    name: "guard",
    onFailure: "block",
    beforeTool: forever,
    teardown: () => steps.push("stopped"),
  });
  const { dispatcher, clock } = await dispatcherOf(hook);
  const answer = Promise.resolve(dispatcher.ask("beforeTool", toolCall("exec"))).then((outcome) => {
    steps.push("answered");
    return outcome;
  });
  const stopped = dispatcher.stop(1500);
  clock.advance(1499);
  await new Promise(setImmediate);
  expect(steps).toEqual([]);
  clock.advance(1);
  await stopped;
  expect(await answer).toMatchObject({ action: "deny" });
  expect(steps).toContain("stopped");
});

it("a call that begins after the stop is cancelled, but teardown is not", async () => {
  const steps: string[] = [];
  const hook = defineHook({
    name: "guard",
    onFailure: "block",
    beforeTool: forever,
    teardown: async () => {
      await new Promise(setImmediate);
      steps.push("stopped");
    },
  });
  const { dispatcher, stderr } = await dispatcherOf(hook);
  await dispatcher.stop(1500);
  const answer = dispatcher.ask("beforeTool", toolCall("exec"));
  expect(await answer).toMatchObject({ action: "deny", reason: expect.stringContaining("was stopped") });
  expect(steps).toEqual(["stopped"]);
  expect(stderr.join("")).not.toContain("teardown");
});
