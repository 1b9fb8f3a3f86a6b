import { describe, expect, test } from "vitest";
import type { HookProcess } from "../../src/index.js";
import { AGES, call, failureOf, hookCommand, startHook } from "../start-hook.js";

const slow = { timeoutMs: AGES };

/** Returns one call of each kind, none of which the hook answers. */
const unanswered = (hook: HookProcess) => [
  hook.beforeLlm({ model: "fake", script: { hold: true } }, slow),
  hook.afterLlm({ response: {}, script: { hold: true } }, slow),
  hook.beforeTool(call({ hold: true }), slow),
  hook.afterTool({ ...call({ hold: true }), result: {} }, slow),
  hook.approveTool(call({ hold: true }), slow),
];

describe("a hook that dies", () => {
  test.each([
    ["killed", { kill: "SIGKILL" }, { code: null, signal: "SIGKILL" }, "ended by SIGKILL"],
    ["ending by itself", { exit: 3 }, { code: 3, signal: null }, "ended with code 3"],
    ["ending well, but too soon", { exit: 0 }, { code: 0, signal: null }, "ended with code 0"],
  ] as const)("%s in the middle of a call rejects all pending calls with its exit", async (_how, death, exit, text) => {
    const hook = await startHook();
    const pending = unanswered(hook).map(failureOf);
    const last = failureOf(hook.beforeTool(call({ ...death, stderr: "cannot go on\nreally\n" }), slow));
    for (const error of await Promise.all([...pending, last])) {
      expect(error.code).toBe("exited");
      expect(error.exit).toEqual(exit);
      expect(error.message).toMatch(/^Hook "probe" \(.*puppet\.mjs\) ended /);
      expect(error.message).toContain(text);
      expect(error.message).toMatch(/\nIts last lines on stderr:\ncannot go on\nreally$/);
      expect(error.stderr).toBe("cannot go on\nreally");
    }
    expect(await hook.exited).toEqual(exit);
  });

  test("killed from outside rejects all pending calls", async () => {
    const hook = await startHook();
    const pending = unanswered(hook).map(failureOf);
    await hook.beforeTool(call(), slow);
    process.kill(hook.hello.pid as number, "SIGKILL");
    for (const error of await Promise.all(pending)) expect(error.exit).toEqual({ code: null, signal: "SIGKILL" });
  });

  test("rejects later calls at once and writes nothing", async () => {
    const lines: string[] = [];
    const hook = await startHook({ onLine: (_from, line) => lines.push(line) });
    await failureOf(hook.beforeTool(call({ kill: "SIGKILL" }), slow));
    const before = lines.length;
    for (const error of await Promise.all(unanswered(hook).map(failureOf))) {
      expect(error.code).toBe("exited");
      expect(error.exit).toEqual({ code: null, signal: "SIGKILL" });
    }
    hook.event({ Kind: 1 });
    hook.runtimeEvent({ kind: "agent.turn.end" });
    expect(lines).toHaveLength(before);
  });

  test("still delivers an answer that it wrote just before it died", async () => {
    const hook = await startHook();
    const dying = hook.beforeTool(call({ print: "ANSWER\n", exit: 1 }), slow);
    expect(await dying).toHaveProperty("heard");
    expect(await hook.exited).toEqual({ code: 1, signal: null });
  });

  test("leaves an empty stderr out of the message", async () => {
    const hook = await startHook();
    expect((await failureOf(hook.beforeTool(call({ exit: 1 }), slow))).message).toMatch(/ended with code 1$/);
  });

  test("rejects pending calls even if a grandchild holds its stdout open", async () => {
    const hook = await startHook({ command: hookCommand("grandchild.mjs") });
    try {
      const pending = unanswered(hook).map(failureOf);
      process.kill(hook.hello.pid as number, "SIGKILL");
      for (const error of await Promise.all(pending)) expect(error.exit).toEqual({ code: null, signal: "SIGKILL" });
    } finally {
      process.kill(hook.hello.grandchild as number, "SIGKILL");
    }
  });
});

describe("stderr", () => {
  test("is reported line by line, including a last line without a newline", async () => {
    const lines: string[] = [];
    const hook = await startHook({ onStderr: (line) => lines.push(line) });
    await failureOf(hook.beforeTool(call({ stderr: "größe\n\n🦞", exit: 0 }), slow));
    expect(lines).toEqual(["größe", "", "🦞"]);
  });

  test("of a living hook is in the timeout error", async () => {
    let onText = () => {};
    const heardIt = new Promise<void>((resolve) => {
      onText = resolve;
    });
    const hook = await startHook({ onStderr: () => onText() });
    await Promise.race([
      failureOf(hook.beforeTool(call({ stderr: "waiting for the network\n", hold: true }), slow)),
      heardIt,
    ]);
    const error = await failureOf(hook.beforeTool(call({ hold: true }), { timeoutMs: 10 }));
    expect(error.stderr).toBe("waiting for the network");
  });

  test("keeps its last 20 lines, each cut to 500 characters", async () => {
    const seen: string[] = [];
    const hook = await startHook({ onStderr: (line) => seen.push(line) });
    const lines = Array.from({ length: 2000 }, (_, n) => `line ${n} ${"x".repeat(1000)}`);
    const error = await failureOf(hook.beforeTool(call({ stderr: `${lines.join("\n")}\n`, exit: 1 }), slow));
    expect(seen).toEqual(lines);
    expect(error.stderr.split("\n")).toEqual(lines.slice(-20).map((line) => line.slice(0, 500)));
  });

  test("is cut if it is one endless line", async () => {
    const hook = await startHook();
    const error = await failureOf(hook.beforeTool(call({ stderr: "x".repeat(3_000_000), exit: 1 }), slow));
    expect(error.stderr).toMatch(/^[x\n]{500,10020}$/);
  });
});
