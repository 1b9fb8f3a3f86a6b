import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { HookError, HooksStartError } from "../../../src/index.js";
import {
  answered,
  ask,
  listen,
  lives,
  METHODS,
  POLICIES,
  puppet,
  start,
  startAll,
  unanswered,
} from "../../manager/start-manager.js";
import { AGES, hookCommand, lives as isAlive, type Script } from "../../start-hook.js";

const NO_FILES_LEFT = fileURLToPath(new URL("no-files-left.mjs", import.meta.url));
const hello = (script: Script) => ({ env: { HELLO: JSON.stringify(script) } });

async function startErrorOf(starting: Promise<unknown>): Promise<HooksStartError> {
  const error = await starting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(HooksStartError);
  return error as HooksStartError;
}

describe("a start", () => {
  test("starts all processes in parallel", async () => {
    const beacons = await listen();
    const waits = puppet({
      command: hookCommand("beacon.mjs", "./puppet.mjs"),
      env: { BEACON: beacons.path, WAIT: "yes" },
    });
    const starting = startAll({ a: waits, b: waits, c: waits });
    // No hook completes the handshake before all have started.
    const all = [await beacons.next(), await beacons.next(), await beacons.next()];
    for (const beacon of all) beacon.write("go");
    const { hooks } = await starting;
    expect(hooks.status()).toMatchObject(["a", "b", "c"].map((name) => ({ name, state: "running" })));
  });

  test("calls them in the order of priority, then name", async () => {
    const { hooks } = await startAll({
      c: puppet({ priority: 1 }),
      b: puppet({ priority: 1 }),
      a: puppet({ priority: 2 }),
      z: puppet({ priority: -1 }),
    });
    expect(hooks.status().map(({ name }) => name)).toEqual(["z", "b", "c", "a"]);
  });

  test.each(POLICIES)("takes the policy %s from the config over that of the hook", async (onFailure) => {
    const says = onFailure === "block" ? "continue" : "block";
    const watched = await start({ onFailure, ...hello({ result: { onFailure: says } }) });
    expect(watched.status().onFailure).toBe(onFailure);
    expect(await ask(watched.hooks, "hook.before_tool", { exit: 1 })).toMatchObject(
      unanswered("hook.before_tool", onFailure),
    );
  });

  test("takes the policy from hello if the config has none, and keeps it after the process is gone", async () => {
    const watched = await start(hello({ result: { onFailure: "block" } }));
    process.kill(watched.pid(), "SIGKILL");
    await watched.report("not-restarted");
    expect(watched.status().onFailure).toBe("block");
    expect(await ask(watched.hooks, "hook.before_tool")).toMatchObject(unanswered("hook.before_tool", "block"));
  });
});

describe("a process that does not start", () => {
  const failures: readonly (readonly [what: string, script: Script, says: string])[] = [
    ["exits at hello", { exit: 7 }, "ended with code 7"],
    ["is killed at hello", { kill: "SIGKILL" }, "ended by SIGKILL"],
    ["closes its stdout at hello", { close: 1, hold: true }, "closed its stdout"],
    ["answers hello with an error", { error: { code: -32000, message: "no licence" } }, "error -32000: no licence"],
    ["answers hello with a text", { result: "yes" }, "expected an object"],
    ["answers hello with too long a line", { result: { ok: true, pad: "x".repeat(5000) } }, "4000 bytes or more"],
    ["says nothing but garbage at hello, and ends", { print: "Traceback\n", exit: 1 }, "ended with code 1"],
  ];

  test.each(failures)(
    "because it %s fails the start: the error has its name, command, exit and last lines",
    async (_what, script, says) => {
      const config = hello({ stderr: "reading config\nno key\n", ...script });
      const error = await startErrorOf(start({ ...config, maxLineBytes: 4000 }));
      expect(error.message).toMatch(/^Hook "probe" \(.*node.*\) failed hook.hello: /s);
      expect(error.message).toContain(says);
      expect(error.message).toMatch(/\nIts last lines on stderr:\nreading config\nno key$/);
      expect(error.failures).toHaveLength(1);
      expect(error.failures[0]).toBeInstanceOf(HookError);
      expect(error.cause).toBe(error.failures[0]);
    },
  );

  test("because hello takes too long gets the timeout that the agent set", async () => {
    const error = await startErrorOf(start(hello({ hold: true }), {}, { helloTimeoutMs: 50 }));
    expect(error.message).toContain("did not answer hook.hello in 50 ms");
  });

  test("because the program does not exist is named with its command", async () => {
    const error = await startErrorOf(start({ command: ["/no/such/hook", "--quick"] }));
    expect(error.message).toContain('Hook "probe" (/no/such/hook --quick) could not be started: ');
    expect(error.message).toContain("ENOENT");
  });

  test("is named along with every other that did not start", async () => {
    const error = await startErrorOf(
      startAll({
        first: puppet(hello({ stderr: "no key\n", exit: 7 })),
        second: puppet({ command: ["/no/such/hook"] }),
        good: puppet(),
      }),
    );
    expect(error.failures).toHaveLength(2);
    expect(error.message).toMatch(/^Hook "first" \(.*puppet\.mjs\) failed hook.hello: ended with code 7\n/);
    expect(error.message).toContain("\nno key\n");
    expect(error.message).toMatch(/\nHook "second" \(\/no\/such\/hook\) could not be started: .*ENOENT/);
    expect(error.message).not.toContain('"good"');
  });

  test("leaves no other process running, not even one that restarts", async () => {
    const good = lives({});
    const optional = lives({ exit: 1 });
    const bad = lives({ exit: 1 });
    await startErrorOf(
      startAll({
        good: puppet(good.process),
        optional: puppet({ ...optional.process, required: false, restart: { delayMs: 1, attempts: 1 } }),
        bad: puppet(bad.process),
      }),
    );
    for (const { pids } of [good, optional, bad]) expect(pids().filter(isAlive)).toEqual([]);
  });

  test.each(POLICIES)("but is optional lets the others run; its calls follow the policy %s", async (onFailure) => {
    const watched = await startAll({
      good: puppet(),
      probe: puppet({
        ...hello({ exit: 7 }),
        required: false,
        onFailure,
        restart: { delayMs: AGES, maxDelayMs: AGES },
      }),
    });
    expect((await watched.report("process-lost", "ended with code 7")).hook).toBe("probe");
    expect(watched.status("good").state).toBe("running");
    expect(watched.status("probe").state).toBe("restarting");
    for (const method of METHODS) {
      expect(await ask(watched.hooks, method)).toMatchObject(unanswered(method, onFailure));
    }
    expect(watched.status("good")).toMatchObject({ calls: 5, failures: 0 });
  });

  test("and is neither required nor restarted fails at once", async () => {
    const watched = await start({ ...hello({ exit: 7 }), required: false });
    await watched.report("not-restarted", "ended with code 7");
    expect(watched.status().state).toBe("failed");
  });

  test("but is optional joins when a later attempt succeeds", async () => {
    const { process: config } = lives({ exit: 7 }, {});
    const watched = await start({ ...config, required: false, restart: { delayMs: 1 } });
    await watched.report("restarted");
    for (const method of METHODS) expect(await ask(watched.hooks, method)).toMatchObject(answered(method));
  });

  test("because this process has no file descriptors left fails the start too", async () => {
    const { stdout } = await promisify(execFile)("/bin/sh", [
      "-c",
      'ulimit -n 128 && exec "$@"',
      "sh",
      process.execPath,
      NO_FILES_LEFT,
      ...hookCommand("puppet.mjs"),
    ]);
    expect(stdout).toMatch(/^HooksStartError: Hook "probe" \(.*\) could not be started: .*EMFILE/);
  });
});
