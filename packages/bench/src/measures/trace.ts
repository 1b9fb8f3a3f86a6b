import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OURS } from "../contenders/names.js";
import { AGENT_HOOK, node } from "../contenders/programs.js";
import { MeasuredHook } from "../driver/hook-process.js";
import { temporaryFolder } from "../driver/leftovers.js";
import { onAllCores } from "../driver/pinning.js";
import { picoclaw } from "../wires/picoclaw.js";
import { interleaved } from "./interleaved.js";
import type { Measure } from "./measure.js";
import { median, timed } from "./numbers.js";

const SAMPLES = 7;
const CALLS = 10_000;
const WARM_UP = 2000;
/** Including the handshake. */
const CALLS_RECORDED = 1 + WARM_UP + 2 * CALLS;

/**
 * Cost of a bare hook behind `agent-hook trace` against the same hook without the tracer, in microseconds per call: for
 * 10,000 calls one after the other, and for 10,000 calls at once. Also the memory growth of the tracer between 300,000
 * and 500,000 calls, in MB.
 */
export const trace: Measure = {
  name: "trace",
  pinned: true,
  run: async () => {
    const { path: folder, remove } = temporaryFolder();
    let file = 0;
    const { p50, mean, flooded } = await interleaved(SIDES, SAMPLES, async ({ name }) => {
      if (name === "bare") return measured([]);
      const out = join(folder, `${file++}.jsonl`);
      const figures = await measured(tracer(out));
      expectRecorded(out, CALLS_RECORDED);
      return figures;
    });
    const growth = await memoryGrowth(join(folder, "memory.jsonl"));
    remove();
    return {
      "trace.p50": p50,
      "trace.mean": mean,
      "trace.flooded": flooded,
      "trace.memory": { [OURS]: growth },
    };
  },
};

const SIDES = [{ name: "bare" }, { name: OURS }] as const;

/** The tracer may also use the driver's core: like a host, the driver is idle while it waits for an answer. */
function tracer(out: string): readonly string[] {
  return onAllCores([process.execPath, AGENT_HOOK, "trace", "--out", out, "--"]);
}

async function measured(through: readonly string[]): Promise<Record<"p50" | "mean" | "flooded", number>> {
  const { hook, calls } = await open(through);
  const times: number[] = [];
  for (let call = 0; call < WARM_UP; call++) await hook.exchange(calls(1));
  for (let call = 0; call < CALLS; call++) times.push((await timed(() => hook.exchange(calls(1)))) * 1000);
  const flooded = (await timed(() => hook.exchange(calls(CALLS), CALLS))) * 1000;
  await hook.stop();
  return { p50: median(times), mean: times.reduce((sum, time) => sum + time) / CALLS, flooded: flooded / CALLS };
}

/** Throws if calls are missing from the recording: a tracer that records nothing would be fast. */
function expectRecorded(out: string, calls: number): void {
  const lines = readFileSync(out, "utf8").split("\n").length - 1;
  if (lines !== 2 * calls + 1) throw new Error(`expected ${2 * calls + 1} entries in the transcript, found ${lines}`);
}

async function memoryGrowth(out: string): Promise<number> {
  const { hook, process, calls } = await open(tracer(out));
  for (let sent = 0; sent < 300_000; sent += CALLS) await hook.exchange(calls(CALLS), CALLS);
  const before = process.memoryMb();
  for (let sent = 0; sent < 200_000; sent += CALLS) await hook.exchange(calls(CALLS), CALLS);
  const growth = process.memoryMb() - before;
  await hook.stop();
  return growth;
}

async function open(through: readonly string[]) {
  const process = MeasuredHook.start(node("bare"), through);
  return { process, hook: await picoclaw.open(process), calls: picoclaw.calls("continue", CALLS) };
}
