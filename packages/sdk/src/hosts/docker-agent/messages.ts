import { listOf, objectOf } from "../../codec/fields.js";
import { requestedCall } from "../../codec/requested-call.js";
import type { Message } from "../../hook/message.js";

/** Our names of the fields that docker-agent's messages have. Signatures and the like ride along untouched. */
export const message = objectOf<Message>([
  { ours: "role", theirs: "role" },
  { ours: "content", theirs: "content", absent: "" },
  { ours: "modelName", theirs: "model" },
  { ours: "createdAt", theirs: "created_at" },
  { ours: "reasoning", theirs: "reasoning_content" },
  { ours: "toolCalls", theirs: "tool_calls", ...listOf(requestedCall) },
  { ours: "toolCallId", theirs: "tool_call_id" },
]);

/** Fields of our messages that its own do not have. */
export const UNKNOWN_FIELDS = ["media", "attachments", "systemParts"] as const satisfies readonly (keyof Message)[];
