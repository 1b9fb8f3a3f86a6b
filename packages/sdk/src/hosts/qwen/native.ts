import type { AnswersOf, TypeOf, TypesOf } from "../../command-hook/field-schemas.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { answerFields, commonPayload, payloadFields } from "./wire.js";

/** Fields of every payload of Qwen Code. There may be others. */
export interface QwenEvent extends TypeOf<typeof commonPayload> {
  readonly [field: string]: unknown;
}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Qwen Code writes to stdin at an event. */
export type QwenPayload<Event extends EventName> = QwenEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Qwen Code's format. */
export type QwenAnswer<Event extends EventName> = Answers[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type Reply<Event extends EventName> = QwenAnswer<Event> | void;

/**
 * Handlers for Qwen Code's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { qwen: { UserPromptSubmit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export type QwenHandlers<in Env> = {
  readonly [Event in EventName]?: (
    input: QwenPayload<Event>,
    context: Context<Env>,
  ) => Reply<Event> | Promise<Reply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly qwen?: QwenHandlers<Env>;
  }
}
