import { HookManager } from "@agent-hook/picoclaw";
import { OURS } from "../../contenders/names.js";
import { node } from "../../contenders/programs.js";
import { onHookCore } from "../../driver/pinning.js";
import { TOOL_CALL } from "../../wires/picoclaw.js";
import { interleaved } from "../interleaved.js";
import type { Measure } from "../measure.js";
import { BareHost } from "./bare-host.js";

const MAX_HOOKS = 10;
const SAMPLES = 5;
const ROUNDS_PER_SAMPLE = 400;
const MEMORY_ROUNDS = 10_000;

interface Host {
  runTool(params: typeof TOOL_CALL, execute: () => string): Promise<unknown>;
  close(): Promise<void>;
}

const SIDES = [
  { name: "bare", start: (hooks: number): Promise<Host> => BareHost.start(Array.from({ length: hooks }, command)) },
  { name: OURS, start: manager },
] as const;

/** The time of a tool round through a chain of bare hooks, in microseconds: `HookManager` against `BareHost`. */
export const chain: Measure = {
  name: "i",
  pinned: true,
  run: () =>
    interleaved(SIDES, SAMPLES, async ({ start }) => ({
      "i.1": (await measured(await start(1))).wall,
      "i.3": (await measured(await start(3))).wall,
      "i.10": (await measured(await start(MAX_HOOKS))).wall,
    })),
};

/** Other costs of ten hooks for the host: CPU time per round, in microseconds, and heap growth over rounds, in MB. */
export const host: Measure = {
  name: "host",
  pinned: true,
  run: async () => ({
    ...(await interleaved(SIDES, SAMPLES, async ({ start }) => ({
      "host.cpu": (await measured(await start(MAX_HOOKS))).cpu,
    }))),
    "host.heap": { [OURS]: await heapGrowth() },
  }),
};

async function measured(host: Host): Promise<{ wall: number; cpu: number }> {
  await rounds(host, ROUNDS_PER_SAMPLE / 2);
  const cpu = process.cpuUsage();
  const start = performance.now();
  await rounds(host, ROUNDS_PER_SAMPLE);
  const wall = ((performance.now() - start) * 1000) / ROUNDS_PER_SAMPLE;
  const { user, system } = process.cpuUsage(cpu);
  await host.close();
  return { wall, cpu: (user + system) / ROUNDS_PER_SAMPLE };
}

async function heapGrowth(): Promise<number> {
  const host = await manager(MAX_HOOKS);
  await rounds(host, MEMORY_ROUNDS / 10);
  const before = heapMb();
  await rounds(host, MEMORY_ROUNDS - MEMORY_ROUNDS / 10);
  const growth = heapMb() - before;
  await host.close();
  return growth;
}

async function rounds(host: Host, count: number): Promise<void> {
  for (let round = 0; round < count; round++) await host.runTool(TOOL_CALL, () => "done");
}

function heapMb(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

function command(): readonly string[] {
  return onHookCore(node("bare"));
}

function manager(hooks: number): Promise<Host> {
  const one = { enabled: true, command: command(), intercept: ["before_tool" as const, "approve_tool" as const] };
  return HookManager.start({ processes: Object.fromEntries(Array.from({ length: hooks }, (_, i) => [`h${i}`, one])) });
}
