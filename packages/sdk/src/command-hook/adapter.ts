import type * as z from "zod/mini";
import type { CallSource, Calls, Point, ToolCall, ToolKind } from "../hook/calls.js";
import type { HostCapabilities } from "../hook/capabilities.js";
import type { Decisions } from "../hook/decisions.js";
import type { HostTools } from "../hook/unmatched-filter.js";
import type { ToolCallOutcome } from "../runtime/call-state.js";
import type { Denial } from "../runtime/denial.js";
import type { Failure } from "../runtime/failure.js";
import type { CommandEvent } from "./events.js";
import type { PayloadFields } from "./fields.js";

/** The wire of a one-shot host: its payloads and answers. `serveCommand` implements the rest for all of them. */
export interface OneShotAdapter<Event extends string, Payload extends object, Document extends object> {
  readonly capabilities: HostCapabilities;
  readonly events: Readonly<Record<Event, CommandEvent>>;
  /** As in `HostRules`. */
  readonly longestCallMs?: number;
  /** The fields that identify a payload, for messages: `session_id, cwd and hook_event_name`. */
  readonly identifyingFields: string;
  readonly fields: PayloadFields;
  /**
   * Returns the name of a payload's event, even if the SDK does not know it, or `""`. Missing if it is the value of the
   * field for it.
   */
  eventOf?(payload: Payload): string;
  payloadSchema(event: Event): z.ZodMiniType;
  /** Returns why a payload cannot be answered even if its schema accepts it, or `undefined`. Runs before the schema. */
  problem?(event: Event, payload: Payload): string | undefined;

  /**
   * Returns the kind of a tool by its name. No tool counts as the hook's own: those come from an MCP server, whose name
   * the hook does not know, or have any name.
   */
  kindOf(tool: string): ToolKind;
  /** A guard whose filter can match none of these tools does not start. Missing if all tools are of MCP servers. */
  readonly tools?: HostTools;
  /** Decodes the call of an event with a point. Returns `undefined` if the payload is not such a call. */
  decodeCall(event: Event, payload: Payload): Calls[Point] | undefined;
  sourceOf(payload: Payload): CallSource;
  /** The other fields that every payload has. They are left out of an event's own payload, as the event's name is. */
  readonly commonFields: readonly string[];

  /** Returns why the host does not support a decision, or `undefined`. */
  whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined;
  /** As in `HostRules`. */
  deniesChanges?(call: ToolCall): boolean;
  /** Returns the denial for a failure of a `block` hook, or `undefined` if the host cannot deny at this point. */
  denialAt(point: Point, failure: Failure, call: Calls[Point]): Denial | undefined;
  /** Encodes a decision. Returns `undefined` if no answer is needed. */
  encode(event: Event, decision: Decisions[Point] | ToolCallOutcome, payload: Payload): Document | undefined;

  /** Returns the denial for a payload that could not be decoded, or `undefined` if the event cannot be denied. */
  denial(event: Event, failure: Failure, payload: Payload): Document | undefined;
  /** The schema of every answer that is sent. */
  answerSchema(event: Event): z.ZodMiniType;
  /** Returns why a document denies its event, or `undefined` if it does not. */
  whyDenied(document: Document, event: Event): string | undefined;
  /**
   * Returns why the host would ignore a native handler's answer, or `undefined`. `isDecidedElsewhere`: whether another
   * handler also decides on the call.
   */
  whyNativeUnsupported(
    event: Event,
    document: Document,
    isDecidedElsewhere: boolean,
    payload: Payload,
  ): string | undefined;
  /** Returns the payload with the changes of an answer, for the next handler. */
  applyChanges(payload: Payload, document: Document): Payload;
  /** Returns why the last answer conflicts with the earlier answers, or `undefined`. */
  conflict(documents: readonly Document[], event: Event): string | undefined;
  /** Merges several answers to one event. */
  mergeDocuments(event: Event, documents: readonly Document[]): Document | undefined;
}
