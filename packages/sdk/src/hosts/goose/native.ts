import type { AnswersOf, TypeOf, TypesOf } from "../../command-hook/field-schemas.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { answerFields, commonPayload, payloadFields } from "./wire.js";

/** Fields of every payload of Goose. There may be others. */
export interface GooseEvent extends TypeOf<typeof commonPayload> {
  readonly [field: string]: unknown;
}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Goose writes to stdin at an event. */
export type GoosePayload<Event extends EventName> = GooseEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Goose's format. */
export type GooseAnswer<Event extends EventName> = Answers[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type Reply<Event extends EventName> = GooseAnswer<Event> | void;

/**
 * Handlers for Goose's own events, for what the portable points do not cover. At an event with a point, they run after
 * the handlers of that point, unless those denied the call.
 *
 * @example native: { goose: { Stop: () => ({ decision: "block", reason: "Run the tests first." }) } }
 */
export type GooseHandlers<in Env> = {
  readonly [Event in EventName]?: (
    input: GoosePayload<Event>,
    context: Context<Env>,
  ) => Reply<Event> | Promise<Reply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly goose?: GooseHandlers<Env>;
  }
}
