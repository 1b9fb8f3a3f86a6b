import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { ClaudeCodeAnswer } from "./native-answers.js";
import type { ClaudeCodeEvent, ClaudeCodePayloads } from "./native-payloads.js";

export type { ClaudeCodeAnswer } from "./native-answers.js";
export type { ClaudeCodeEvent, ClaudeCodePayloads } from "./native-payloads.js";

/** What Claude Code writes to stdin at an event. */
export type ClaudeCodePayload<Event extends EventName> = ClaudeCodeEvent & ClaudeCodePayloads[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` has no opinion
type NativeReply<Event extends EventName> = ClaudeCodeAnswer<Event> | void;

/**
 * Handlers for Claude Code's own events, for everything without a portable point. They run after the handlers of the
 * event's point, unless those denied the call, and see their changes.
 *
 * @example native: { "claude-code": { UserPromptSubmit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export type ClaudeCodeHandlers<Env> = {
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
