import type { HookSession } from "./hook-session.js";

/** One thing that a host relies on. */
export interface Rule {
  /** Stable: `topic/name`. */
  readonly id: string;
  readonly sentence: string;
  /** Where it comes from: which versions, run on the real host or read in its code. */
  readonly source: string;
  /** What the real host does when it is broken. */
  readonly why: string;
  /** Returns when the rule is held; throws a `Finding` otherwise. */
  check(lab: HookSession): Promise<void>;
}
