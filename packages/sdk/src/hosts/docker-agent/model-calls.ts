import { listOf, objectOf } from "../../codec/fields.js";
import { requestedCall } from "../../codec/requested-call.js";
import { decoderOf } from "../../command-hook/decode.js";
import type { LlmCall, LlmReply } from "../../hook/calls.js";
import type { Modify } from "../../hook/decisions.js";
import type { Message } from "../../hook/message.js";
import { FIELDS, TITLE } from "./events.js";
import type { DockerAgentAfterLlmCall, DockerAgentBeforeLlmCall } from "./native.js";
import { kindOf } from "./tool-kinds.js";

const { sourceOf } = decoderOf(FIELDS, kindOf);

/** Maps docker-agent's message fields to ours. Other fields, such as signatures, pass through unchanged. */
export const message = objectOf<Message>([
  { sdkName: "role", hostName: "role" },
  { sdkName: "content", hostName: "content", defaultValue: "" },
  { sdkName: "modelName", hostName: "model" },
  { sdkName: "createdAt", hostName: "created_at" },
  { sdkName: "reasoning", hostName: "reasoning_content" },
  { sdkName: "toolCalls", hostName: "tool_calls", ...listOf(requestedCall) },
  { sdkName: "toolCallId", hostName: "tool_call_id" },
]);

/** Fields of our messages that docker-agent's do not have. */
export const UNKNOWN_FIELDS = ["media", "attachments", "systemParts"] as const satisfies readonly (keyof Message)[];

export function llmCall(payload: DockerAgentBeforeLlmCall): LlmCall {
  const { iteration } = payload;
  const { origin, ...source } = sourceOf(payload);
  return {
    model: payload.model_id ?? "",
    messages: (payload.messages ?? []).map((item) => message.decode(item)),
    tools: [],
    options: {},
    gracefulTerminal: false,
    ...source,
    origin: { ...origin, ...(iteration === undefined ? {} : { iteration }) },
    raw: payload,
  };
}

export function llmReply(payload: DockerAgentAfterLlmCall): LlmReply {
  return {
    model: payload.model_id ?? "",
    content: payload.stop_response ?? "",
    toolCalls: [],
    ...(payload.usage === undefined ? {} : { usage: payload.usage }),
    ...sourceOf(payload),
    raw: payload,
  };
}

/** Returns why docker-agent would not send changed messages, or `undefined`. */
export function whyMessagesStay(_call: LlmCall, { patch: { messages } }: Modify<"beforeLlm">): string | undefined {
  if (messages === undefined) return undefined;
  if (messages.length === 0) return "messages is empty, which docker-agent treats as no change";
  const unknown = UNKNOWN_FIELDS.find((field) => messages.some((one) => one[field] !== undefined));
  return unknown === undefined ? undefined : `${TITLE}'s messages have no ${unknown}`;
}
