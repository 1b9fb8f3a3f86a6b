import type { Calls, Point } from "../hook/calls.js";
import type { ToolContext } from "../hook/context.js";
import type { Ask, Decisions, Patches, Respond } from "../hook/decisions.js";
import type { Deadline } from "./deadline.js";
import type { Member } from "./prepared-hook.js";

/** What the host is told at a point; nothing: it goes on unchanged. */
export type Outcome<P extends Point = Point> = Decisions[P] | undefined;

/** What a host is told that asks once: a person may be asked about a call that is changed. */
export type ToolCallOutcome = Outcome<"beforeTool"> | (Ask & { readonly patch?: Patches["beforeTool"] });

/** A call on its way through the members. */
export interface CallState<P extends Point> {
  readonly point: P;
  /** The host asks no more about this tool call: those who approve are asked here. */
  readonly approves?: boolean;
  readonly deadline: Deadline;
  readonly progress: ToolContext["progress"] | undefined;
  call: Calls[P];
  /** All that the members changed so far. */
  patch?: object;
  /** The first answer to a tool call. */
  answer?: Respond;
  /** The first wish to leave an approval to a person. */
  ask?: Ask;
  /** The tool call as each member left it, what that member has ruled on: as text, since handlers can change objects. */
  leftBy?: Map<Member, string>;
  /** The same as the key of a call, of those who need not rule on it again when it is up for approval. */
  left?: Map<Member, string>;
}

/** A turn that ends after a tool ends with the result as it was changed: a later turn has it. */
export function withChange({ point, patch }: CallState<Point>, refusal: Outcome): Outcome {
  return point === "afterTool" && patch !== undefined ? ({ patch, ...refusal } as Outcome) : refusal;
}

/** The person who is asked rules on the call as the members left it. */
export function asked({ ask, patch }: CallState<"beforeTool">, otherwise: Outcome): Outcome {
  return ask === undefined ? otherwise : ({ ...ask, ...(patch === undefined ? {} : { patch }) } as Outcome);
}
