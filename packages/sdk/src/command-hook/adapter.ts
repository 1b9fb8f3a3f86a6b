import type * as z from "zod/mini";
import type { Calls, Point } from "../hook/calls.js";
import type { HostCapabilities } from "../hook/capabilities.js";
import type { Decisions } from "../hook/decisions.js";
import type { HookEvent } from "../hook/events.js";
import type { ToolCallOutcome } from "../runtime/call-state.js";
import type { Failure } from "../runtime/failure.js";
import type { ToolIdentity } from "../runtime/host-rules.js";
import type { CommandEvent } from "./events.js";

/**
 * The words of a host that starts a process for each call: what it writes, and what it reads. How a hook answers with
 * them is the same for all such hosts.
 */
export interface OneShotAdapter<Event extends string, Payload extends object, Document extends object> {
  readonly capabilities: HostCapabilities;
  readonly events: Readonly<Record<Event, CommandEvent>>;
  /** What a payload is known by, for a person: `session_id, cwd and hook_event_name`. */
  readonly marks: string;
  recognise(first: unknown): boolean;
  /** The name of a payload's event, also of one that is not known. */
  eventOf(payload: Payload): string;
  payloadSchema(event: Event): z.ZodMiniType;
  /** Why a payload cannot be answered that its schema may take; nothing if it can. Asked before its schema. */
  problem?(event: Event, payload: Payload): string | undefined;

  identify(tool: string): ToolIdentity;
  /** The call of an event that is a point. */
  call(event: Event, payload: Payload): Calls[Point];
  hookEvent(payload: Payload): HookEvent;

  /** Why the host cannot carry a decision; nothing if it can. */
  whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined;
  /** What a failure is answered with at a point under `block`; nothing where the host reads no refusal there. */
  denialAt(point: Point, failure: Failure, call: Calls[Point]): Decisions[Point] | undefined;
  /** The answer for what was decided; nothing: no opinion. */
  encode(event: Event, decision: Decisions[Point] | ToolCallOutcome, payload: Payload): Document | undefined;

  /** What an event is told no with where no call could be made of its payload; nothing where no answer says no. */
  denial(event: Event, failure: Failure, payload: Payload): Document | undefined;
  /** All that goes out is an answer that this takes. */
  answerSchema(event: Event): z.ZodMiniType;
  /** Why a document says no to its event; nothing if it does not. */
  reasonOf(document: Document, event: Event): string | undefined;
  /** Why the host would not do what a native handler answered; nothing if it would. `approved`: the hook approves calls. */
  whyNativeUnsupported(event: Event, document: Document, approved: boolean, payload: Payload): string | undefined;
  /** The payload as an answer changes it: what the next handler is shown. */
  changedBy(payload: Payload, document: Document): Payload;
  /** Why the last of these answers cannot go out beside the others; nothing if it can. */
  conflict(documents: readonly Document[], event: Event): string | undefined;
  /** Several answers to one event as one. */
  merged(event: Event, documents: readonly Document[]): Document | undefined;
}
