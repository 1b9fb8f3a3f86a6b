import type { AnswersOf, TypeOf, TypesOf } from "../../command-hook/field-schemas.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { answerFields, commonPayload, payloadFields } from "./wire.js";

/** Fields of every payload of Cline. There may be others. */
export interface ClineEvent extends TypeOf<typeof commonPayload> {
  readonly [field: string]: unknown;
}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Cline writes to stdin at an event. */
export type ClinePayload<Event extends EventName> = ClineEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Cline's format. */
export type ClineAnswer<Event extends EventName> = Answers[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type Reply<Event extends EventName> = ClineAnswer<Event> | void;

/**
 * Handlers for Cline's own events, for what the portable points do not cover. At an event with a point, they run after
 * the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { cline: { PreToolUse: () => ({ context: "the tests need Docker" }) } }
 */
export type ClineHandlers<in Env> = {
  readonly [Event in EventName]?: (
    input: ClinePayload<Event>,
    context: Context<Env>,
  ) => Reply<Event> | Promise<Reply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly cline?: ClineHandlers<Env>;
  }
}
