import type { Attachment, Message, RequestedCall, SystemPart, ToolSpec } from "../../hook/message.js";
import { RAW } from "../../hook/raw.js";
import { decodeFields, encodeFields, type Field, listOf, type Raw, rawOf } from "./fields.js";

const FUNCTION: readonly Field[] = [
  { ours: "name", theirs: "name" },
  { ours: "arguments", theirs: "arguments" },
];
const TOOL_FUNCTION: readonly Field[] = [
  { ours: "name", theirs: "name" },
  { ours: "description", theirs: "description" },
  { ours: "parameters", theirs: "parameters" },
];
const ID: readonly Field[] = [{ ours: "id", theirs: "id", absent: "" }];

/** `{ id, type, function: { name, arguments } }` <-> `{ id, name, arguments }` */
export const requestedCall = {
  decode: (raw: Raw) => flatten<RequestedCall>(raw, ID, FUNCTION),
  encode: (call: RequestedCall) => nest(call, ID, FUNCTION),
};

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

/** The name of a tool on the wire; the schema demands one. */
export function toolName(raw: Raw): string {
  return (raw.function as Raw).name as string;
}

function objectOf<T extends object>(fields: readonly Field[]) {
  return {
    decode: (raw: Raw) => decodeFields<T>(raw, fields),
    encode: (value: T) => encodeFields(value, fields),
  };
}

function flatten<T>(raw: Raw, outer: readonly Field[], inner: readonly Field[]): T {
  const whole = decodeFields<object>((raw.function ?? {}) as Raw, inner);
  return { ...whole, ...decodeFields<object>(raw, outer), [RAW]: raw } as T;
}

function nest(value: object, outer: readonly Field[], inner: readonly Field[]): Record<string, unknown> {
  const raw = rawOf(value);
  const { function: host, ...others } = raw;
  const body = encodeFields(value, inner, (host ?? {}) as Raw);
  const whole = encodeFields(value, outer, others);
  if (Object.keys(body).length === 0) return "function" in raw ? { ...whole, function: host } : whole;
  return host === undefined ? { type: "function", ...whole, function: body } : { ...whole, function: body };
}
