import type { Calls, Point } from "../hook/calls.js";
import type { ToolContext } from "../hook/context.js";
import type { Ask, Decisions, Patches, Respond } from "../hook/decisions.js";
import type { Deadline } from "./deadline.js";
import type { Member } from "./prepared-hook.js";

/** The outcome of a point, or `undefined` if the host continues unchanged. */
export type Outcome<P extends Point = Point> = Decisions[P] | undefined;

/** The outcome of a tool call for a one-shot host. The user may be asked about a changed call. */
export type ToolCallOutcome = Outcome<"beforeTool"> | (Ask & { readonly patch?: Patches["beforeTool"] });

/** The state of a call while the members handle it. */
export interface CallState<P extends Point> {
  readonly point: P;
  /** One-shot host: `approveTool` runs in the same call. */
  readonly approves?: boolean;
  readonly deadline: Deadline;
  readonly progress: ToolContext["progress"] | undefined;
  call: Calls[P];
  /** Everything that the members changed so far. */
  patch?: object;
  /** The first `respond` to a tool call. */
  answer?: Respond;
  /** The first `ask`. */
  ask?: Ask;
  /** The tool call after each member's decision, as text, since handlers can change objects. */
  leftBy?: Map<Member, string>;
  /** The key of the call after each member that need not decide again at approval. */
  left?: Map<Member, string>;
}

/** A turn that ends after a tool keeps the changed result for later turns. */
export function withChange({ point, patch }: CallState<Point>, refusal: Outcome): Outcome {
  return point === "afterTool" && patch !== undefined ? ({ patch, ...refusal } as Outcome) : refusal;
}

/** The user decides on the call after all changes of the members. */
export function asked({ ask, patch }: CallState<"beforeTool">, otherwise: Outcome): Outcome {
  return ask === undefined ? otherwise : ({ ...ask, ...(patch === undefined ? {} : { patch }) } as Outcome);
}
