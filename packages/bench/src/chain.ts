import { fileURLToPath } from "node:url";
import { HookManager } from "@agent-hook/host";
import { BareHost } from "./bare-host.js";
import { canPin, HOOK_CORE } from "./hook-under-test.js";
import type { Figures } from "./measures.js";

const HOOKS = 10;
const TURNS = 5;
const ROUNDS_A_TURN = 400;
const MEMORY_ROUNDS = 10_000;

const call = {
  meta: { AgentID: "main", TurnID: "main-turn-1", ParentTurnID: "", SessionKey: "agent:main:main", Iteration: 1 },
  context: { inbound: { channel: "cli", chat_id: "direct", sender_id: "cron" } },
  tool: "list_dir",
  arguments: { path: "." },
};

interface Host {
  runTool(params: typeof call, execute: () => string): Promise<unknown>;
  close(): Promise<void>;
}

/** What a chain of ten bare hooks costs a round: the manager against a bare loop over the same hooks. */
export interface ChainFigures {
  /** Wall time of a tool round, in microseconds, and that of one of its 30 calls. */
  readonly round: Figures;
  readonly callOfRound: Figures;
  /** CPU time of the host in a round, in microseconds. */
  readonly cpu: Figures;
  /** Heap after 10,000 rounds against the heap after 1,000, in MB. */
  readonly growth: number;
}

export async function chain(): Promise<ChainFigures> {
  const wall: Figures[] = [];
  const cpu: Figures[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const bare = await measured(await bareHost());
    const ours = await measured(await manager());
    wall.push({ bare: bare.wall, ours: ours.wall });
    cpu.push({ bare: bare.cpu, ours: ours.cpu });
  }
  const round = median(wall);
  const calls = HOOKS * 3;
  return {
    round,
    callOfRound: { bare: round.bare / calls, ours: round.ours / calls },
    cpu: median(cpu),
    growth: await heapGrowth(),
  };
}

async function measured(host: Host): Promise<{ wall: number; cpu: number }> {
  await rounds(host, ROUNDS_A_TURN / 2);
  const cpu = process.cpuUsage();
  const start = performance.now();
  await rounds(host, ROUNDS_A_TURN);
  const wall = ((performance.now() - start) * 1000) / ROUNDS_A_TURN;
  const { user, system } = process.cpuUsage(cpu);
  await host.close();
  return { wall, cpu: (user + system) / ROUNDS_A_TURN };
}

async function heapGrowth(): Promise<number> {
  const host = await manager();
  await rounds(host, MEMORY_ROUNDS / 10);
  const before = heapMb();
  await rounds(host, MEMORY_ROUNDS - MEMORY_ROUNDS / 10);
  const growth = heapMb() - before;
  await host.close();
  return growth;
}

async function rounds(host: Host, count: number): Promise<void> {
  for (let round = 0; round < count; round++) await host.runTool(call, () => "done");
}

function heapMb(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

function command(): string[] {
  const file = fileURLToPath(new URL("hooks/bare.js", import.meta.url));
  return [...(canPin ? ["taskset", "-c", String(HOOK_CORE)] : []), process.execPath, file];
}

function bareHost(): Promise<Host> {
  return BareHost.start(Array.from({ length: HOOKS }, command));
}

function manager(): Promise<Host> {
  const one = { enabled: true, command: command(), intercept: ["before_tool" as const, "approve_tool" as const] };
  return HookManager.start({ processes: Object.fromEntries(Array.from({ length: HOOKS }, (_, i) => [`h${i}`, one])) });
}

function median(figures: readonly Figures[]): Figures {
  const middle = (side: keyof Figures) =>
    figures.map((one) => one[side]).sort((a, b) => a - b)[Math.floor(figures.length / 2)] as number;
  return { bare: middle("bare"), ours: middle("ours") };
}
