import type { HookSession } from "./hook-session.js";

/** A rule that a host relies on. */
export interface Rule {
  /** Stable: `topic/name`. */
  readonly id: string;
  readonly sentence: string;
  /** Where the rule comes from: the versions, and whether it was observed on the real host or read in its code. */
  readonly source: string;
  /** What the real host does if the rule is broken. */
  readonly why: string;
  /** Resolves if the hook follows the rule. Otherwise, rejects with a `Finding`. */
  check(session: HookSession): Promise<void>;
}
