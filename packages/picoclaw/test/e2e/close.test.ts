import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { AGES, call, failureOf, hookCommand, lives, received, startHook } from "../start-hook.js";

const OPEN_PIPES = fileURLToPath(new URL("open-pipes.mjs", import.meta.url));
const clean = { code: 0, signal: null };
const stubborn = (...stays: string[]) => startHook({ command: hookCommand("stubborn.mjs", ...stays) });

/** Returns how many pipes stay open after a hook was started and closed. Runs in a new process without other pipes. */
async function openPipesAfter(file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [OPEN_PIPES, ...hookCommand(file)]);
  return Number(stdout);
}

describe("close", () => {
  test("ends a well-behaved hook by closing its stdin, with code 0", async () => {
    const hook = await stubborn();
    expect(await hook.close({ endMs: AGES })).toEqual(clean);
    expect(await hook.exited).toEqual(clean);
  });

  test("ends a hook that ignores the end of stdin with SIGTERM", async () => {
    const hook = await stubborn("end");
    expect(await hook.close({ endMs: 50, termMs: AGES })).toEqual({ code: 15, signal: null });
  });

  test("ends a hook without signal handlers with SIGTERM", async () => {
    const hook = await startHook({ command: hookCommand("deaf.mjs") });
    expect(await hook.close({ endMs: 50, termMs: AGES })).toEqual({ code: null, signal: "SIGTERM" });
  });

  test("ends a hook that ignores both with SIGKILL", async () => {
    const hook = await stubborn("end", "term");
    expect(await hook.close({ endMs: 50, termMs: 50 })).toEqual({ code: null, signal: "SIGKILL" });
  });

  test("ends a stopped hook with SIGKILL", async () => {
    const hook = await startHook();
    process.kill(hook.hello.pid as number, "SIGSTOP");
    expect(await hook.close({ endMs: 50, termMs: 50 })).toEqual({ code: null, signal: "SIGKILL" });
    expect(lives(hook.hello.pid)).toBe(false);
  });

  test("waits for a default time if no timeout is given", async () => {
    const hook = await stubborn("end", "term");
    expect(await hook.close()).toEqual({ code: null, signal: "SIGKILL" });
  });

  test("gives the same result when called twice, at once or later", async () => {
    const hook = await startHook();
    expect(await Promise.all([hook.close(), hook.close()])).toEqual([clean, clean]);
    expect(await hook.close()).toEqual(clean);
  });

  test("gives the exit of a hook that is already dead", async () => {
    const hook = await startHook();
    await failureOf(hook.beforeTool(call({ kill: "SIGKILL" }), { timeoutMs: AGES }));
    expect(await hook.close()).toEqual({ code: null, signal: "SIGKILL" });
  });

  test("waits for the answer to a call that was made just before", async () => {
    const hook = await startHook();
    const last = hook.beforeTool(call(), { timeoutMs: AGES });
    hook.event({ Kind: 1 });
    expect(await hook.close()).toEqual(clean);
    expect(received(await last).method).toBe("hook.before_tool");
  });

  test("rejects pending calls once the process is gone", async () => {
    const hook = await startHook();
    const pending = failureOf(hook.beforeTool(call({ hold: true }), { timeoutMs: AGES }));
    await hook.close();
    expect(await pending).toMatchObject({ code: "exited", exit: clean });
  });

  test("rejects calls made afterwards", async () => {
    const hook = await startHook();
    await hook.close();
    expect(await failureOf(hook.approveTool(call(), { timeoutMs: AGES }))).toMatchObject({
      code: "exited",
      exit: clean,
    });
  });
});

describe("a grandchild that holds stdout open", () => {
  test("does not delay close", async () => {
    const hook = await startHook({ command: hookCommand("grandchild.mjs") });
    try {
      expect(await hook.close({ endMs: AGES })).toEqual(clean);
      expect(lives(hook.hello.grandchild)).toBe(true);
    } finally {
      process.kill(hook.hello.grandchild as number, "SIGKILL");
    }
  });

  test("does not keep this process running: no pipe stays open", async () => {
    expect(await openPipesAfter("grandchild.mjs")).toBe(0);
  });

  test("leaves no pipe open if the hook has no children left", async () => {
    expect(await openPipesAfter("puppet.mjs")).toBe(0);
  });
});
