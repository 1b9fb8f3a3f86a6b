import { describe, expect, test, vi } from "vitest";
import {
  answered,
  ask,
  IMPATIENT,
  METHODS,
  PATIENT,
  POLICIES,
  type ProcessConfig,
  SOON,
  start,
  startAll,
  unanswered,
} from "../../manager/start-manager.js";
import { hookCommand, lives, type Script } from "../../start-hook.js";

interface Fault {
  readonly script: Script;
  readonly why: "failed" | "timed out";
  /** What the report of the call contains, in addition to the consequence. */
  readonly says: string;
  /** The state of the process afterwards. `failed`: it is dead and not restarted. */
  readonly after: "failed" | "running" | "stopped";
}

const MEGABYTE = 1_048_576;
const faults: Record<string, Fault> = {
  "ends with code 3": { script: { exit: 3 }, why: "failed", says: "ended with code 3", after: "failed" },
  "ends with code 0": { script: { exit: 0 }, why: "failed", says: "ended with code 0", after: "failed" },
  "is killed by kill -9": { script: { kill: "SIGKILL" }, why: "failed", says: "ended by SIGKILL", after: "failed" },
  "closes its stdout": {
    script: { close: 1, hold: true },
    why: "failed",
    says: "closed its stdout",
    after: "failed",
  },
  "dies in the middle of its answer": {
    script: { print: '{"jsonrpc":"2.0","id":ID,"result":{"appro', exit: 1 },
    why: "failed",
    says: "ended with code 1",
    after: "failed",
  },
  "is stopped": { script: { kill: "SIGSTOP" }, why: "timed out", says: `in ${SOON} ms`, after: "stopped" },
  "never answers": { script: { hold: true }, why: "timed out", says: `in ${SOON} ms`, after: "running" },
  "writes garbage in place of an answer": {
    script: { print: 'Traceback (most recent call last):\n{"jsonrpc":"2.0","id":ID,"resu\n' },
    why: "timed out",
    says: `in ${SOON} ms`,
    after: "running",
  },
  "answers with an error": {
    script: { error: { code: -32603, message: "no idea" } },
    why: "failed",
    says: "with error -32603: no idea",
    after: "running",
  },
  "answers with the wrong types": {
    script: { result: { action: 5, approved: "yes" } },
    why: "failed",
    says: "wrongly",
    after: "running",
  },
  "answers with a line of 2 MiB": {
    script: { result: { action: "continue", approved: true, pad: "x".repeat(2 * MEGABYTE) } },
    why: "failed",
    says: `an answer of ${MEGABYTE} bytes or more`,
    after: "running",
  },
};
const table = Object.entries(faults).flatMap(([what, fault]) =>
  METHODS.flatMap((method) => POLICIES.map((onFailure) => [what, method, onFailure, fault] as const)),
);

describe("a hook with a fault", () => {
  test.each(table)("that %s in %s makes its call follow the policy %s", async (_what, method, onFailure, fault) => {
    const { script, why, says, after } = fault;
    const watched = await start({ onFailure }, why === "timed out" ? IMPATIENT : PATIENT);
    const outcome = await ask(watched.hooks, method, script);
    expect(outcome).toMatchObject(unanswered(method, onFailure, why));
    expect(outcome.reports).toHaveLength(1);
    expect(outcome.reports[0]?.message).toContain(says);
    const refused = method === "hook.approve_tool" || onFailure === "block";
    const counted = { calls: 1, failures: 1, timeouts: why === "timed out" ? 1 : 0, denials: refused ? 1 : 0 };
    expect(watched.status()).toMatchObject(counted);
    if (after === "failed") {
      await watched.report("not-restarted", "it is not restarted");
      expect(watched.status()).toMatchObject({ state: "failed", restarts: 0 });
      expect(watched.status()).not.toHaveProperty("pid");
    } else {
      expect(watched.status()).toMatchObject({ state: "running", restarts: 0 });
      expect(lives(watched.pid())).toBe(true);
    }
  });

  const living = table.filter(([, , , { after }]) => after === "running");
  test.each(living)("that %s in %s (policy %s) answers the next call", async (_what, method, onFailure, fault) => {
    // Only the call without an answer has a short limit. Other calls have no limit in practice.
    const approves = method === "hook.approve_tool";
    const defaults = approves
      ? { ...PATIENT, approval_timeout_ms: SOON }
      : { ...PATIENT, interceptor_timeout_ms: SOON };
    const next = approves ? "hook.before_tool" : "hook.approve_tool";
    const { hooks } = await start({ onFailure }, defaults);
    await ask(hooks, method, fault.script);
    expect(await ask(hooks, next)).toMatchObject(answered(next));
  });
});

describe("a tool whose guard has a fault", () => {
  const rounds = Object.entries(faults).map(([what, fault]) => [what, fault] as const);

  test.each(rounds)("that %s in before_tool runs under the policy continue", async (_what, { script, why }) => {
    const { hooks } = await start(
      { onFailure: "continue", intercept: ["before_tool"] },
      why === "timed out" ? IMPATIENT : PATIENT,
    );
    const execute = vi.fn(() => "done");
    const round = await hooks.runTool({ tool: "exec", arguments: { n: 1 }, script }, execute);
    expect(round).toMatchObject({ outcome: "ran", text: "done", arguments: { n: 1 } });
    expect(execute).toHaveBeenCalledOnce();
  });

  test.each(rounds)("that %s in before_tool does not run under the policy block", async (_what, { script, why }) => {
    const { hooks } = await start(
      { onFailure: "block", intercept: ["before_tool"] },
      why === "timed out" ? IMPATIENT : PATIENT,
    );
    const execute = vi.fn(() => "done");
    const round = await hooks.runTool({ tool: "exec", arguments: {}, script }, execute);
    expect(round).toMatchObject({ outcome: "denied", text: `Tool execution denied by hook: hook "probe" ${why}` });
    expect(execute).not.toHaveBeenCalled();
  });

  test.each(rounds.flatMap(([what, fault]) => POLICIES.map((onFailure) => [what, onFailure, fault] as const)))(
    "that %s in approve_tool does not run under the policy %s",
    async (_what, onFailure, { script, why }) => {
      const { hooks } = await start(
        { onFailure, intercept: ["approve_tool"] },
        why === "timed out" ? IMPATIENT : PATIENT,
      );
      const execute = vi.fn(() => "done");
      const round = await hooks.runTool({ tool: "exec", arguments: {}, script }, execute);
      expect(round).toMatchObject({
        outcome: "denied",
        text: `Tool execution denied by approval hook: tool approval hook "probe" ${why}`,
      });
      expect(execute).not.toHaveBeenCalled();
    },
  );
});

describe("a guard that uses the SDK, with the policy block", () => {
  const breaks = [
    ["exit", "failed"],
    ["kill", "failed"],
    ["stop", "timed out"],
    ["loop", "timed out"],
    ["hang", "timed out"],
  ] as const;
  const places = ["beforeTool", "approveTool"] as const;
  const table = places.flatMap((at) => breaks.map(([how, why]) => [at, how, why] as const));
  // The policy comes from its handshake, not from the config.
  const guard: Partial<ProcessConfig> = {
    command: hookCommand("guard.mjs"),
    intercept: ["before_tool", "approve_tool"],
  };

  test("denies and approves as its code says", async () => {
    const watched = await start(guard);
    const run = (tool: string) => watched.hooks.runTool({ tool, arguments: {} }, () => "done");
    expect(await run("exec")).toMatchObject({ outcome: "denied", reason: "no shell", by: "probe" });
    expect(await run("read_file")).toMatchObject({ outcome: "ran", text: "done" });
    expect(watched.status()).toMatchObject({ onFailure: "block", denials: 1, failures: 0 });
  });

  test.each(table)("denies the tool when it breaks in %s: %s", async (at, how, why) => {
    const { hooks } = await start(
      guard,
      why === "timed out" ? { interceptor_timeout_ms: 1000, approval_timeout_ms: 1000 } : PATIENT,
    );
    const execute = vi.fn(() => "done");
    const round = await hooks.runTool({ tool: "read_file", arguments: { at, how } }, execute);
    expect(round).toMatchObject({ outcome: "denied", by: "probe" });
    expect(round.text).toContain(why);
    expect(execute).not.toHaveBeenCalled();
  });

  test.each(places)("denies the tool when its handler throws in %s, and lives on", async (at) => {
    const { hooks } = await start(guard);
    const execute = vi.fn(() => "done");
    expect(await hooks.runTool({ tool: "read_file", arguments: { at, how: "throw" } }, execute)).toMatchObject({
      outcome: "denied",
      reports: [],
    });
    expect(execute).not.toHaveBeenCalled();
    expect(await hooks.runTool({ tool: "read_file", arguments: {} }, execute)).toMatchObject({ outcome: "ran" });
  });
});

describe("many calls in flight", () => {
  test.each(POLICIES)("all follow the policy %s when the process dies", async (onFailure) => {
    const watched = await start({ onFailure });
    // More calls than the limit of calls in flight.
    const asked = Array.from({ length: 60 }, () => METHODS)
      .flat()
      .map(async (method) => ({ method, outcome: await ask(watched.hooks, method, { hold: true }) }));
    // The hook has received some of them by then.
    await new Promise((resolve) => setImmediate(resolve));
    process.kill(watched.pid(), "SIGKILL");
    for (const { method, outcome } of await Promise.all(asked)) {
      expect(outcome).toMatchObject(unanswered(method, onFailure));
    }
    expect(watched.status()).toMatchObject({ calls: 300, failures: 300, timeouts: 0 });
  });

  test("are never sent if they still wait for their turn when the process dies", async () => {
    const watched = await start();
    const trace = watched.hooks.trace();
    const asked = Array.from({ length: 300 }, () => ask(watched.hooks, "hook.before_tool", { hold: true }));
    process.kill(watched.pid(), "SIGKILL");
    await Promise.all(asked);
    await watched.hooks.close();
    const sent: string[] = [];
    for await (const { from, line } of trace) if (from === "host") sent.push(line);
    expect(sent).toHaveLength(256);
  });

  test("to another hook continue when one hook dies", async () => {
    const watched = await startAll({ other: puppetAt("approve_tool"), probe: puppetAt("before_tool") });
    const asked = ask(watched.hooks, "hook.before_tool", { exit: 1 });
    expect(await ask(watched.hooks, "hook.approve_tool")).toMatchObject(answered("hook.approve_tool"));
    expect(await asked).toMatchObject(unanswered("hook.before_tool", "continue"));
    expect(watched.status("other")).toMatchObject({ state: "running", failures: 0 });
  });

  function puppetAt(point: "before_tool" | "approve_tool") {
    return { enabled: true, command: hookCommand("puppet.mjs"), intercept: [point], restart: false as const };
  }
});

describe("garbage", () => {
  const noise = 'starting...\n{"jsonrpc":"2.0","id":9999,"result":{}}\n[1,\n\u0000\u0007\n';

  test.each(METHODS)("around the answer to %s changes nothing, and is reported as noise", async (method) => {
    const watched = await start();
    expect(await ask(watched.hooks, method, { print: `${noise}ANSWER\nbye\n` })).toMatchObject(answered(method));
    expect(await ask(watched.hooks, method)).toMatchObject(answered(method));
    await watched.report("noise", "a line that is not a message: starting...");
    await watched.report("noise", "9999");
    await watched.report("noise", "bye");
    expect(watched.status()).toMatchObject({ state: "running", calls: 2, failures: 0 });
  });

  test("in the form of an answer without effect counts as a failure", async () => {
    const watched = await start({ onFailure: "block" });
    const outcome = await ask(watched.hooks, "hook.before_tool", { result: { decision: "deny" } });
    expect(outcome).toMatchObject(unanswered("hook.before_tool", "block"));
    expect(watched.status()).toMatchObject({ calls: 1, failures: 1 });
  });
});
