import type { Point } from "../hook/calls.js";

/** What a host that starts a hook for every call does with an answer to one of its events. */
export interface CommandEvent {
  /** The point of a hook that the event is; nothing: a hook is told of it, or handles it under `native`. */
  readonly point?: Point;
  /** How an answer says no, in a word of the host's folder; nothing: none does. */
  readonly denial?: string;
  /** The first version that knows it; default all that the SDK knows. */
  readonly since?: string;
}
