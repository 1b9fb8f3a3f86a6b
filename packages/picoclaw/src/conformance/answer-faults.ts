// Checks for mistakes in a result that make the host reject or misread it. Each function returns what is wrong, or
// `undefined`.
import { methods, toolResultProblem } from "@agent-hook/sdk/internal/picoclaw";
import { describeIssues, type Issue, isObject } from "@agent-hook/sdk/internal/text";
import type { CallMethod } from "./sample-calls.js";

export type AnswerFault = (method: CallMethod, params: Fields, result: Fields) => string | undefined;
export type Fields = Readonly<Record<string, unknown>>;

/** The field that contains the change of a `modify`. */
const CARRIERS: Readonly<Record<CallMethod, string | undefined>> = {
  "hook.before_llm": "request",
  "hook.after_llm": "response",
  "hook.before_tool": "call",
  "hook.approve_tool": undefined,
  "hook.after_tool": "result",
};

export const approvedFault: AnswerFault = (method, _params, { approved }) =>
  method !== "hook.approve_tool" || typeof approved === "boolean"
    ? undefined
    : `expected true or false as "approved", got ${approved === undefined ? "none" : typeof approved}`;

export const actionFault: AnswerFault = (method, _params, result) => {
  if (method === "hook.approve_tool") return undefined;
  const unknown = issuesOf(method, result).filter(({ path }) => path?.[0] === "action");
  if (unknown.length > 0) return describeIssues(unknown, result);
  const keys = Object.keys(result).filter((key) => key !== CARRIERS[method] && key !== "call");
  const silent = result.action === undefined && keys.length > 0 && carried(method, result) === undefined;
  return silent ? `expected "action", got only ${keys.map((key) => `"${key}"`).join(", ")}` : undefined;
};

export const typesFault: AnswerFault = (method, _params, result) => {
  const issues = issuesOf(method, result).filter(({ path }) => path?.[0] !== "action" && path?.[0] !== "approved");
  return issues.length === 0 ? undefined : describeIssues(issues, result);
};

export const carrierFault: AnswerFault = (method, _params, result) => {
  const carrier = CARRIERS[method];
  if (result.action === "modify" && carrier !== undefined && carried(method, result) === undefined) {
    return `"modify" without "${carrier}"`;
  }
  const answered = fields(result.result) ?? fields(fields(result.call)?.hook_result);
  return result.action === "respond" && answered === undefined ? '"respond" without "result"' : undefined;
};

export const answeredFault: AnswerFault = (_method, _params, { action, result, call }) => {
  const answered = action === "respond" ? (fields(result) ?? fields(fields(call)?.hook_result)) : undefined;
  return answered === undefined ? undefined : toolResultProblem(answered);
};

export const requestFault: AnswerFault = (method, params, result) => {
  const request = method === "hook.before_llm" ? carried(method, result) : undefined;
  if (request === undefined) return undefined;
  const lost = ["model", "messages", "tools", "options"].filter((key) => isGone(params[key], request[key]));
  if (Array.isArray(request.messages) && request.messages.length === 0) lost.push("messages");
  return lost.length === 0 ? undefined : `the request has no ${lost.join(", no ")}`;
};

export const messageFault: AnswerFault = (method, params, result) => {
  const request = method === "hook.before_llm" ? carried(method, result) : undefined;
  const answered = listOf(request?.messages);
  const sent = listOf(params.messages);
  for (const [index, message] of answered.entries()) {
    const same = sent.find(({ role, content }) => role === message.role && content === message.content);
    const there = sent.length === answered.length && sent[index]?.role === message.role ? sent[index] : undefined;
    const original = same ?? there ?? {};
    const lost = ["x_probe", "tool_call_id", "tool_calls"].filter((key) => isGone(original[key], message[key]));
    if (lost.length > 0) return `messages[${index}] lost ${lost.join(", ")}`;
  }
  return undefined;
};

export const callFault: AnswerFault = (method, params, result) => {
  const call = method === "hook.before_tool" && result.action !== "respond" ? carried(method, result) : undefined;
  if (call === undefined) return undefined;
  const lost = ["tool", "arguments"].filter((key) => isGone(params[key], call[key]) || call[key] === "");
  return lost.length === 0 ? undefined : `the call has no ${lost.join(", no ")}`;
};

export const replyFault: AnswerFault = (method, params, result) =>
  method === "hook.after_llm" ? nestedFault("response", "content", params, carried(method, result)) : undefined;

export const toolResultFault: AnswerFault = (method, params, result) =>
  method === "hook.after_tool" ? nestedFault("result", "for_llm", params, carried(method, result)) : undefined;

export const idOnlyFault: AnswerFault = (method, params, result) => {
  const bare = listOf(fields(params.response)?.tool_calls).some((call) => call.function === undefined);
  const reply = method === "hook.after_llm" && bare ? fields(carried(method, result)?.response) : undefined;
  const index = listOf(reply?.tool_calls).findIndex((call) => {
    const { name, arguments: args } = fields(call.function) ?? {};
    return typeof name !== "string" || name === "" || typeof args !== "string";
  });
  return index === -1 ? undefined : `response.response.tool_calls[${index}] has no function with name and arguments`;
};

/** Whether an answer denies the call or ends the turn. Such an answer does not show what the hook would change. */
export function denies({ action, approved }: Fields): boolean {
  return approved === false || ["deny_tool", "abort_turn", "hard_abort"].includes(action as string);
}

export function fields(value: unknown): Fields | undefined {
  return isObject(value) ? value : undefined;
}

export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map((item) => fields(item) ?? {}) : [];
}

/** Returns the changed object in an answer. The host also accepts one with `continue`. */
function carried(method: CallMethod, result: Fields): Fields | undefined {
  const carrier = CARRIERS[method];
  const applies = ["", "continue", "modify", undefined, null].includes(result.action as string);
  return carrier === undefined || !applies ? undefined : fields(result[carrier]);
}

function nestedFault(key: string, text: string, params: Fields, carrier: Fields | undefined): string | undefined {
  if (carrier === undefined) return undefined;
  const inner = fields(carrier[key]);
  if (inner === undefined) return `expected ${key}.${key}, got ${key} with ${Object.keys(carrier).join(", ")}`;
  return isGone(fields(params[key])?.[text], inner[text]) ? `${key}.${key} has no ${text}` : undefined;
}

function issuesOf(method: CallMethod, result: Fields): readonly Issue[] {
  return methods[method].result.safeParse(result).error?.issues ?? [];
}

function isGone(sent: unknown, answered: unknown): boolean {
  return sent !== undefined && sent !== null && (answered === undefined || answered === null);
}
