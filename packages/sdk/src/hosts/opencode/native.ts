import type { AnswersOf, TypeOf, TypesOf } from "../../command-hook/field-schemas.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { answerFields, commonPayload, payloadFields } from "./wire.js";

/** Fields of every payload. There may be others. */
export interface OpencodeEvent extends TypeOf<typeof commonPayload> {
  readonly [field: string]: unknown;
}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What the plugin writes to stdin at an event. */
export type OpencodePayload<Event extends EventName> = OpencodeEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in the form that the plugin reads. */
export type OpencodeAnswer<Event extends EventName> = Answers[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type Reply<Event extends EventName> = OpencodeAnswer<Event> | void;

/**
 * Handlers for opencode's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { opencode: { "chat.message": ({ prompt }) => ({ decision: "deny", reason: "not now" }) } }
 */
export type OpencodeHandlers<in Env> = {
  readonly [Event in EventName]?: (
    input: OpencodePayload<Event>,
    context: Context<Env>,
  ) => Reply<Event> | Promise<Reply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly opencode?: OpencodeHandlers<Env>;
  }
}
