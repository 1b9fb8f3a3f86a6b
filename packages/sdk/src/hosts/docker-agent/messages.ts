import { listOf, objectOf } from "../../codec/fields.js";
import { requestedCall } from "../../codec/requested-call.js";
import type { Message } from "../../hook/message.js";

/** Maps docker-agent's message fields to ours. Other fields, such as signatures, pass through unchanged. */
export const message = objectOf<Message>([
  { ours: "role", theirs: "role" },
  { ours: "content", theirs: "content", absent: "" },
  { ours: "modelName", theirs: "model" },
  { ours: "createdAt", theirs: "created_at" },
  { ours: "reasoning", theirs: "reasoning_content" },
  { ours: "toolCalls", theirs: "tool_calls", ...listOf(requestedCall) },
  { ours: "toolCallId", theirs: "tool_call_id" },
]);

/** Fields of our messages that docker-agent's do not have. */
export const UNKNOWN_FIELDS = ["media", "attachments", "systemParts"] as const satisfies readonly (keyof Message)[];
