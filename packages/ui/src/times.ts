/** Returns a time of day, with the date if it is another day: `10:03:11`. Swedish writes both as in ISO 8601. */
export function shortTime(time: string, now: number): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return isToday ? date.toLocaleTimeString("sv") : date.toLocaleString("sv").slice(5, 16);
}

/** Returns a date and time: `2026-11-26 10:03:11`. */
export function longTime(time: string): string {
  return new Date(time).toLocaleString("sv");
}

const UNITS = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
] as const;

/** Returns a duration in one unit: `12 s`. */
export function roughly(ms: number): string {
  const [length, unit] = UNITS.find(([length]) => ms >= length) ?? [1000, "s"];
  return `${Math.max(0, Math.floor(ms / length))} ${unit}`;
}

/** Returns a number of milliseconds, with a decimal if it is small. */
export function milliseconds(ms: number | undefined): string {
  if (ms === undefined) return "–";
  return (ms >= 10 ? Math.round(ms) : Math.round(ms * 10) / 10).toLocaleString("en");
}

/** Returns a number of milliseconds with its unit: `0.4 ms`, `31 ms`, `2.1 s`. */
export function duration(ms: number): string {
  return ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${milliseconds(ms)} ms`;
}
