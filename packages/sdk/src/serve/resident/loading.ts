import type { Clock } from "../../runtime/clock.js";
import { residentStart } from "./environment.js";

const LOADING_MS = 60_000;

/**
 * Ends a process that the launcher started to stay, and that does not come to answer calls in time: a hook may wait for
 * ever while it is loaded, and nobody waits for this process. Does nothing in another process. The returned function ends
 * the limit.
 */
export function limitLoading(env: NodeJS.ProcessEnv, clock: Clock, end = () => process.exit(1)): () => void {
  return residentStart(env) === undefined ? () => {} : clock.after(LOADING_MS, end, { unref: true });
}
