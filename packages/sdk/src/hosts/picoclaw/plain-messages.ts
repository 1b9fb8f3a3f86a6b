import type { Raw } from "./fields.js";

const TEXTS = ["content", "model_name", "created_at", "reasoning_content", "tool_call_id"] as const;
const RARE = ["media", "attachments", "system_parts"] as const;

/**
 * A request without the messages that the schema is sure to take, for the schema to judge the rest: a long
 * conversation took it twice as long as `JSON.parse`. That plain messages are good ones is proven by a property test.
 */
export function withoutPlainMessages(params: unknown): unknown {
  if (typeof params !== "object" || params === null) return params;
  const { messages } = params as Raw;
  return Array.isArray(messages) ? { ...params, messages: messages.filter((item) => !isPlain(item)) } : params;
}

/** Text and tool calls of the usual shape, nothing else that the schema knows. */
function isPlain(message: unknown): boolean {
  if (typeof message !== "object" || message === null) return false;
  const fields = message as Raw;
  if (typeof fields.role !== "string") return false;
  for (const key of TEXTS) if (!isTextOrNothing(fields[key])) return false;
  for (const key of RARE) if (fields[key] !== undefined && fields[key] !== null) return false;
  const calls = fields.tool_calls;
  return calls === undefined || calls === null || (Array.isArray(calls) && calls.every(isPlainCall));
}

function isPlainCall(call: unknown): boolean {
  if (typeof call !== "object" || call === null) return false;
  const { id, type, function: body, extra_content: extra } = call as Raw;
  if (!isTextOrNothing(id) || !isTextOrNothing(type) || (extra !== undefined && extra !== null)) return false;
  if (typeof body !== "object" || body === null || Array.isArray(body) || Array.isArray(call)) return false;
  return isTextOrNothing((body as Raw).name) && isTextOrNothing((body as Raw).arguments);
}

function isTextOrNothing(value: unknown): boolean {
  return typeof value === "string" || value === undefined || value === null;
}
