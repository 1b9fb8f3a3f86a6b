import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { AGES, call, failureOf, heard, hookCommand, lives, startHook } from "./start-hook.js";

const OPEN_PIPES = fileURLToPath(new URL("open-pipes.mjs", import.meta.url));
const clean = { code: 0, signal: null };
const stubborn = (...stays: string[]) => startHook({ command: hookCommand("stubborn.mjs", ...stays) });

/** Returns how many pipes stay open after a hook was started and closed. Runs in a new process without other pipes. */
async function openPipesAfter(file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [OPEN_PIPES, ...hookCommand(file)]);
  return Number(stdout);
}

describe("close", () => {
  test("ends a good hook by the end of its stdin, with code 0", async () => {
    const hook = await stubborn();
    expect(await hook.close({ endMs: AGES })).toEqual(clean);
    expect(await hook.exited).toEqual(clean);
  });

  test("ends a hook that stays at the end of stdin by SIGTERM", async () => {
    const hook = await stubborn("end");
    expect(await hook.close({ endMs: 50, termMs: AGES })).toEqual({ code: 15, signal: null });
  });

  test("ends a hook that knows no signals by SIGTERM", async () => {
    const hook = await startHook({ command: hookCommand("deaf.mjs") });
    expect(await hook.close({ endMs: 50, termMs: AGES })).toEqual({ code: null, signal: "SIGTERM" });
  });

  test("ends a hook that stays at both by SIGKILL", async () => {
    const hook = await stubborn("end", "term");
    expect(await hook.close({ endMs: 50, termMs: 50 })).toEqual({ code: null, signal: "SIGKILL" });
  });

  test("ends a hook that is stopped by SIGKILL", async () => {
    const hook = await startHook();
    process.kill(hook.hello.pid as number, "SIGSTOP");
    expect(await hook.close({ endMs: 50, termMs: 50 })).toEqual({ code: null, signal: "SIGKILL" });
    expect(lives(hook.hello.pid)).toBe(false);
  });

  test("waits by itself, for a while only, when no patience is given", async () => {
    const hook = await stubborn("end", "term");
    expect(await hook.close()).toEqual({ code: null, signal: "SIGKILL" });
  });

  test("twice, at once and afterwards, gives the same end", async () => {
    const hook = await startHook();
    expect(await Promise.all([hook.close(), hook.close()])).toEqual([clean, clean]);
    expect(await hook.close()).toEqual(clean);
  });

  test("of a hook that is dead gives how it died", async () => {
    const hook = await startHook();
    await failureOf(hook.beforeTool(call({ kill: "SIGKILL" }), { timeoutMs: AGES }));
    expect(await hook.close()).toEqual({ code: null, signal: "SIGKILL" });
  });

  test("a call that was made just before is answered", async () => {
    const hook = await startHook();
    const last = hook.beforeTool(call(), { timeoutMs: AGES });
    hook.event({ Kind: 1 });
    expect(await hook.close()).toEqual(clean);
    expect(heard(await last).method).toBe("hook.before_tool");
  });

  test("what is pending is rejected when the process is gone", async () => {
    const hook = await startHook();
    const pending = failureOf(hook.beforeTool(call({ hold: true }), { timeoutMs: AGES }));
    await hook.close();
    expect(await pending).toMatchObject({ code: "exited", exit: clean });
  });

  test("a call afterwards is rejected", async () => {
    const hook = await startHook();
    await hook.close();
    expect(await failureOf(hook.approveTool(call(), { timeoutMs: AGES }))).toMatchObject({
      code: "exited",
      exit: clean,
    });
  });
});

describe("a grandchild that holds stdout open", () => {
  test("does not keep close waiting", async () => {
    const hook = await startHook({ command: hookCommand("grandchild.mjs") });
    try {
      expect(await hook.close({ endMs: AGES })).toEqual(clean);
      expect(lives(hook.hello.grandchild)).toBe(true);
    } finally {
      process.kill(hook.hello.grandchild as number, "SIGKILL");
    }
  });

  test("does not keep this process from ending: no pipe is left open", async () => {
    expect(await openPipesAfter("grandchild.mjs")).toBe(0);
  });

  test("a hook that leaves nobody behind leaves no pipe open", async () => {
    expect(await openPipesAfter("puppet.mjs")).toBe(0);
  });
});
