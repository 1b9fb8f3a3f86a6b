import type { WindowUse } from "../hook/store.js";
import type { EngineWindow } from "./engine.js";

/** An amount in a window, and when it was added. */
type Addition = readonly [time: number, amount: number];

/** The windows of one key, by their length in milliseconds. */
export type Windows = Readonly<Record<string, readonly Addition[]>>;

/** A window has at most about this number of additions, whatever is added. */
export const SLICES = 1000;

/** Adds an amount to a window if it fits. `windows` is absent if nothing changed. */
export function addTo(
  windows: Windows,
  { windowMs, limit, amount }: EngineWindow,
  now: number,
): { readonly windows?: Windows; readonly use: WindowUse } {
  const additions = liveAdditions(windows, windowMs, now);
  const used = sumOf(additions);
  if (used + amount <= limit) {
    if (amount === 0) return { use: { allowed: true, used, retryAfterMs: 0 } };
    const use = { allowed: true, used: used + amount, retryAfterMs: 0 };
    return { windows: changed(windows, windowMs, withAddition(additions, [now, amount], windowMs), now), use };
  }
  const use = { allowed: false, used, retryAfterMs: retryAfter(additions, { windowMs, limit, amount }, now) };
  const isFromFuture = windows[windowMs]?.some(([time]) => time > now) ?? false;
  return isFromFuture ? { windows: changed(windows, windowMs, additions, now), use } : { use };
}

/** Merges an addition with the last one of the same slice. Keeps the later time, so that neither ends too early. */
function withAddition(additions: readonly Addition[], [now, amount]: Addition, windowMs: number): readonly Addition[] {
  const sliceMs = windowMs / SLICES;
  const last = additions.at(-1);
  const isSameSlice = last !== undefined && Math.floor(last[0] / sliceMs) === Math.floor(now / sliceMs);
  return isSameSlice ? [...additions.slice(0, -1), [now, last[1] + amount]] : [...additions, [now, amount]];
}

/** How long until so much has left the window that the amount fits. */
function retryAfter(additions: readonly Addition[], { windowMs, limit, amount }: EngineWindow, now: number): number {
  if (amount > limit) return Number.POSITIVE_INFINITY;
  let rest = sumOf(additions);
  for (const [time, added] of additions) {
    rest -= added;
    if (rest + amount <= limit) return time + windowMs - now;
  }
  return windowMs;
}

/** Replaces one window, and removes what has left the others. */
function changed(windows: Windows, windowMs: number, additions: readonly Addition[], now: number): Windows {
  const kept = Object.keys(windows).flatMap((length) => {
    const live = liveAdditions(windows, Number(length), now);
    return live.length === 0 ? [] : [[length, live] as const];
  });
  return { ...Object.fromEntries(kept), [windowMs]: additions };
}

/** The length of the longest window that has additions: nothing is needed after that time. */
export function longestMs(windows: Windows): number {
  return Math.max(0, ...Object.keys(windows).map(Number));
}

/** The additions that count. A time in the future comes from a clock that was put back: it counts as now. */
function liveAdditions(windows: Windows, windowMs: number, now: number): readonly Addition[] {
  return (windows[windowMs] ?? [])
    .map(([time, amount]): Addition => [Math.min(time, now), amount])
    .filter(([time]) => now - time < windowMs);
}

function sumOf(additions: readonly Addition[]): number {
  return additions.reduce((sum, [, amount]) => sum + amount, 0);
}
