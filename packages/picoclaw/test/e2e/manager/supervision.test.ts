import { afterEach, describe, expect, test, vi } from "vitest";
import {
  answered,
  ask,
  listen,
  lives,
  METHODS,
  PATIENT,
  POLICIES,
  SOON,
  start,
  unanswered,
  type Watched,
} from "../../manager/start-manager.js";
import { AGES, hookCommand, lives as isAlive, received } from "../../start-hook.js";

const BEFORE_TOOL = "hook.before_tool";
const APPROVE = "hook.approve_tool";
/** Calls without an answer time out soon. Approvals have no time limit in practice. */
const LATE_BUT_APPROVALS = { ...PATIENT, interceptor_timeout_ms: SOON };

/** Calls a hook that cannot answer at every point and expects the failure policy. */
async function expectPolicy({ hooks }: Watched, onFailure: (typeof POLICIES)[number]): Promise<void> {
  for (const method of METHODS) expect(await ask(hooks, method)).toMatchObject(unanswered(method, onFailure));
}

async function expectAnswers({ hooks }: Watched): Promise<void> {
  for (const method of METHODS) expect(await ask(hooks, method)).toMatchObject(answered(method));
}

describe("a process that dies", () => {
  test.each([
    ["by kill -9", { kill: "SIGKILL" }, "ended by SIGKILL"],
    ["with code 1", { exit: 1 }, "ended with code 1"],
    ["with code 0", { exit: 0 }, "ended with code 0"],
  ] as const)("%s in a call is restarted and answers at every point", async (_how, script, says) => {
    const watched = await start({ restart: { delayMs: 1 } });
    const first = watched.pid();
    await ask(watched.hooks, BEFORE_TOOL, script);
    await watched.report("process-lost", says);
    await watched.report("restarted");
    expect(watched.status()).toMatchObject({ state: "running", restarts: 1 });
    expect(watched.status().lastError?.message).toContain(says);
    expect(watched.pid()).not.toBe(first);
    await expectAnswers(watched);
  });

  test("while it has no call is restarted", async () => {
    const watched = await start({ restart: { delayMs: 1 } });
    process.kill(watched.pid(), "SIGKILL");
    await watched.report("restarted");
    await expectAnswers(watched);
  });

  test("gets hello again, with its name and modes, before any call", async () => {
    const watched = await start({ restart: { delayMs: 1 }, intercept: ["before_tool", "approve_tool"] });
    const trace = watched.hooks.trace();
    process.kill(watched.pid(), "SIGKILL");
    await watched.report("restarted");
    await ask(watched.hooks, APPROVE);
    await watched.hooks.close();
    const lines = [];
    for await (const { from, line } of trace) lines.push({ from, ...JSON.parse(line) });
    expect(lines.slice(0, 3)).toMatchObject([
      {
        from: "host",
        id: lines[1].id,
        method: "hook.hello",
        params: { name: "probe", version: 1, modes: ["tool", "approve"] },
      },
      { from: "hook", result: { ok: true } },
      { from: "host", method: APPROVE },
    ]);
    expect(received(lines[3].result)).toMatchObject({ id: lines[2].id, method: APPROVE });
  });

  test.each(POLICIES)("makes calls follow the policy %s until it runs again", async (onFailure) => {
    const watched = await start({ onFailure, restart: { delayMs: AGES, maxDelayMs: AGES } });
    process.kill(watched.pid(), "SIGKILL");
    await watched.report("process-lost");
    expect(watched.status()).toMatchObject({ state: "restarting", restarts: 0 });
    expect(watched.status()).not.toHaveProperty("pid");
    await expectPolicy(watched, onFailure);
    expect(watched.status()).toMatchObject({ calls: 5, failures: 5, timeouts: 0 });
  });

  test.each(POLICIES)("makes calls follow the policy %s while its successor is in hello", async (onFailure) => {
    const beacons = await listen();
    const config = { command: hookCommand("beacon.mjs", "./puppet.mjs"), env: { BEACON: beacons.path, WAIT: "yes" } };
    const starting = start({ ...config, onFailure, restart: { delayMs: 1 } });
    (await beacons.next()).write("go");
    const watched = await starting;
    process.kill(watched.pid(), "SIGKILL");
    const bornAgain = await beacons.next();
    expect(watched.status().state).toBe("restarting");
    await expectPolicy(watched, onFailure);
    bornAgain.write("go");
    await watched.report("restarted");
    await expectAnswers(watched);
  });

  test("receives, after the restart, the events that came in between", async () => {
    const watched = await start({ observe: ["*"], restart: { delayMs: 1 } });
    process.kill(watched.pid(), "SIGKILL");
    await watched.report("process-lost");
    const events = 20;
    for (let n = 0; n < events; n++) watched.hooks.emit({ kind: "agent.turn.start", payload: { n } });
    await watched.report("restarted");
    const trace = watched.hooks.trace();
    await ask(watched.hooks, APPROVE);
    await watched.hooks.close();
    const arrived = [];
    for await (const { from, line } of trace)
      if (from === "hook") arrived.push(...received(JSON.parse(line).result).events);
    expect(arrived.map(({ params }) => (params as { payload: { n: number } }).payload.n)).toEqual(
      Array.from({ length: events }, (_, n) => n),
    );
    expect(watched.status().eventsDropped).toBe(0);
  });
});

describe("a crash loop", () => {
  test('waits longer before each restart, up to a limit, then ends in the state "failed"', async () => {
    const { process: config, pids } = lives({}, { stderr: "no licence\n", exit: 7 });
    const watched = await start({ ...config, restart: { delayMs: 1, maxDelayMs: 4, attempts: 5 } });
    process.kill(watched.pid(), "SIGKILL");
    const end = await watched.report("not-restarted");
    const delays = watched.reportsOf("process-lost").map(({ message }) => /^restart .* ms/.exec(message)?.[0]);
    expect(delays).toEqual([1, 2, 4, 4, 4].map((ms, index) => `restart ${index + 1} of 5 in ${ms} ms`));
    expect(end.message).toContain("ended with code 7");
    expect(end.message).toContain("\nno licence");
    expect(end.message).toContain("it is not restarted again after 5 restarts in a row; every tool call is denied");
    expect(pids()).toHaveLength(6);
    expect(pids().filter(isAlive)).toEqual([]);
    expect(watched.status()).toMatchObject({ state: "failed", restarts: 0 });
    expect(watched.status().lastError?.message).toContain("ended with code 7");
  });

  test.each(POLICIES)("leaves calls to the policy %s once the hook is not restarted", async (onFailure) => {
    const { process: config } = lives({}, { exit: 7 });
    const watched = await start({ ...config, onFailure, restart: { delayMs: 1, attempts: 2 } });
    process.kill(watched.pid(), "SIGKILL");
    await watched.report("not-restarted");
    await expectPolicy(watched, onFailure);
    watched.hooks.emit({ kind: "agent.turn.start" });
    expect(watched.status()).toMatchObject({ state: "failed", calls: 5, failures: 5 });
  });

  test("includes a hook that answers hello and then dies", async () => {
    const { process: config, pids } = lives({ print: "ANSWER\n", exit: 1 });
    const watched = await start({ ...config, restart: { delayMs: 1, attempts: 3 } });
    await watched.report("not-restarted", "it is not restarted again after 3 restarts in a row");
    expect(pids()).toHaveLength(4);
    expect(watched.status()).toMatchObject({ state: "failed", restarts: 3 });
  });

  test("ends if the hook answers again in time", async () => {
    const { process: config, pids } = lives({}, { exit: 1 }, { exit: 1 }, {});
    const watched = await start({ ...config, restart: { delayMs: 1 } });
    process.kill(watched.pid(), "SIGKILL");
    await watched.report("restarted");
    expect(pids()).toHaveLength(4);
    expect(watched.status()).toMatchObject({ state: "running", restarts: 1 });
    await expectAnswers(watched);
  });

  test("also ends for an optional hook that never started", async () => {
    const { process: config, pids } = lives({ exit: 2 });
    const watched = await start({
      ...config,
      required: false,
      onFailure: "block",
      restart: { delayMs: 1, attempts: 2 },
    });
    expect(watched.status()).toMatchObject({ state: "restarting" });
    await watched.report("not-restarted", "it is not restarted again after 2 restarts in a row");
    expect(pids()).toHaveLength(3);
    await expectPolicy(watched, "block");
  });
});

describe("a hook that ran for 30 s", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Moves the clock forward by 31 s. */
  function pass31s() {
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + 31_000);
  }

  test("starts again with a count of zero restarts", async () => {
    const watched = await start({ restart: { delayMs: 1, attempts: 2 } });
    for (const life of [1, 2]) {
      process.kill(watched.pid(), "SIGKILL");
      await watched.report("restarted", "", life);
    }
    pass31s();
    process.kill(watched.pid(), "SIGKILL");
    await watched.report("restarted", "", 3);
    expect(watched.reportsOf("process-lost").map(({ message }) => /restart (\d)/.exec(message)?.[1])).toEqual([
      "1",
      "2",
      "1",
    ]);
  });

  test("is not restarted if it then crashes repeatedly", async () => {
    const { process: config } = lives({}, { exit: 1 });
    const watched = await start({ ...config, restart: { delayMs: 1, maxDelayMs: 1, attempts: 2 } });
    pass31s();
    process.kill(watched.pid(), "SIGKILL");
    const ended = watched.report("not-restarted").then(() => "failed");
    const again = watched.report("process-lost", "restart 1 of 2", 2).then(() => "restart 1 of 2, twice");
    expect(await Promise.race([ended, again])).toBe("failed");
  });
});

describe("a process that stops answering", () => {
  test.each(POLICIES)("after SIGSTOP is replaced; until then its calls follow the policy %s", async (onFailure) => {
    const watched = await start({ onFailure, restart: { delayMs: 1 } }, LATE_BUT_APPROVALS);
    const first = watched.pid();
    process.kill(first, "SIGSTOP");
    const approval = ask(watched.hooks, APPROVE);
    for (const method of METHODS.filter((one) => one !== APPROVE)) {
      expect(await ask(watched.hooks, method)).toMatchObject(unanswered(method, onFailure, "timed out"));
    }
    await watched.report("process-lost", "it no longer answers; its process is replaced");
    await watched.report("restarted");
    expect(await approval).toMatchObject(unanswered(APPROVE, onFailure));
    expect(watched.status()).toMatchObject({ state: "running", restarts: 1, calls: 5, failures: 5, timeouts: 4 });
    expect(watched.pid()).not.toBe(first);
    expect(isAlive(first)).toBe(false);
    expect(await ask(watched.hooks, APPROVE)).toMatchObject(answered(APPROVE));
  });

  test("after closing its stdin is replaced", async () => {
    const watched = await start(
      { command: hookCommand("deaf.mjs", "closed"), restart: { delayMs: 1 } },
      LATE_BUT_APPROVALS,
    );
    const first = watched.pid();
    expect(await ask(watched.hooks, BEFORE_TOOL)).toMatchObject(unanswered(BEFORE_TOOL, "continue", "timed out"));
    await watched.report("process-lost", "it no longer answers");
    await watched.report("restarted");
    expect(isAlive(first)).toBe(false);
  });

  test("after closing its stdout is replaced, and calls do not wait for it", async () => {
    const watched = await start({ restart: { delayMs: 1 } });
    const first = watched.pid();
    const waiting = ask(watched.hooks, APPROVE, { hold: true });
    await ask(watched.hooks, BEFORE_TOOL, { close: 1, hold: true });
    expect(await waiting).toMatchObject(unanswered(APPROVE, "continue"));
    await watched.report("restarted");
    expect(isAlive(first)).toBe(false);
    await expectAnswers(watched);
  });

  test("because a guard that uses the SDK loops endlessly is replaced, and the guard denies again", async () => {
    const watched = await start(
      { command: hookCommand("guard.mjs"), intercept: ["before_tool", "approve_tool"], restart: { delayMs: 1 } },
      { ...PATIENT, interceptor_timeout_ms: 2000 },
    );
    const run = (tool: string, args = {}) => watched.hooks.runTool({ tool, arguments: args }, () => "done");
    expect(await run("read_file", { at: "beforeTool", how: "loop" })).toMatchObject({ outcome: "denied" });
    await watched.report("restarted");
    expect(await run("read_file")).toMatchObject({ outcome: "ran", text: "done" });
    expect(await run("exec")).toMatchObject({ outcome: "denied", reason: "no shell" });
  });

  test.each(POLICIES)("and must not be restarted is kept, and answers later calls (policy %s)", async (onFailure) => {
    const watched = await start({ onFailure, restart: false }, LATE_BUT_APPROVALS);
    const first = watched.pid();
    const trace = watched.hooks.trace();
    process.kill(first, "SIGSTOP");
    for (const method of METHODS.filter((one) => one !== APPROVE)) {
      expect(await ask(watched.hooks, method)).toMatchObject(unanswered(method, onFailure, "timed out"));
    }
    process.kill(first, "SIGCONT");
    expect(await ask(watched.hooks, APPROVE)).toMatchObject(answered(APPROVE));
    expect(watched.status()).toMatchObject({ state: "running", restarts: 0, pid: first, timeouts: 4, failures: 4 });
    expect(watched.reportsOf("process-lost")).toEqual([]);
    await watched.hooks.close();
    // It was not even checked.
    const sent = [];
    for await (const { from, method } of trace) if (from === "host") sent.push(method);
    expect(sent).toEqual(METHODS);
  });
});

describe("a slow but living hook", () => {
  /** Waits for the check of a late hook: the answer to its second handshake. */
  async function checked(trace: AsyncIterable<{ from: string; method?: string }>): Promise<void> {
    for await (const { from, method } of trace) if (from === "hook" && method === "hook.hello") return;
  }

  test("is not replaced: it answers other calls while one is late", async () => {
    const watched = await start({ restart: { delayMs: 1 } }, LATE_BUT_APPROVALS);
    const first = watched.pid();
    const check = checked(watched.hooks.trace());
    expect(await ask(watched.hooks, BEFORE_TOOL, { hold: true })).toMatchObject(
      unanswered(BEFORE_TOOL, "continue", "timed out"),
    );
    await check;
    expect(await ask(watched.hooks, APPROVE, { release: true })).toMatchObject(answered(APPROVE));
    expect(watched.status()).toMatchObject({ state: "running", restarts: 0, pid: first });
    expect(watched.reportsOf("process-lost")).toEqual([]);
  });

  test("is not replaced when as many calls are late as it may have in flight", async () => {
    const watched = await start({ restart: { delayMs: 1 } }, LATE_BUT_APPROVALS);
    const trace = watched.hooks.trace();
    const lost = watched.report("process-lost").then(({ message }) => message);
    await Promise.all(Array.from({ length: 256 }, () => ask(watched.hooks, BEFORE_TOOL, { hold: true })));
    expect(await Promise.race([checked(trace).then(() => "asked, and it answered"), lost])).toBe(
      "asked, and it answered",
    );
  });
});

describe("an event that cannot be sent", () => {
  const unwritable = { kind: "agent.turn.start", payload: { n: 1n as never } };

  test("does not throw in the agent", async () => {
    const watched = await start({ observe: ["*"] });
    expect(() => watched.hooks.emit(unwritable)).not.toThrow();
    await expectAnswers(watched);
  });

  test("because the hook does not read yet does not delay later events", async () => {
    const watched = await start({ observe: ["*"], maxLineBytes: 16 * 1_048_576 });
    process.kill(watched.pid(), "SIGSTOP");
    const pad = "x".repeat(1000);
    for (let n = 0; n < 700; n++) watched.hooks.emit({ kind: "agent.turn.start", payload: { pad } });
    watched.hooks.emit(unwritable);
    watched.hooks.emit({ kind: "agent.turn.end" });
    const trace = watched.hooks.trace();
    process.kill(watched.pid(), "SIGCONT");
    for await (const { line } of trace) if (line.includes('"agent.turn.end"')) break;
    await expectAnswers(watched);
  });

  test("because the process restarts is not lost", async () => {
    const { process: config, pids } = lives({});
    const watched = await start({ ...config, observe: ["*"], restart: { delayMs: 1, attempts: 1 } });
    process.kill(watched.pid(), "SIGKILL");
    await watched.report("process-lost");
    watched.hooks.emit(unwritable);
    const restarted = watched.report("restarted").then(() => "restarted");
    const givenUp = watched.report("not-restarted").then(({ message }) => message);
    try {
      expect(await Promise.race([restarted, givenUp])).toBe("restarted");
      expect(pids()).toHaveLength(2);
      await expectAnswers(watched);
    } finally {
      // If the test fails, nothing else knows this process.
      for (const pid of pids().filter(isAlive)) process.kill(pid, "SIGKILL");
    }
  });
});
