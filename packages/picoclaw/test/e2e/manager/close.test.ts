import { describe, expect, test, vi } from "vitest";
import {
  answered,
  ask,
  listen,
  lives,
  METHODS,
  PATIENT,
  POLICIES,
  puppet,
  start,
  startAll,
  unanswered,
} from "../../manager/start-manager.js";
import { hookCommand, lives as isAlive } from "../../start-hook.js";

const CLOSED = "The hook manager is closed; make calls before close()";

/** Waits for an answered call. Everything that a hook did before it is done by then. */
const settle = (watched: Awaited<ReturnType<typeof start>>) => ask(watched.hooks, "hook.approve_tool");

describe("close", () => {
  test("ends every process, reports it as closed and does not restart it", async () => {
    const watched = await startAll({ a: puppet({ restart: { delayMs: 1 } }), b: puppet({ restart: { delayMs: 1 } }) });
    const pids = watched.hooks.status().map(({ pid }) => pid);
    await watched.hooks.close();
    expect(pids.map(isAlive)).toEqual([false, false]);
    for (const status of watched.hooks.status()) {
      expect(status).toMatchObject({ state: "closed", restarts: 0 });
      expect(status).not.toHaveProperty("pid");
    }
    expect(watched.reports).toEqual([]);
  });

  test("ends a well-behaved hook by closing its stdin, without signals", async () => {
    const written: string[] = [];
    const { hooks } = await start({ command: hookCommand("stubborn.mjs") }, PATIENT, {
      onStderr: (line) => written.push(line),
    });
    await hooks.close();
    expect(written).toEqual([]);
  });

  test("ends a hook that ignores the end of its stdin with SIGTERM", async () => {
    const written: string[] = [];
    const watched = await start({ command: hookCommand("stubborn.mjs", "end") }, PATIENT, {
      onStderr: (line) => written.push(line),
    });
    const pid = watched.pid();
    await watched.hooks.close();
    expect(written).toEqual(["SIGTERM came"]);
    expect(isAlive(pid)).toBe(false);
  });

  test("ends a hook that ignores the end of its stdin and SIGTERM", async () => {
    const written: string[] = [];
    const watched = await start({ command: hookCommand("stubborn.mjs", "end", "term") }, PATIENT, {
      onStderr: (line) => written.push(line),
    });
    const pid = watched.pid();
    await watched.hooks.close();
    expect(written).toEqual(["SIGTERM came"]);
    expect(isAlive(pid)).toBe(false);
  });

  test("ends a stopped hook", async () => {
    const watched = await start();
    const pid = watched.pid();
    process.kill(pid, "SIGSTOP");
    await watched.hooks.close();
    expect(isAlive(pid)).toBe(false);
  });

  test("ends a hook that does not read its stdin", async () => {
    const watched = await start({ command: hookCommand("deaf.mjs"), observe: ["*"] });
    const pid = watched.pid();
    for (let n = 0; n < 2000; n++) watched.hooks.emit({ kind: "agent.turn.start", payload: { pad: "x".repeat(1000) } });
    await watched.hooks.close();
    expect(isAlive(pid)).toBe(false);
  });

  test("closes once when called twice, at once or later", async () => {
    const { hooks } = await start();
    const first = hooks.close();
    expect(hooks.close()).toBe(first);
    await first;
    await hooks.close();
    await hooks[Symbol.asyncDispose]();
    expect(hooks.status()).toMatchObject([{ state: "closed" }]);
  });

  test("finishes if the hooks are dead and not restarted", async () => {
    const watched = await start();
    process.kill(watched.pid(), "SIGKILL");
    await watched.report("not-restarted");
    await watched.hooks.close();
    expect(watched.status().state).toBe("closed");
  });

  test("finishes without any hooks", async () => {
    const { hooks } = await startAll({});
    await hooks.close();
    expect(hooks.status()).toEqual([]);
  });
});

describe("calls and close", () => {
  test.each(METHODS)("%s is rejected during close and afterwards", async (method) => {
    const { hooks } = await start();
    const closing = hooks.close();
    await expect(ask(hooks, method)).rejects.toThrow(CLOSED);
    await closing;
    await expect(ask(hooks, method)).rejects.toThrow(CLOSED);
  });

  test("a tool does not run afterwards, and an event is dropped", async () => {
    const { hooks } = await start({ observe: ["*"] });
    await hooks.close();
    const execute = vi.fn(() => "done");
    await expect(hooks.runTool({ tool: "exec", arguments: {} }, execute)).rejects.toThrow(CLOSED);
    expect(execute).not.toHaveBeenCalled();
    expect(() => hooks.emit({ kind: "agent.turn.end" })).not.toThrow();
  });

  test.each(POLICIES)(
    "calls that wait for an answer settle once the process is gone (policy %s)",
    async (onFailure) => {
      const watched = await start({ onFailure });
      const waiting = METHODS.map((method) => ask(watched.hooks, method, { hold: true }));
      await settle(watched);
      await watched.hooks.close();
      for (const [index, method] of METHODS.entries()) {
        expect(await waiting[index]).toMatchObject(unanswered(method, onFailure));
      }
    },
  );

  test("calls that were made just before are answered", async () => {
    const { hooks } = await start();
    const last = METHODS.map((method) => ask(hooks, method));
    await hooks.close();
    for (const [index, method] of METHODS.entries()) expect(await last[index]).toMatchObject(answered(method));
  });

  test.each(POLICIES)("calls that wait for a stopped hook also end (policy %s)", async (onFailure) => {
    const watched = await start({ onFailure });
    process.kill(watched.pid(), "SIGSTOP");
    const waiting = METHODS.map((method) => ask(watched.hooks, method));
    await watched.hooks.close();
    for (const [index, method] of METHODS.entries()) {
      expect(await waiting[index]).toMatchObject(unanswered(method, onFailure));
    }
  });

  test("a hook called after another one was closed is not reported as restarting", async () => {
    const watched = await startAll({ first: puppet({ priority: 1 }), second: puppet({ priority: 2 }) });
    // The second hook has exited long before the first is killed.
    process.kill(watched.pid("first"), "SIGSTOP");
    const waiting = ask(watched.hooks, "hook.before_tool");
    await watched.hooks.close();
    const { reports } = await waiting;
    expect(reports.map(({ hook }) => hook)).toEqual(["first", "second"]);
    expect(reports[1]?.message).not.toContain("restarted");
  });

  test("a tool that waits for its approval does not run", async () => {
    const watched = await start({ intercept: ["before_tool", "approve_tool"] });
    const execute = vi.fn(() => "done");
    const approved = watched.hooks.approveTool({ tool: "exec", arguments: {}, script: { hold: true } });
    const round = watched.hooks.runTool({ tool: "exec", arguments: {}, script: { hold: true } }, execute);
    await settle(watched);
    await watched.hooks.close();
    expect(await approved).toMatchObject({ outcome: "denied" });
    await round.catch(() => {});
    expect(execute).not.toHaveBeenCalled();
  });
});

describe("close while a hook restarts", () => {
  test("cancels the wait before the restart: the hook is not started", async () => {
    const { process: config, pids } = lives({});
    const watched = await start({ ...config, restart: { delayMs: 1 } });
    process.kill(watched.pid(), "SIGKILL");
    await watched.report("process-lost");
    await watched.hooks.close();
    // Meanwhile, other managers can start and be called, one after another.
    for (let n = 0; n < 3; n++) await settle(await start());
    expect(watched.status()).toMatchObject({ state: "closed", restarts: 0 });
    expect(pids()).toHaveLength(1);
  });

  test.each([
    ["answers hello", {}],
    ["fails hello", { exit: 1 }],
  ])("ends a process in hello that then %s", async (_what, second) => {
    const beacons = await listen();
    const { process: config, pids } = lives({}, second);
    const starting = start({
      command: hookCommand("beacon.mjs", "./lives.mjs"),
      env: { ...config.env, BEACON: beacons.path, WAIT: "yes" },
      restart: { delayMs: 1 },
    });
    (await beacons.next()).write("go");
    const watched = await starting;
    process.kill(watched.pid(), "SIGKILL");
    const bornAgain = await beacons.next();
    const closing = watched.hooks.close();
    bornAgain.write("go");
    await closing;
    expect(pids()).toHaveLength(2);
    expect(pids().filter(isAlive)).toEqual([]);
    expect(watched.status()).toMatchObject({ state: "closed", restarts: 0 });
    expect(watched.reports.map(({ kind }) => kind)).toEqual(["process-lost"]);
  });
});
