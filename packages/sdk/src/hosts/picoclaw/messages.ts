import { type Field, flatten, listOf, nest, objectOf, type Raw } from "../../codec/fields.js";
import { requestedCall } from "../../codec/requested-call.js";
import type { Attachment, Message, SystemPart, ToolSpec } from "../../hook/message.js";

const TOOL_FUNCTION: readonly Field[] = [
  { sdkName: "name", hostName: "name" },
  { sdkName: "description", hostName: "description" },
  { sdkName: "parameters", hostName: "parameters" },
];

/** `{ type, function: { name, description, parameters } }` <-> `{ name, description, parameters }` */
export const toolSpec = {
  decode: (raw: Raw) => flatten<ToolSpec>(raw, [], TOOL_FUNCTION),
  encode: (tool: ToolSpec) => nest(tool, [], TOOL_FUNCTION),
};

const attachment = objectOf<Attachment>([
  { sdkName: "type", hostName: "type" },
  { sdkName: "ref", hostName: "ref" },
  { sdkName: "url", hostName: "url" },
  { sdkName: "filename", hostName: "filename" },
  { sdkName: "contentType", hostName: "content_type" },
]);

const systemPart = objectOf<SystemPart>([
  { sdkName: "type", hostName: "type", defaultValue: "" },
  { sdkName: "text", hostName: "text", defaultValue: "" },
  { sdkName: "cacheControl", hostName: "cache_control" },
]);

export const message = objectOf<Message>([
  { sdkName: "role", hostName: "role" },
  { sdkName: "content", hostName: "content", defaultValue: "" },
  { sdkName: "modelName", hostName: "model_name" },
  { sdkName: "createdAt", hostName: "created_at" },
  { sdkName: "media", hostName: "media" },
  { sdkName: "attachments", hostName: "attachments", ...listOf(attachment) },
  { sdkName: "reasoning", hostName: "reasoning_content" },
  { sdkName: "systemParts", hostName: "system_parts", ...listOf(systemPart) },
  { sdkName: "toolCalls", hostName: "tool_calls", ...listOf(requestedCall) },
  { sdkName: "toolCallId", hostName: "tool_call_id" },
]);

/** Returns the name of a tool on the wire. The schema ensures that it has one. */
export function toolName(raw: Raw): string {
  return (raw.function as Raw).name as string;
}
