import { usageError } from "../command-error.js";

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Returns the oldest time, in milliseconds since 1970, that `--since` includes. Throws a usage error. */
export function sinceTime(text: string, now: number): number {
  if (text === "all") return 0;
  const [, count, unit = ""] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const age = UNITS[unit];
  if (age !== undefined) return now - Number(count) * age;
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw usageError(`--since: expected a time such as 7d, 12h, 2026-01-31 or all, got "${text}"`);
}
