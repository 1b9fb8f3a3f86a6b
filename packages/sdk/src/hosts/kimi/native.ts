import type { AnswersOf, TypeOf, TypesOf } from "../../command-hook/field-schemas.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { answerFields, commonPayload, payloadFields } from "./wire.js";

/** Fields of every payload of Kimi Code. There may be others. */
export interface KimiEvent extends TypeOf<typeof commonPayload> {
  readonly [field: string]: unknown;
}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Kimi Code writes to stdin at an event. */
export type KimiPayload<Event extends EventName> = KimiEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Kimi Code's format. */
export type KimiAnswer<Event extends EventName> = Answers[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type Reply<Event extends EventName> = KimiAnswer<Event> | void;

/**
 * Handlers for Kimi Code's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example
 * native: { kimi: { Stop: () => ({
 *   hookSpecificOutput: { hookEventName: "Stop", permissionDecision: "deny", permissionDecisionReason: "run the tests" },
 * }) } }
 */
export type KimiHandlers<in Env> = {
  readonly [Event in EventName]?: (
    input: KimiPayload<Event>,
    context: Context<Env>,
  ) => Reply<Event> | Promise<Reply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly kimi?: KimiHandlers<Env>;
  }
}
