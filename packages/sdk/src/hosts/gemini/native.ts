import type { AnswersOf, TypeOf, TypesOf } from "../../command-hook/field-schemas.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { answerFields, commonPayload, payloadFields } from "./wire.js";

/** Fields of every payload of Gemini CLI. There may be others. */
export interface GeminiEvent extends TypeOf<typeof commonPayload> {
  readonly [field: string]: unknown;
}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Gemini CLI writes to stdin at an event. */
export type GeminiPayload<Event extends EventName> = GeminiEvent & OwnFields[Event];

/** The payload of each event. */
export type GeminiPayloads = { readonly [Event in EventName]: GeminiPayload<Event> };

/** `BeforeAgent` */
export interface GeminiPromptEvent extends GeminiPayload<"BeforeAgent"> {}
/** `BeforeTool` */
export interface GeminiToolEvent extends GeminiPayload<"BeforeTool"> {}
/** `AfterTool`, also for a tool that failed. */
export interface GeminiToolOutcome extends GeminiPayload<"AfterTool"> {}
/** `BeforeModel`, `BeforeToolSelection` */
export interface GeminiModelEvent extends GeminiPayload<"BeforeModel"> {}
/** `AfterModel` */
export interface GeminiReplyEvent extends GeminiPayload<"AfterModel"> {}

/** The request to the model: only texts, without tool calls, their results and files. */
export type GeminiRequest = GeminiModelEvent["llm_request"];
/** A piece of the model's reply. A piece that calls a tool has no parts. */
export type GeminiResponse = GeminiReplyEvent["llm_response"];
export type GeminiCandidate = GeminiResponse["candidates"][number];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Gemini CLI's format. */
export type GeminiAnswer<Event extends EventName> = Answers[Event];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type Reply<Event extends EventName> = GeminiAnswer<Event> | void;

/**
 * Handlers for Gemini CLI's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { gemini: { BeforeAgent: ({ prompt }) => ({ decision: "deny", reason: "not now" }) } }
 */
export type GeminiHandlers<in Env> = {
  readonly [Event in EventName]?: (
    input: GeminiPayload<Event>,
    context: Context<Env>,
  ) => Reply<Event> | Promise<Reply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly gemini?: GeminiHandlers<Env>;
  }
}
