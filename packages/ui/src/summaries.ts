import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { type Entry, isDenial } from "./decision.js";

/** One session of an agent. */
export interface AgentSummary {
  readonly host: string;
  /** Empty if the agent does not report sessions. */
  readonly session: string;
  readonly calls: number;
  readonly denials: number;
  readonly last: DecisionRecord;
}

/** Returns what each agent is doing, the latest first. */
export function agentsIn(entries: readonly Entry[]): AgentSummary[] {
  const groups = new Map<string, AgentSummary>();
  for (const { record } of entries) {
    const key = JSON.stringify([record.host.name, record.session]);
    const known = groups.get(key);
    // Moved to the end: the order is that of the last calls.
    groups.delete(key);
    groups.set(key, {
      host: record.host.name,
      session: record.session ?? "",
      calls: (known?.calls ?? 0) + 1,
      denials: (known?.denials ?? 0) + (isDenial(record) ? 1 : 0),
      last: record,
    });
  }
  return [...groups.values()].reverse();
}

/** The decisions of a hook. Durations are in milliseconds, `undefined` if only a launcher answered. */
export interface HookSummary {
  readonly hook: string;
  readonly calls: number;
  readonly denials: number;
  readonly failures: number;
  readonly p50: number | undefined;
  readonly p99: number | undefined;
}

/** Counts the decisions of each hook, sorted by name. */
export function hooksIn(entries: readonly Entry[]): HookSummary[] {
  const groups = new Map<string, { calls: number; denials: number; failures: number; times: number[] }>();
  for (const { record } of entries) {
    const group = groups.get(record.hook) ?? { calls: 0, denials: 0, failures: 0, times: [] };
    groups.set(record.hook, group);
    group.calls += 1;
    if (isDenial(record)) group.denials += 1;
    if (record.failure !== undefined) group.failures += 1;
    // A launcher does not measure how long it waited.
    if (record.by !== "launcher") group.times.push(record.ms);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([hook, { times, ...counts }]) => {
      const sorted = Float64Array.from(times).sort();
      return { hook, ...counts, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
    });
}

/** Returns the smallest value that at least this share of the values does not exceed. */
function percentile(sorted: Float64Array, share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}
