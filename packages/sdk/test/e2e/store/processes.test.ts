import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { launcherCommand, launcherPath } from "../../../src/launcher/index.js";

const HOOK = fileURLToPath(new URL("../../hooks/store.mjs", import.meta.url));
const AT_ONCE = 50;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "store-home-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Call {
  readonly home?: string;
  readonly policy?: "block" | "continue";
  /** Receives the process, to kill it. */
  onStart?(child: ChildProcess): void;
}

/** Runs the hook for one call of Claude Code. Returns what the store answered, or why not. */
async function call(way: string, { policy = "block", onStart, ...where }: Call = {}) {
  const { XDG_STATE_HOME: _state, AGENT_HOOK_STORE: _store, ...env } = process.env;
  const child = spawn(process.execPath, [HOOK, "--host", "claude-code"], {
    env: { ...env, HOME: where.home ?? home, POLICY: policy },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => {
    stdout += text;
  });
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  // A process that was killed does not read its input.
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify({ ...PAYLOAD, tool_input: { command: way } }));
  onStart?.(child);
  await new Promise((resolve) => child.on("close", resolve));
  if (stdout === "") return { answer: undefined, reason: undefined, stderr };
  const reason: string = JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason;
  const isAnswer = /^(?:\d|\{)/.test(reason);
  return { answer: isAnswer ? JSON.parse(reason) : undefined, reason, stderr };
}

const PAYLOAD = {
  session_id: "5c3f2a1e",
  transcript_path: "/tmp/5c3f2a1e.jsonl",
  cwd: "/tmp",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_use_id: "toolu_1",
};

/** Runs `count` calls, at most `AT_ONCE` at the same time. */
async function many<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await run(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

const ascending = (values: number[]) => values.sort((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("50 processes at once", () => {
  it("count exactly, although some are killed at random moments", { timeout: 1_200_000 }, async () => {
    const [CALLS, KILLED] = [1000, 100];
    const moments = fc.sample(fc.double({ min: 0.3, max: 1.1, noNaN: true }), { numRuns: KILLED, seed: 25 });
    // A moment is a part of the time that the last call took: a busy machine is slow.
    let lastMs = 1000;
    const results = await many(CALLS, async (index) => {
      const moment = index % (CALLS / KILLED) === 0 ? moments[index / (CALLS / KILLED)] : undefined;
      const onStart = (child: ChildProcess) => void setTimeout(() => child.kill("SIGKILL"), lastMs * (moment ?? 0));
      const startedAt = performance.now();
      const result = await call("increment", moment === undefined ? {} : { onStart });
      if (moment === undefined) lastMs = performance.now() - startedAt;
      return result;
    });
    const answers = ascending(results.flatMap(({ answer }) => (answer === undefined ? [] : [answer as number])));
    expect(new Set(answers).size, "each answer is given once").toBe(answers.length);
    expect(answers.length).toBeGreaterThanOrEqual(CALLS - KILLED);
    const { answer: count } = await call("get");
    expect(count).toBeGreaterThanOrEqual(answers.length);
    expect(count).toBeLessThanOrEqual(CALLS);
    expect(answers.at(-1)).toBeLessThanOrEqual(count);
  });

  it("swap a value as often as they say", { timeout: 300_000 }, async () => {
    const results = await many(100, () => call("swap"));
    expect(ascending(results.map(({ answer }) => answer))).toEqual(upTo(100));
  });

  it("add to a window until its limit, and no further", { timeout: 300_000 }, async () => {
    const results = await many(150, () => call("window"));
    const allowed = results.filter(({ answer }) => answer.allowed);
    expect(ascending(allowed.map(({ answer }) => answer.used))).toEqual(upTo(100));
    const denied = results.filter(({ answer }) => !answer.allowed);
    expect(denied).toHaveLength(50);
    for (const { answer } of denied) expect(answer).toMatchObject({ used: 100, retryAfterMs: expect.any(Number) });
  });
});

describe("one process", () => {
  it("counts for its own user", { timeout: 60_000 }, async () => {
    const other = mkdtempSync(join(tmpdir(), "store-home-"));
    try {
      expect(await call("increment")).toMatchObject({ answer: 1, stderr: "" });
      expect(await call("increment", { home: other })).toMatchObject({ answer: 1 });
      expect(await call("increment")).toMatchObject({ answer: 2 });
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it("denies if its store is damaged and its policy is block, and goes on otherwise", { timeout: 60_000 }, async () => {
    await call("increment");
    const file = join(home, ".local/state/agent-hook/store.db");
    for (const name of ["-wal", "-shm"]) rmSync(file + name, { force: true });
    writeFileSync(file, Buffer.alloc(8192, 0xff));
    const blocked = await call("increment");
    expect(blocked.reason).toMatch(
      /^hook "store" could not use its store at beforeTool \(id \w+\); to find out why, run: npx agent-hook why \w+$/,
    );
    expect(blocked.stderr).toContain("it is damaged: delete it to start with an empty store");
    expect(await call("increment", { policy: "continue" })).toMatchObject({ reason: undefined });
  });
});

it("a store in memory, which every call would find empty, is a failure behind a launcher", async () => {
  const command = launcherCommand({
    launcher: launcherPath(),
    mode: "block",
    host: "claude-code",
    event: "PreToolUse",
    seconds: 60,
    command: [process.execPath, HOOK, "--host", "claude-code"],
  });
  const { XDG_STATE_HOME: _state, ...env } = process.env;
  const child = spawn("/bin/sh", ["-c", command], { env: { ...env, HOME: home, AGENT_HOOK_STORE: "memory:" } });
  child.stdin.end(JSON.stringify({ ...PAYLOAD, tool_input: { command: "increment" } }));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stdout).toContain("could not use its store");
  expect(stderr).toContain("AGENT_HOOK_STORE: memory: is empty at each call");
});
