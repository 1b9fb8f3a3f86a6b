import type { Readable } from "node:stream";

/** So many lines at once are a flood, or nearly one. */
export const FLOOD_LINES = 256;

/** Node reads 2 MB of a flood before any timer has its turn: without this, a limit comes a minute late. */
export function yieldToTimers(stream: Readable): void {
  stream.pause();
  setImmediate(() => stream.resume());
}
