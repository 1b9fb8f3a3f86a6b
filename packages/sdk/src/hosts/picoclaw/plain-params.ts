import type { Raw } from "../../codec/fields.js";
import type { Point } from "../../hook/calls.js";

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string" || nothing(value);
const number: Check = (value) => typeof value === "number" || nothing(value);
const flag: Check = (value) => typeof value === "boolean" || nothing(value);
const object: Check = (value) => nothing(value) || isPlainObject(value);
const texts: Check = (value) =>
  nothing(value) || (Array.isArray(value) && value.every((item) => typeof item === "string"));

const meta = shape({
  AgentID: text,
  TurnID: text,
  ParentTurnID: text,
  SessionKey: text,
  TracePath: text,
  Source: text,
  Iteration: number,
});
const inbound = shape({
  channel: text,
  account: text,
  chat_id: text,
  chat_type: text,
  topic_id: text,
  space_id: text,
  sender_id: text,
  message_id: text,
  mentioned: flag,
});
const route = shape({ AgentID: text, Channel: text, AccountID: text, MatchedBy: text, SessionPolicy: object });
const scope = shape({
  version: number,
  agent_id: text,
  channel: text,
  account: text,
  dimensions: texts,
  values: object,
});
const context = shape({ inbound, route, scope });
const toolCall = shape({
  tool: (value) => typeof value === "string",
  arguments: object,
  meta,
  context,
  channel: text,
  chat_id: text,
});

const call = shape({ id: text, type: text, function: shape({ name: text, arguments: text }), extra_content: nothing });
const message = shape({
  role: (value) => typeof value === "string",
  content: text,
  model_name: text,
  created_at: text,
  reasoning_content: text,
  tool_call_id: text,
  tool_calls: (value) =>
    nothing(value) || (Array.isArray(value) && value.every((item) => !nothing(item) && call(item))),
  media: nothing,
  attachments: nothing,
  system_parts: nothing,
});

/** Nothing is left to judge. */
export const SURE = Symbol("sure");

/**
 * What is left of a call for the schema to judge; `SURE`, if the call is sure to be good. The schema stays the
 * authority: that it takes what is passed over here is proven by a property test. It cost more than all else that is
 * done for a small call, and twice as much as `JSON.parse` for a long conversation.
 */
export function unsureParams(point: Point, params: unknown): unknown {
  if (typeof params !== "object" || params === null) return params;
  if (point === "beforeTool" || point === "approveTool") return toolCall(params) ? SURE : params;
  const { messages } = params as Raw;
  if (point !== "beforeLlm" || !Array.isArray(messages)) return params;
  return { ...params, messages: messages.filter((item) => nothing(item) || !message(item)) };
}

/** An object whose known fields are as they should be; fields that only the host knows are its own. */
function shape(fields: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(fields);
  return (value) => {
    if (nothing(value)) return true;
    if (!isPlainObject(value)) return false;
    for (const [key, check] of checks) if (!check((value as Raw)[key])) return false;
    return true;
  };
}

function nothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
