import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { CodexAnswer } from "./native-answers.js";
import type { CodexEvent, CodexPayloads } from "./native-payloads.js";

export type { CodexAnswer } from "./native-answers.js";
export type { CodexEvent, CodexPayloads } from "./native-payloads.js";

/** What Codex writes to stdin at an event. */
export type CodexPayload<Event extends EventName> = CodexEvent & CodexPayloads[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` has no opinion
type NativeReply<Event extends EventName> = CodexAnswer<Event> | void;

/**
 * Handlers for Codex's own events, for everything without a portable point. They run after the handlers of the event's
 * point, unless those denied the call, and see their changes.
 *
 * @example native: { codex: { UserPromptSubmit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export type CodexHandlers<Env> = {
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
