import type { Readable } from "node:stream";

/** This many lines at once are a flood, or nearly one. */
export const FLOOD_LINES = 256;

/** Node reads 2 MB of a flood before any timer runs: without this, a deadline would be enforced a minute late. */
export function yieldToTimers(stream: Readable): void {
  stream.pause();
  setImmediate(() => stream.resume());
}
