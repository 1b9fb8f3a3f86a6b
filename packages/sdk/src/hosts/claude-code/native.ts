import type { TypeOf, TypesOf } from "../../command-hook/field-schemas.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { answerFields, commonAnswer, commonPayload, payloadFields } from "./wire.js";

/** Fields of every payload of Claude Code. There may be others. */
export interface ClaudeCodeEvent extends TypeOf<typeof commonPayload> {
  readonly [field: string]: unknown;
}

/** The fields of each event in addition to `ClaudeCodeEvent`. */
export interface ClaudeCodePayloads extends TypesOf<typeof payloadFields> {}

/** What Claude Code writes to stdin at an event. */
export type ClaudeCodePayload<Event extends EventName> = ClaudeCodeEvent & ClaudeCodePayloads[Event];

interface CommonAnswer extends TypeOf<typeof commonAnswer> {}
interface Answers extends TypesOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Claude Code's format. */
export type ClaudeCodeAnswer<Event extends EventName> = CommonAnswer & Answers[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type NativeReply<Event extends EventName> = ClaudeCodeAnswer<Event> | void;

/**
 * Handlers for Claude Code's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { "claude-code": { UserPromptSubmit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export type ClaudeCodeHandlers<in Env> = {
  readonly [Event in EventName]?: (
    input: ClaudeCodePayload<Event>,
    context: Context<Env>,
  ) => NativeReply<Event> | Promise<NativeReply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly "claude-code"?: ClaudeCodeHandlers<Env>;
  }
}
