import type { Raw } from "../../codec/fields.js";
import type { Point } from "../../hook/calls.js";
import { isObject } from "../../text/index.js";

type Check = (value: unknown) => boolean;

// These do not call `nothing`: each runs some 40 times for a call, and a call in them is slow until V8 has compiled them.
const text: Check = (value) => typeof value === "string" || value === undefined || value === null;
const number: Check = (value) => typeof value === "number" || value === undefined || value === null;
const flag: Check = (value) => typeof value === "boolean" || nothing(value);
const object: Check = (value) => nothing(value) || isObject(value);
const texts: Check = (value) =>
  nothing(value) || (Array.isArray(value) && value.every((item) => typeof item === "string"));

const isText: Check = (value) => typeof value === "string";
const isToolCall: Check = (value) => !nothing(value) && requestedCall(value);

const meta = shape(
  (raw) =>
    text(raw.AgentID) &&
    text(raw.TurnID) &&
    text(raw.ParentTurnID) &&
    text(raw.SessionKey) &&
    text(raw.TracePath) &&
    text(raw.Source) &&
    number(raw.Iteration),
);
const inbound = shape(
  (raw) =>
    text(raw.channel) &&
    text(raw.account) &&
    text(raw.chat_id) &&
    text(raw.chat_type) &&
    text(raw.topic_id) &&
    text(raw.space_id) &&
    text(raw.sender_id) &&
    text(raw.message_id) &&
    flag(raw.mentioned),
);
const route = shape(
  (raw) =>
    text(raw.AgentID) && text(raw.Channel) && text(raw.AccountID) && text(raw.MatchedBy) && object(raw.SessionPolicy),
);
const scope = shape(
  (raw) =>
    number(raw.version) &&
    text(raw.agent_id) &&
    text(raw.channel) &&
    text(raw.account) &&
    texts(raw.dimensions) &&
    object(raw.values),
);
const context = shape((raw) => inbound(raw.inbound) && route(raw.route) && scope(raw.scope));
const toolCall = shape(
  (raw) =>
    isText(raw.tool) &&
    object(raw.arguments) &&
    meta(raw.meta) &&
    context(raw.context) &&
    text(raw.channel) &&
    text(raw.chat_id),
);

const requestedFunction = shape((raw) => text(raw.name) && text(raw.arguments));
const requestedCall = shape(
  (raw) => text(raw.id) && text(raw.type) && requestedFunction(raw.function) && nothing(raw.extra_content),
);
const message = shape(
  (raw) =>
    isText(raw.role) &&
    text(raw.content) &&
    text(raw.model_name) &&
    text(raw.created_at) &&
    text(raw.reasoning_content) &&
    text(raw.tool_call_id) &&
    (nothing(raw.tool_calls) || (Array.isArray(raw.tool_calls) && raw.tool_calls.every(isToolCall))) &&
    nothing(raw.media) &&
    nothing(raw.attachments) &&
    nothing(raw.system_parts),
);

/** Nothing is left to check. */
export const VALID = Symbol("sure");

/**
 * Returns the part of a call that the schema still has to check, or `VALID` if the call is valid. The schema stays the
 * authority: a property test checks that it accepts everything that is skipped. Checking everything with the schema
 * cost more than all other work for a small call, and twice as much as `JSON.parse` for a long conversation.
 */
export function uncheckedParams(point: Point, params: unknown): unknown {
  if (typeof params !== "object" || params === null) return params;
  if (point === "beforeTool" || point === "approveTool") return toolCall(params) ? VALID : params;
  const { messages } = params as Raw;
  if (point !== "beforeLlm" || !Array.isArray(messages)) return params;
  return { ...params, messages: messages.filter((item) => nothing(item) || !message(item)) };
}

/**
 * Checks the known fields of an object; other fields belong to the host. The code names each field, because a loop
 * over a table of fields takes three times as long.
 */
function shape(fields: (raw: Raw) => boolean): Check {
  return (value) =>
    value === undefined ||
    value === null ||
    (typeof value === "object" && !Array.isArray(value) && fields(value as Raw));
}

function nothing(value: unknown): boolean {
  return value === undefined || value === null;
}
