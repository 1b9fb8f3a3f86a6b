import type { Difference } from "@agent-hook/sdk/internal/transcript";
import { differences } from "@agent-hook/sdk/internal/transcript";

/** The kind of result. `failed`: the hook did not answer, a handler failed, or the host cannot use the answer. */
export type DecisionKind =
  | "continues"
  | "changed"
  | "answered"
  | "denied"
  | "aborted"
  | "approved"
  | "asks"
  | "failed"
  | "received";

/** The hook's decision and its effect in the host, in one sentence each. */
export interface CallDecision {
  readonly kind: DecisionKind;
  readonly sentence: string;
  /** Continues a sentence that starts with the host's name. */
  readonly consequence: string;
  /** What the hook wants to change, whether the host accepts it or not. */
  readonly changes: readonly Difference[];
}

/** Returns what is different in a call. */
export function changesBetween(before: object, after: object): Difference[] {
  return differences({ from: "host", message: { ...before } }, { from: "host", message: { ...after } });
}

/** Returns the names of the parts of a call that differ, such as `arguments`. */
export function partsOf(changes: readonly Difference[]): string[] {
  return [...new Set(changes.map(({ pointer }) => pointer.split("/")[1] ?? ""))];
}
