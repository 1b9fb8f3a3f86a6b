import type { Point } from "../hook/calls.js";
import {
  type Abort,
  type Ask,
  abortTurn,
  type Decisions,
  type Deny,
  deny,
  type Reject,
  reject,
} from "../hook/decisions.js";

type Refusing = Deny | Reject | Abort;

/** A decision that denies a call. */
export type Denial<P extends Point = Point> = Decisions[P] & Refusing;

/** The strongest denial at a point. */
export function denialFor<P extends Point>(point: P, reason: string): Denial<P>;
export function denialFor(point: Point, reason: string): Refusing {
  if (point === "beforeTool" || point === "onPrompt") return deny(reason);
  return point === "approveTool" ? reject(reason) : abortTurn(reason);
}

const VERBS: Readonly<Record<(Refusing | Ask)["action"], string>> = {
  deny: "denied",
  reject: "denied",
  abortTurn: "stopped",
  hardAbort: "stopped",
  ask: "left to the user",
};

/** Fills in an empty reason, so that the model learns who denied the call. */
export function withReason<D extends Refusing | Ask>(decision: D, hook: string): D {
  if (decision.reason?.trim()) return decision;
  return { ...decision, reason: `${VERBS[decision.action]} by hook "${hook}"` };
}
