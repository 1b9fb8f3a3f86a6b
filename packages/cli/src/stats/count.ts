import type { DecisionRecord } from "@agent-hook/sdk/internal/record";

/** The decisions of a hook by one rule. Durations are in milliseconds, `null` if only a launcher answered. */
export interface RuleStats {
  readonly hook: string;
  /** `null` for decisions without a rule. */
  readonly rule: string | null;
  readonly calls: number;
  readonly denials: number;
  readonly failures: number;
  readonly p50: number | null;
  readonly p99: number | null;
}

const DENIALS: readonly string[] = ["deny", "abortTurn", "hardAbort"];

/** Counts decisions by hook and rule, sorted by name. */
export function countDecisions(records: readonly DecisionRecord[]): RuleStats[] {
  const groups = new Map<string, DecisionRecord[]>();
  for (const record of records) {
    const key = JSON.stringify([record.hook, record.rule ?? null]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [record]);
    else group.push(record);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => {
      const [hook, rule] = JSON.parse(key) as [string, string | null];
      // A launcher does not measure how long it waited.
      const times = group.filter(({ by }) => by !== "launcher").map(({ ms }) => ms);
      const sorted = times.sort((a, b) => a - b);
      return {
        hook,
        rule,
        calls: group.length,
        denials: group.filter(({ decision }) => DENIALS.includes(decision)).length,
        failures: group.filter(({ failure }) => failure !== undefined).length,
        p50: percentile(sorted, 0.5),
        p99: percentile(sorted, 0.99),
      };
    });
}

/** Returns a percentile by the nearest-rank method. `share`: 0.5 for the median. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
