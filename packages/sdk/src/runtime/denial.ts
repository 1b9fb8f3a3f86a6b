import { type Abort, type Ask, type Deny, deny } from "../hook/decisions.js";

/** A decision that denies a call. */
export type Denial = Deny | Abort;

const VERBS: Readonly<Record<(Denial | Ask)["action"], string>> = {
  deny: "denied",
  abortTurn: "stopped",
  hardAbort: "stopped",
  ask: "left to the user",
};

/**
 * Returns the denial of a call that is left to the user, for a host that cannot ask anyone. The model learns what a
 * person must decide.
 */
export function denyForPerson({ reason, rule }: Ask): Deny {
  return deny(`needs a person: ${reason}`, { rule });
}

/** Fills in an empty reason, so that the model learns who denied the call. */
export function withReason<D extends Denial | Ask>(decision: D, hook: string): D {
  if (decision.reason?.trim()) return decision;
  return { ...decision, reason: `${VERBS[decision.action]} by hook "${hook}"` };
}
