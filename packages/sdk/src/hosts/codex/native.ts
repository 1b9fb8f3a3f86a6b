import type { AnswersOf, TypeOf, TypesOf } from "../../command-hook/field-schemas.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { answerFields, commonPayload, payloadFields } from "./wire.js";

/** Fields of every payload of Codex. There may be others. */
export interface CodexEvent extends TypeOf<typeof commonPayload> {
  readonly [field: string]: unknown;
}

/** The fields of each event in addition to `CodexEvent`. */
export interface CodexPayloads extends TypesOf<typeof payloadFields> {}

/** What Codex writes to stdin at an event. */
export type CodexPayload<Event extends EventName> = CodexEvent & CodexPayloads[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Codex's format. Codex drops a whole answer with an unknown key. */
export type CodexAnswer<Event extends EventName> = Answers[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type NativeReply<Event extends EventName> = CodexAnswer<Event> | void;

/**
 * Handlers for Codex's own events, for what the portable points do not cover. At an event with a point, they run after
 * the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { codex: { UserPromptSubmit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export type CodexHandlers<in Env> = {
  readonly [Event in EventName]?: (
    input: CodexPayload<Event>,
    context: Context<Env>,
  ) => NativeReply<Event> | Promise<NativeReply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly codex?: CodexHandlers<Env>;
  }
}
