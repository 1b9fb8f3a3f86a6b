import { objectOf } from "../../codec/fields.js";
import { decoderOf } from "../../command-hook/decode.js";
import { specific } from "../../command-hook/specific-output.js";
import type { LlmCall, LlmReply } from "../../hook/calls.js";
import type { LlmReplyPatch, LlmRequestPatch, Modify } from "../../hook/decisions.js";
import type { Message } from "../../hook/message.js";
import { FIELDS, TITLE } from "./events.js";
import { kindOf } from "./tool-kinds.js";
import type { GeminiEvent, GeminiPayload } from "./wire.js";

type Request = GeminiPayload<"BeforeModel">["llm_request"];

const { sourceOf } = decoderOf(FIELDS, kindOf);

/** Maps Gemini CLI's messages, which have a role and a text. */
export const message = objectOf<Message>([
  {
    sdkName: "role",
    hostName: "role",
    decode: (role: string) => (role === "model" ? "assistant" : role),
    encode: (role: string) => (role === "assistant" ? "model" : role),
  },
  { sdkName: "content", hostName: "content" },
]);

/** Fields of our messages that Gemini CLI's do not have. */
export const UNKNOWN_FIELDS = [
  "modelName",
  "createdAt",
  "media",
  "attachments",
  "reasoning",
  "systemParts",
  "toolCalls",
  "toolCallId",
] as const satisfies readonly (keyof Message)[];

/** The options of a model call that Gemini CLI reads. */
const CONFIG: readonly string[] = ["temperature", "topP", "topK", "maxOutputTokens"];

export function llmCall(payload: GeminiEvent): LlmCall {
  const { model, messages, config = {} } = (payload as GeminiPayload<"BeforeModel">).llm_request;
  return {
    model,
    messages: messages.map((item) => message.decode(item)),
    tools: [],
    options: config,
    gracefulTerminal: false,
    ...sourceOf(payload),
    raw: payload,
  };
}

export function llmReply(payload: GeminiEvent): LlmReply {
  const { llm_request: request, llm_response: response } = payload as GeminiPayload<"AfterModel">;
  const { content, finishReason } = response.candidates[0] ?? {};
  const { usageMetadata: usage } = response;
  return {
    model: request.model,
    content: content?.parts.join("") ?? "",
    toolCalls: [],
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(usage === undefined ? {} : { usage }),
    partial: true,
    ...sourceOf(payload),
    raw: payload,
  };
}

/** Encodes a changed request, or returns `undefined` if nothing changes. */
export function changedRequest({ model, options, messages }: LlmRequestPatch, payload: GeminiEvent) {
  const { llm_request: its } = payload as GeminiPayload<"BeforeModel">;
  const request = {
    ...(model === undefined ? {} : { model }),
    ...(options === undefined ? {} : { config: configOf({ ...its.config, ...options }) }),
    ...(messages === undefined ? {} : messagesOf(messages, its)),
  };
  return Object.keys(request).length === 0 ? undefined : specific("BeforeModel", { llm_request: request });
}

/** Gemini CLI replaces all these options together: an option that is left out is lost. */
function configOf(config: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(CONFIG.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]]])));
}

/**
 * Returns the messages to send, or none if no text changed: Gemini CLI overlays them on the request, and each text
 * becomes a single part.
 */
function messagesOf(messages: readonly Message[], { messages: its }: Request) {
  if (messages.every((one, index) => one.content === its[index]?.content)) return {};
  return { messages: messages.map((one) => message.encode(one)) };
}

/** Encodes a reply with another text, or returns `undefined` if the text is the same. */
export function changedReply({ content }: LlmReplyPatch, payload: GeminiEvent) {
  if (content === undefined || content === llmReply(payload).content) return undefined;
  const { llm_response: its } = payload as GeminiPayload<"AfterModel">;
  const [first] = its.candidates;
  const candidate = { ...first, content: { ...first?.content, parts: [content] } };
  return specific("AfterModel", { llm_response: { ...its, text: content, candidates: [candidate] } });
}

/** Returns why Gemini CLI would not send a changed request as it is, or `undefined`. */
export function whyRequestStays(call: LlmCall, { patch }: Modify<"beforeLlm">): string | undefined {
  const { options = {}, messages } = patch;
  const unread = Object.keys(options).find((name) => !CONFIG.includes(name) && options[name] !== call.options[name]);
  if (unread !== undefined) return `${TITLE} reads only the options ${CONFIG.join(", ")}, not ${unread}`;
  const wrong = CONFIG.find((name) => options[name] !== undefined && typeof options[name] !== "number");
  if (wrong !== undefined) return `the option ${wrong} must be a number`;
  return messages === undefined ? undefined : whyMessagesStay(call.messages, messages);
}

function whyMessagesStay(before: readonly Message[], after: readonly Message[]): string | undefined {
  if (after.length !== before.length) {
    return (
      `${TITLE} accepts only changed texts of the messages that it showed, not ${after.length} messages for ${before.length}: ` +
      "it would misplace them, because it does not show the tool calls and results between them"
    );
  }
  if (after.some((one, index) => one.role !== before[index]?.role)) {
    return `${TITLE} does not let a hook change a message's role`;
  }
  const unknown = UNKNOWN_FIELDS.find((field) => after.some((one) => one[field] !== undefined));
  return unknown === undefined ? undefined : `${TITLE}'s messages have no ${unknown}`;
}

/** Returns why Gemini CLI would not take another text for a reply, or `undefined`. */
export function whyReplyStays({ content: before, raw }: LlmReply, { patch }: Modify<"afterLlm">): string | undefined {
  const { content } = patch;
  if (content === undefined || content === before) return undefined;
  const { candidates } = (raw as GeminiPayload<"AfterModel">).llm_response;
  const hasText = (candidates[0]?.content?.parts.length ?? 0) > 0;
  return hasText ? undefined : "this piece of the reply has no text: it may call a tool, which a change would drop";
}
