import { type Field, flatten, listOf, nest, objectOf, type Raw } from "../../codec/fields.js";
import { requestedCall } from "../../codec/requested-call.js";
import type { Attachment, Message, SystemPart, ToolSpec } from "../../hook/message.js";

const TOOL_FUNCTION: readonly Field[] = [
  { ours: "name", theirs: "name" },
  { ours: "description", theirs: "description" },
  { ours: "parameters", theirs: "parameters" },
];

/** `{ type, function: { name, description, parameters } }` <-> `{ name, description, parameters }` */
export const toolSpec = {
  decode: (raw: Raw) => flatten<ToolSpec>(raw, [], TOOL_FUNCTION),
  encode: (tool: ToolSpec) => nest(tool, [], TOOL_FUNCTION),
};

const attachment = objectOf<Attachment>([
  { ours: "type", theirs: "type" },
  { ours: "ref", theirs: "ref" },
  { ours: "url", theirs: "url" },
  { ours: "filename", theirs: "filename" },
  { ours: "contentType", theirs: "content_type" },
]);

const systemPart = objectOf<SystemPart>([
  { ours: "type", theirs: "type", absent: "" },
  { ours: "text", theirs: "text", absent: "" },
  { ours: "cacheControl", theirs: "cache_control" },
]);

export const message = objectOf<Message>([
  { ours: "role", theirs: "role" },
  { ours: "content", theirs: "content", absent: "" },
  { ours: "modelName", theirs: "model_name" },
  { ours: "createdAt", theirs: "created_at" },
  { ours: "media", theirs: "media" },
  { ours: "attachments", theirs: "attachments", ...listOf(attachment) },
  { ours: "reasoning", theirs: "reasoning_content" },
  { ours: "systemParts", theirs: "system_parts", ...listOf(systemPart) },
  { ours: "toolCalls", theirs: "tool_calls", ...listOf(requestedCall) },
  { ours: "toolCallId", theirs: "tool_call_id" },
]);

/** Returns the name of a tool on the wire. The schema ensures that it has one. */
export function toolName(raw: Raw): string {
  return (raw.function as Raw).name as string;
}
