import type { AnswersOf, TypeOf, TypesOf } from "../../command-hook/field-schemas.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { answerFields, commonPayload, payloadFields } from "./wire.js";

/** Fields of every payload of Cursor. There may be others. */
export interface CursorEvent extends TypeOf<typeof commonPayload> {
  readonly [field: string]: unknown;
}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Cursor writes to stdin at an event. */
export type CursorPayload<Event extends EventName> = CursorEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Cursor's format. */
export type CursorAnswer<Event extends EventName> = Answers[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type Reply<Event extends EventName> = CursorAnswer<Event> | void;

/**
 * Handlers for Cursor's own events, for what the portable points do not cover. At an event with a point, they run after
 * the handlers of that point and see their changes, unless those denied the call.
 *
 * @example native: { cursor: { beforeReadFile: () => ({ permission: "deny", user_message: "Not this file." }) } }
 */
export type CursorHandlers<in Env> = {
  readonly [Event in EventName]?: (
    input: CursorPayload<Event>,
    context: Context<Env>,
  ) => Reply<Event> | Promise<Reply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly cursor?: CursorHandlers<Env>;
  }
}
