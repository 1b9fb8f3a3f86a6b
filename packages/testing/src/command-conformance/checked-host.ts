import type { Lab, Run } from "./lab.js";

/** What a host wrote to a hook's stdin. */
export interface Sample {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A host as far as a check of its hooks is concerned. */
export interface CheckedHost {
  readonly samples: readonly Sample[];
  /** A tool call that is about to run. */
  readonly toolCall: Sample;
  /** The field of its payload that names the tool. */
  readonly toolField: string;
  readonly rules: readonly CommandRule[];
  /** A payload as the host writes it. */
  text(payload: Sample["payload"]): string;
  /** What a hook is told of who asks, as `--host` takes it. */
  told(event: string): string;
  /** What the host makes of a run before the tool call, in short. */
  verdict(run: Run): string;
  /** Whether the tool does not run then. */
  refuses(run: Run): boolean;
}

/** One thing that a host relies on. */
export interface CommandRule {
  /** Stable: `topic/name`. */
  readonly id: string;
  readonly sentence: string;
  /** Where it comes from. */
  readonly source: string;
  /** What the host does when it is broken. */
  readonly why: string;
  /** Returns when the rule is held; throws a `Finding` otherwise. */
  check(lab: Lab): Promise<void>;
}
