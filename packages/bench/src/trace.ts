import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AGENT_HOOK } from "./command-start.js";
import { canPin, HookUnderTest } from "./hook-under-test.js";
import type { Figures } from "./measures.js";
import { beforeTool, hello } from "./messages.js";

const TURNS = 7;
const CALLS = 10_000;
const WARM_UP = 2000;

/** What a hook costs with `agent-hook trace` in its place, against the hook alone; microseconds a call. */
export interface TraceFigures {
  /** Of 10,000 calls, one after the other. */
  readonly p50: Figures;
  readonly mean: Figures;
  /** Of 10,000 calls that are all sent at once. */
  readonly flooded: Figures;
  /** Memory of the tracer, in MB, after 500,000 calls against after 300,000, all sent as fast as they are taken. */
  readonly growth: number;
}

type Sample = Record<"p50" | "mean" | "flooded", number>;

export async function trace(): Promise<TraceFigures> {
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-bench-"));
  const samples: { readonly bare: Sample; readonly ours: Sample }[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const out = join(folder, `${turn}.jsonl`);
    const bare = await measured(HookUnderTest.start("bare"));
    samples.push({ bare, ours: await measured(HookUnderTest.start("bare", [], tracer(out))) });
    expectRecorded(out, 1 + WARM_UP + 2 * CALLS);
  }
  const growth = await memoryGrowth(join(folder, "memory.jsonl"));
  rmSync(folder, { recursive: true });
  const figures = (name: keyof Sample): Figures => ({
    bare: median(samples.map(({ bare }) => bare[name])),
    ours: median(samples.map(({ ours }) => ours[name])),
  });
  return { p50: figures("p50"), mean: figures("mean"), flooded: figures("flooded"), growth };
}

/** It may run on the driver's core, too: as a host, the driver has nothing to do while it waits for an answer. */
function tracer(out: string): string[] {
  return [...(canPin ? ["taskset", "-c", "0,1"] : []), process.execPath, AGENT_HOOK, "trace", "--out", out, "--"];
}

async function measured(hook: HookUnderTest): Promise<Sample> {
  const calls = Array.from({ length: CALLS }, (_, index) => Buffer.from(beforeTool(index + 2)));
  const times: number[] = [];
  await hook.exchange(hello(1));
  for (const call of calls.slice(0, WARM_UP)) await hook.exchange(call);
  for (const call of calls) times.push(await timed(() => hook.exchange(call)));
  const flooded = await timed(() => hook.exchange(Buffer.concat(calls), CALLS));
  await hook.stop();
  return { p50: median(times), mean: times.reduce((sum, time) => sum + time) / CALLS, flooded: flooded / CALLS };
}

async function timed(action: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await action();
  return (performance.now() - started) * 1000;
}

/** Who records nothing is fast. */
function expectRecorded(out: string, calls: number): void {
  const lines = readFileSync(out, "utf8").split("\n").length - 1;
  if (lines !== 2 * calls + 1) throw new Error(`expected ${2 * calls + 1} entries in the transcript, found ${lines}`);
}

async function memoryGrowth(out: string): Promise<number> {
  const hook = HookUnderTest.start("bare", [], tracer(out));
  const some = Buffer.from(Array.from({ length: CALLS }, (_, index) => beforeTool(index + 2)).join(""));
  await hook.exchange(hello(1));
  for (let sent = 0; sent < 300_000; sent += CALLS) await hook.exchange(some, CALLS);
  const before = hook.memoryMb();
  for (let sent = 0; sent < 200_000; sent += CALLS) await hook.exchange(some, CALLS);
  const growth = hook.memoryMb() - before;
  await hook.stop();
  return growth;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
