import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import type { TraceEntry } from "../../../src/index.js";
import { answered, ask, METHODS, PATIENT, POLICIES, SOON, start, unanswered } from "../../manager/start-manager.js";
import { hookCommand, received } from "../../start-hook.js";

const BEFORE_TOOL = "hook.before_tool";
const APPROVE = "hook.approve_tool";
const MEGABYTE = 1_048_576;
const MEMORY = fileURLToPath(new URL("memory.mjs", import.meta.url));

/** Runs in a separate process, because this one includes the test runner's memory. */
async function grows(...args: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [MEMORY, ...args]);
  return JSON.parse(stdout);
}

async function linesOf(trace: AsyncIterable<TraceEntry>, from: "host" | "hook"): Promise<string[]> {
  const lines = [];
  for await (const entry of trace) if (entry.from === from) lines.push(entry.line);
  return lines;
}

describe("a line from the hook", () => {
  test.each(METHODS)(
    "of 2 MiB fails only its call of %s: others in flight and the next are answered",
    async (method) => {
      const watched = await start();
      const others = METHODS.map((other) => ask(watched.hooks, other, { hold: true }));
      const long = { result: { action: "continue", approved: true, pad: "x".repeat(2 * MEGABYTE) } };
      expect(await ask(watched.hooks, method, long)).toMatchObject(unanswered(method, "continue"));
      expect(await ask(watched.hooks, method, { release: true })).toMatchObject(answered(method));
      for (const [index, other] of METHODS.entries()) expect(await others[index]).toMatchObject(answered(other));
      expect(watched.status()).toMatchObject({ state: "running", calls: 7, failures: 1, timeouts: 0 });
      await watched.report("noise", `a line of ${MEGABYTE} bytes or more`);
    },
  );

  test("may be as long as `maxLineBytes`, including the newline", async () => {
    const watched = await start({ maxLineBytes: 2000 });
    const answer = (padTo: number) => ({ result: { action: "continue" }, padTo });
    expect(await ask(watched.hooks, BEFORE_TOOL, answer(1999))).toMatchObject(answered(BEFORE_TOOL));
    expect(await ask(watched.hooks, BEFORE_TOOL, answer(2000))).toMatchObject(unanswered(BEFORE_TOOL, "continue"));
    expect(await ask(watched.hooks, BEFORE_TOOL, answer(1999))).toMatchObject(answered(BEFORE_TOOL));
  });

  const tooLong = { print: `{"jsonrpc":"2.0","result":{"pad":"${"x".repeat(5000)}"},"id":ID}\n` };
  const IMPATIENT_HERE = { ...PATIENT, interceptor_timeout_ms: 5000 };

  test("that is too long fails its call at once, each time, even if its id comes last", async () => {
    const { hooks } = await start({ maxLineBytes: 4000 }, IMPATIENT_HERE);
    for (const time of [1, 2, 3]) {
      const { reports } = await ask(hooks, BEFORE_TOOL, tooLong);
      expect({ time, message: reports[0]?.message }).toEqual({
        time,
        message: "gave an answer of 4000 bytes or more, newline included; the agent continues without this hook",
      });
    }
  });

  test("that is too long frees its call's place: after 300 of them the next call is answered", async () => {
    const watched = await start({ maxLineBytes: 4000 }, { ...PATIENT, approval_timeout_ms: 5000 });
    const withId = { print: `{"jsonrpc":"2.0","id":ID,"result":{"pad":"${"x".repeat(5000)}"}}\n` };
    for (let n = 0; n < 300; n++) {
      const outcome = ask(watched.hooks, BEFORE_TOOL, withId);
      // The 257th would wait for ever if the others still counted as in flight.
      if (n === 256) break;
      expect(await outcome).toMatchObject(unanswered(BEFORE_TOOL, "continue"));
    }
    expect(await ask(watched.hooks, APPROVE)).toMatchObject(answered(APPROVE));
  });
});

describe("a line to the hook", () => {
  test.each(POLICIES)("that is too long to send makes only its own call follow the policy %s", async (onFailure) => {
    const watched = await start({ onFailure });
    const text = "x".repeat(65 * MEGABYTE);
    const outcome = await watched.hooks.beforeTool({ tool: "exec", arguments: { text } });
    expect(outcome).toMatchObject(unanswered(BEFORE_TOOL, onFailure));
    expect(outcome.reports[0]?.message).toContain("hook.before_tool cannot be sent: it has more than");
    const approval = await watched.hooks.approveTool({ tool: "exec", arguments: { text } });
    expect(approval).toMatchObject(unanswered(APPROVE, onFailure));
    for (const method of METHODS) expect(await ask(watched.hooks, method)).toMatchObject(answered(method));
    expect(watched.status()).toMatchObject({ state: "running", calls: 7, failures: 2 });
  });

  test("that cannot be serialized fails only its own call, and later answers still reach their calls", async () => {
    const watched = await start({ onFailure: "block", maxLineBytes: 4000 });
    const unwritable = { tool: "exec", arguments: { n: 1n as never } };
    expect(await watched.hooks.beforeTool(unwritable)).toMatchObject(unanswered(BEFORE_TOOL, "block"));
    expect(await watched.hooks.approveTool(unwritable)).toMatchObject(unanswered(APPROVE, "block"));
    const waiting = ask(watched.hooks, BEFORE_TOOL, { hold: true });
    const long = { print: `{"jsonrpc":"2.0","id":ID,"result":{"pad":"${"x".repeat(5000)}"}}\n` };
    expect(await ask(watched.hooks, BEFORE_TOOL, long)).toMatchObject(unanswered(BEFORE_TOOL, "block"));
    expect(await ask(watched.hooks, APPROVE, { release: true })).toMatchObject(answered(APPROVE));
    expect(await waiting).toMatchObject(answered(BEFORE_TOOL));
  });

  test("of 5 MB is sent", async () => {
    const { hooks } = await start();
    const text = "é".repeat(2_500_000);
    const outcome = await hooks.beforeTool({ tool: "exec", arguments: { text }, script: { result: {} } });
    expect(outcome).toMatchObject({ outcome: "continue", reports: [] });
  });
});

describe("calls in flight", () => {
  test("are 256 at most; the others are sent in order as answers arrive, and each is answered", async () => {
    const watched = await start();
    const trace = watched.hooks.trace();
    process.kill(watched.pid(), "SIGSTOP");
    const asked = Array.from({ length: 600 }, (_, n) => watched.hooks.beforeTool({ tool: "exec", arguments: { n } }));
    await new Promise((resolve) => setImmediate(resolve));
    const sent: TraceEntry[] = [];
    for (let n = 0; n < 256; n++) sent.push((await trace.next()).value as TraceEntry);
    expect(sent.every(({ from }) => from === "host")).toBe(true);
    process.kill(watched.pid(), "SIGCONT");
    expect((await trace.next()).value?.from).toBe("hook");
    for (const [n, outcome] of (await Promise.all(asked)).entries()) {
      expect(outcome).toMatchObject({ outcome: "continue", arguments: { n }, reports: [] });
    }
    expect(watched.status()).toMatchObject({ calls: 600, failures: 0 });
  });

  test("that time out while they wait for a hook that does not read are never sent", async () => {
    const watched = await start({}, { ...PATIENT, interceptor_timeout_ms: SOON });
    process.kill(watched.pid(), "SIGSTOP");
    const trace = watched.hooks.trace();
    // More than a pipe holds, so what was sent remains unread.
    const args = { text: "x".repeat(8192) };
    const call = () => watched.hooks.beforeTool({ tool: "exec", arguments: args });
    await Promise.all(Array.from({ length: 300 }, call));
    process.kill(watched.pid(), "SIGCONT");
    expect(await ask(watched.hooks, APPROVE)).toMatchObject(answered(APPROVE));
    await watched.hooks.close();
    expect(await linesOf(trace, "host")).toHaveLength(257);
    expect(watched.status()).toMatchObject({ calls: 301, failures: 300, timeouts: 300 });
  });

  test("that time out do not use up a living hook: the 257th is answered", async () => {
    const { hooks } = await start({}, { interceptor_timeout_ms: SOON, approval_timeout_ms: 5000 });
    await Promise.all(Array.from({ length: 256 }, () => ask(hooks, BEFORE_TOOL, { hold: true })));
    expect(await ask(hooks, APPROVE)).toMatchObject(answered(APPROVE));
  });
});

describe("events to a hook that does not read", () => {
  const PAD = "x".repeat(1000);
  const EVENTS = 10_000;

  test("are dropped, oldest first, and counted; the rest arrive in order once it reads again", async () => {
    const watched = await start({ observe: ["*"], maxLineBytes: 16 * MEGABYTE });
    process.kill(watched.pid(), "SIGSTOP");
    for (let n = 0; n < EVENTS; n++) watched.hooks.emit({ kind: "agent.turn.start", payload: { n, PAD } });
    await watched.report("events-dropped", "the oldest are dropped");
    const { eventsDropped } = watched.status();
    expect(eventsDropped).toBeGreaterThan(EVENTS / 2);
    process.kill(watched.pid(), "SIGCONT");
    const seen = await toldUntil(watched, EVENTS - 1);
    const numbers = Array.from({ length: EVENTS }, (_, n) => n);
    const written = EVENTS - eventsDropped - 1000;
    expect(seen).toEqual([...numbers.slice(0, written), ...numbers.slice(-1000)]);
    expect(watched.reportsOf("events-dropped")).toHaveLength(1);
    expect(watched.status()).toMatchObject({ state: "running", eventsDropped });
  });

  test("are reported again if it falls behind again", async () => {
    const watched = await start({ observe: ["*"], maxLineBytes: 16 * MEGABYTE });
    for (const time of [1, 2]) {
      process.kill(watched.pid(), "SIGSTOP");
      for (let n = 0; n < EVENTS; n++) watched.hooks.emit({ kind: "agent.turn.start", payload: { n, PAD } });
      process.kill(watched.pid(), "SIGCONT");
      await toldUntil(watched, EVENTS - 1);
      expect(watched.reportsOf("events-dropped")).toHaveLength(time);
    }
  });

  test.each(POLICIES)("delay neither the agent nor its other hooks; calls follow the policy %s", async (onFailure) => {
    const watched = await start(
      { command: hookCommand("deaf.mjs"), observe: ["*"], onFailure },
      { interceptor_timeout_ms: SOON, approval_timeout_ms: SOON },
    );
    for (let n = 0; n < EVENTS; n++) {
      expect(watched.hooks.emit({ kind: "agent.turn.start", payload: { n, PAD } })).toBeUndefined();
    }
    for (const method of METHODS) {
      expect(await ask(watched.hooks, method)).toMatchObject(unanswered(method, onFailure, "timed out"));
    }
    expect(watched.status().eventsDropped).toBeGreaterThan(EVENTS / 2);
    expect(watched.status()).toMatchObject({ state: "running", calls: 5, timeouts: 5 });
  });

  test("do not fill the agent's memory", async () => {
    const { grownMb, dropped } = (await grows("events", ...hookCommand("deaf.mjs"))) as Record<string, number>;
    expect(dropped).toBeGreaterThan(8000);
    expect(grownMb).toBeLessThan(60);
  });

  /** Returns the numbers of the events that the hook received, up to `last`. */
  async function toldUntil({ hooks }: { hooks: import("../../../src/index.js").HookManager }, last: number) {
    const seen: number[] = [];
    const trace = hooks.trace();
    while (seen.at(-1) !== last) {
      await hooks.approveTool({ tool: "exec", arguments: {} });
      for (;;) {
        const { from, line, method } = (await trace.next()).value as TraceEntry;
        if (from !== "hook" || method !== APPROVE) continue;
        const { events } = received(JSON.parse(line).result);
        seen.push(...events.map(({ params }) => (params as { payload: { n: number } }).payload.n));
        break;
      }
    }
    await trace.return?.();
    return seen;
  }
});

describe("stderr", () => {
  test("of 100 MB neither fills the agent's memory nor delays its calls", async () => {
    expect(await grows("stderr", ...hookCommand("flood.mjs"))).toEqual({
      grownMb: expect.toSatisfy((mb: number) => mb < 60, "fewer than 60"),
      bytes: 100 * MEGABYTE,
      // By the flooding hook and by another one.
      answered: [20, 20],
      failures: 0,
    });
  });

  test("is forwarded line by line with the hook's name", async () => {
    const received: string[][] = [];
    let all = () => {};
    const three = new Promise<void>((resolve) => {
      all = resolve;
    });
    const { hooks } = await start({}, PATIENT, {
      onStderr: (...line) => {
        received.push(line);
        if (received.length === 3) all();
      },
    });
    await ask(hooks, BEFORE_TOOL, { stderr: "größe\n\n🦞\n" });
    await three;
    expect(received).toEqual([
      ["größe", "probe"],
      ["", "probe"],
      ["🦞", "probe"],
    ]);
  });

  test("goes to the agent's stderr with the hook's name in front if no callback is given", async () => {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    try {
      const { hooks } = await start({}, PATIENT, { onStderr: undefined as never });
      await ask(hooks, BEFORE_TOOL, { stderr: "no network\n", exit: 1 });
      expect(write.mock.calls.map(([text]) => text)).toContain("probe: no network\n");
    } finally {
      write.mockRestore();
    }
  });

  test("is kept to its last 20 lines in the report of a lost process", async () => {
    const lines = Array.from({ length: 2000 }, (_, n) => `line ${n}`);
    const watched = await start();
    await ask(watched.hooks, BEFORE_TOOL, { stderr: `${lines.join("\n")}\n`, exit: 1 });
    const { message } = await watched.report("not-restarted");
    expect(message.split("\n").filter((line) => line.startsWith("line "))).toEqual(lines.slice(-20));
  });
});
