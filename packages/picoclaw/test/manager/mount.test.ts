import {
  abortTurn,
  approve,
  compose,
  defineHook,
  defineTool,
  deny,
  type Hook,
  modify,
  reject,
  respond,
} from "@agent-hook/sdk";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ManualClock } from "../../../sdk/test/unit/manual-clock.js";
import { startManager, turnOfTheLoop } from "../start-manager.js";

const CALL = { tool: "exec", arguments: { command: "ls" } };

/** Starts a manager and mounts these hooks in order. */
async function mounted(...hooks: Hook[]) {
  const managed = await startManager();
  for (const hook of hooks) await managed.manager.mount(hook);
  return managed;
}

/** Returns a hook that appends its name to the command. */
const appends = (name: string) =>
  defineHook({
    name,
    beforeTool: (call) => modify({ arguments: { command: `${call.arguments.command} ${name}` } }),
  });

describe("a mounted hook", () => {
  test("decides at every point like a hook in a process", async () => {
    const { manager } = await mounted(
      defineHook({
        name: "all",
        beforeLlm: () => modify({ model: "other" }),
        afterLlm: () => modify({ content: "rewritten" }),
        beforeTool: (call) => (call.tool === "exec" ? deny("no shell") : undefined),
        approveTool: (call) => (call.tool === "rm" ? reject("no") : approve()),
        afterTool: () => modify({ result: "[withheld]" }),
      }),
    );
    expect(await manager.beforeLlm({ model: "fake", messages: [], unknown: 1 })).toMatchObject({
      request: { model: "other", unknown: 1 },
    });
    expect(await manager.afterLlm({ response: { content: "hi", finish_reason: "stop" } })).toMatchObject({
      response: { content: "rewritten", finish_reason: "stop" },
    });
    expect(await manager.beforeTool(CALL)).toMatchObject({
      outcome: "denied",
      text: "Tool execution denied by hook: no shell",
    });
    expect(await manager.approveTool({ tool: "rm" })).toMatchObject({ outcome: "denied", reason: "no" });
    expect(await manager.approveTool({ tool: "ls" })).toMatchObject({ outcome: "approved" });
    expect(await manager.afterTool({ ...CALL, result: { for_llm: "secret", is_error: true } })).toMatchObject({
      result: { for_llm: "[withheld]", is_error: true },
    });
  });

  test("is called only at points where it has a handler", async () => {
    const { manager, received: heard } = await mounted(defineHook({ name: "tools", afterTool: () => undefined }));
    expect(manager.status()[0]).toMatchObject({ modes: ["tool"], state: "running", onFailure: "continue" });
    await heard();
    await manager.beforeLlm({ model: "fake" });
    await manager.approveTool(CALL);
    manager.emit({ kind: "agent.turn.end" });
    await manager.beforeTool(CALL);
    expect((await heard()).map(({ method }) => method)).toEqual(["hook.before_tool"]);
  });

  test.each(["v0.2.7", "v0.2.9"])("in a manager for %s knows the version", async (version) => {
    const { manager } = await startManager({}, { version });
    const host = vi.fn();
    const hook = defineHook({ name: "curious", beforeTool: (_call, context) => void host(context.host.version) });
    await manager.mount(hook);
    await manager.beforeTool(CALL);
    expect(host).toHaveBeenCalledExactlyOnceWith(version);
  });

  test.each(["v0.2.7", "v0.2.9"])("receives events of %s", async (version) => {
    const { manager } = await startManager({}, { version });
    const onEvent = vi.fn();
    await manager.mount(defineHook({ name: "listener", onEvent }));
    manager.emit({ kind: "agent.turn.start", payload: { UserMessage: "hi" } });
    await turnOfTheLoop();
    expect(onEvent).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: "prompt", payload: { prompt: "hi" } }),
      expect.anything(),
    );
  });

  test("may be composed of several hooks", async () => {
    const { manager } = await mounted(compose({ name: "both" }, appends("one"), appends("two")));
    expect(await manager.beforeTool(CALL)).toMatchObject({
      arguments: { command: "ls one two" },
      changedBy: ["both"],
    });
  });

  test("offers its own tools and answers them", async () => {
    const shout = defineTool({
      name: "shout",
      description: "Shouts",
      input: z.object({ text: z.string() }),
      run: ({ text }) => text.toUpperCase(),
    });
    const { manager } = await startManager({}, { version: "v0.2.7" });
    await manager.mount(defineHook({ name: "loud", tools: [shout] }));
    const { request } = (await manager.beforeLlm({ model: "fake", messages: [], tools: [] })) as {
      request: { tools: { function: { name: string } }[] };
    };
    expect(request.tools.map((tool) => tool.function.name)).toEqual(["shout"]);
    const execute = vi.fn(() => "unknown tool");
    expect(await manager.runTool({ tool: "shout", arguments: { text: "hi" } }, execute)).toMatchObject({
      outcome: "answered",
      by: "loud",
      text: "HI",
    });
    expect(await manager.runTool({ tool: "shout", arguments: {} }, execute)).toMatchObject({
      outcome: "answered",
      result: { is_error: true },
    });
    expect(execute).not.toHaveBeenCalled();
  });

  test("reads its settings from the env option", async () => {
    const { manager } = await startManager();
    const hook = defineHook({
      name: "configured",
      env: z.object({ LIMIT: z.coerce.number() }),
      beforeTool: (_call, { env }) => deny(`limit ${env.LIMIT}`),
    });
    await manager.mount(hook, { env: { LIMIT: "3" } });
    expect(await manager.beforeTool(CALL)).toMatchObject({ reason: "limit 3" });
  });
});

describe("a failing handler of a mounted hook", () => {
  const failure = new Error("boom");
  const fail = () => {
    throw failure;
  };

  test("makes the call follow its policy and is reported with the thrown error", async () => {
    const { manager, reports, stderr } = await mounted(defineHook({ name: "weak", beforeTool: fail }));
    const outcome = await manager.beforeTool(CALL);
    expect(outcome).toMatchObject({ outcome: "continue", changedBy: [], tool: "exec" });
    expect(reports).toContainEqual({
      hook: "weak",
      kind: "hook-failed",
      message: expect.stringMatching(/^beforeTool failed \(threw, id [0-9a-f]{8}\): /),
      cause: expect.objectContaining({ kind: "threw", where: "beforeTool", cause: failure }),
    });
    expect(stderr.join("\n")).toContain("boom");
  });

  test("is in the reports of its call", async () => {
    const { manager } = await mounted(defineHook({ name: "weak", beforeTool: fail }));
    expect((await manager.beforeTool(CALL)).reports.map(({ kind }) => kind)).toContain("hook-failed");
  });

  test.each([
    ["beforeLlm", "aborted"],
    ["afterLlm", "aborted"],
    ["beforeTool", "denied"],
    ["approveTool", "denied"],
  ] as const)("of %s denies the call under block", async (point, outcome) => {
    const { manager } = await mounted(defineHook({ name: "guard", onFailure: "block", [point]: fail }));
    expect(manager.status()[0]).toMatchObject({ onFailure: "block" });
    const asked = {
      beforeLlm: () => manager.beforeLlm({ model: "fake", messages: [{ role: "user", content: "hi" }] }),
      afterLlm: () => manager.afterLlm({ response: { content: "hi" } }),
      beforeTool: () => manager.beforeTool(CALL),
      approveTool: () => manager.approveTool(CALL),
    };
    expect(await asked[point]()).toMatchObject({ outcome, by: "guard" });
  });

  test("of afterTool under block withholds the result from the model", async () => {
    const { manager } = await mounted(defineHook({ name: "guard", onFailure: "block", afterTool: fail }));
    const round = await manager.runTool(CALL, () => "secret");
    expect(round.text).not.toContain("secret");
  });

  test("of an approver denies the call, even under continue", async () => {
    const { manager } = await mounted(defineHook({ name: "weak", approveTool: fail }));
    expect(await manager.approveTool(CALL)).toMatchObject({ outcome: "denied", by: "weak" });
  });

  test("that is too slow fails at its deadline, on the clock of the mount", async () => {
    const clock = new ManualClock();
    const { manager, reports } = await startManager();
    let signal: AbortSignal | undefined;
    const hook = defineHook({
      name: "slow",
      onFailure: "block",
      deadlines: { interceptMs: 1000 },
      beforeTool: (_call, context) => {
        signal = context.signal;
        return new Promise<undefined>(() => {});
      },
    });
    await manager.mount(hook, { clock });
    const asked = manager.beforeTool(CALL);
    await turnOfTheLoop();
    clock.advance(999);
    expect(signal?.aborted).toBe(false);
    clock.advance(1);
    expect(signal?.aborted).toBe(true);
    expect(await asked).toMatchObject({ outcome: "denied", by: "slow" });
    expect(reports[0]).toMatchObject({ hook: "slow", kind: "hook-failed" });
  });

  test("does not affect another call", async () => {
    const { manager } = await mounted(
      defineHook({ name: "weak", beforeTool: (call) => (call.tool === "bad" ? fail() : abortTurn("enough")) }),
    );
    const outcomes = await Promise.all([manager.beforeTool({ tool: "bad" }), manager.beforeTool({ tool: "good" })]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["continue", "aborted"]);
  });
});

describe("mounting rejects", () => {
  test("a definition that cannot run, with the message of serve", async () => {
    const { manager } = await startManager();
    const misspelt = defineHook({ name: "wrong", beforTool: () => undefined } as never);
    await expect(manager.mount(misspelt)).rejects.toMatchObject({
      name: "DefinitionError",
      message: expect.stringContaining('did you mean "beforeTool"?'),
    });
    expect(manager.status()).toEqual([]);
  });

  test("invalid settings, naming the variable and never its value", async () => {
    const { manager } = await startManager();
    const hook = defineHook({ name: "configured", env: z.object({ LIMIT: z.coerce.number() }) });
    const refused = manager.mount(hook, { env: { LIMIT: "s3cret" } });
    await expect(refused).rejects.toThrow(/LIMIT/);
    await expect(refused).rejects.not.toThrow(/s3cret/);
  });

  test("a hook whose setup fails; the name stays free", async () => {
    const { manager } = await startManager();
    const hook = defineHook({ name: "unready", setup: () => Promise.reject(new Error("no network")) });
    await expect(manager.mount(hook)).rejects.toMatchObject({
      name: "HookError",
      code: "hello-failed",
      message: expect.stringMatching(
        /^Hook "unready" \(mounted\) failed hook.hello: answered hook.hello with error .*no network/s,
      ),
    });
    expect(manager.status()).toEqual([]);
    await manager.mount(defineHook({ name: "unready" }));
  });

  test("a composed hook whose setup fails, and stops the members that started", async () => {
    const { manager } = await startManager();
    const teardown = vi.fn();
    const opens = defineHook({ name: "opens", setup: () => undefined, teardown });
    const fails = defineHook({ name: "fails", setup: () => Promise.reject(new Error("no network")) });
    await expect(manager.mount(compose(opens, fails))).rejects.toThrow("no network");
    expect(teardown).toHaveBeenCalledOnce();
  });

  test("a name that another hook has; the first stays", async () => {
    const { manager } = await startManager();
    await manager.mount(defineHook({ name: "mine", beforeTool: () => deny("first") }));
    const teardown = vi.fn();
    const second = defineHook({ name: "mine", teardown, beforeTool: () => respond("x") });
    await expect(manager.mount(second)).rejects.toThrow(
      new TypeError('a hook named "mine" already exists; use another name'),
    );
    expect(teardown).toHaveBeenCalledOnce();
    expect(manager.status()).toHaveLength(1);
    expect(await manager.beforeTool(CALL)).toMatchObject({ reason: "first" });
  });

  test("the second of two hooks with one name that are mounted at the same time", async () => {
    const { manager } = await startManager();
    const both = [defineHook({ name: "twin" }), defineHook({ name: "twin" })].map((hook) => manager.mount(hook));
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(manager.status()).toHaveLength(1);
  });
});

describe("close", () => {
  test("runs teardown of mounted hooks and settles waiting calls", async () => {
    const { manager } = await startManager();
    const teardown = vi.fn();
    const hook = defineHook({
      name: "waits",
      teardown,
      beforeTool: (_call, { signal }) =>
        new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined))),
    });
    await manager.mount(hook);
    const asked = manager.beforeTool(CALL);
    await turnOfTheLoop();
    await manager.close();
    expect(await asked).toMatchObject({ outcome: "continue", tool: "exec" });
    expect(teardown).toHaveBeenCalledOnce();
    expect(manager.status()).toMatchObject([{ state: "closed" }]);
  });

  test("does not wait for a hook that is being mounted; its mount is rejected", async () => {
    const { manager } = await startManager();
    let start = () => {};
    const teardown = vi.fn();
    const setup = () =>
      new Promise<void>((resolve) => {
        start = resolve;
      });
    const mounting = manager.mount(defineHook({ name: "late", setup, teardown }));
    await turnOfTheLoop();
    await manager.close();
    start();
    await expect(mounting).rejects.toThrow("The hook manager is closed");
    expect(teardown).toHaveBeenCalledOnce();
  });
});
