import { isDeepStrictEqual } from "node:util";
import type {
  AfterLlmParams,
  AfterLlmResult,
  AfterToolParams,
  AfterToolResult,
  BeforeLlmParams,
  BeforeLlmResult,
  BeforeToolParams,
  BeforeToolResult,
  Message,
  ToolResult,
} from "@agent-hook/sdk/internal/picoclaw";
import type { Dialect } from "./dialect.js";
import { type AbortedOutcome, type AnsweredOutcome, type DeniedOutcome, denied, type Point } from "./outcomes.js";
import { withoutZeros } from "./zero-values.js";

// Pure functions that apply a valid answer of one hook as PicoClaw does.

/**
 * The chain continues with these params. `ignored` lists parts of the answer that have no effect, or an unexpected one.
 */
export interface StepContinues<Params> {
  readonly params: Params;
  readonly changed: boolean;
  readonly ignored?: readonly string[];
}
/** The chain ends. */
interface StepEnds<Outcome> {
  readonly ends: Outcome;
}
export type AnswerEffect<Params, Outcome> = StepContinues<Params> | StepEnds<Outcome>;

/**
 * The answer's `request` replaces the whole request, even if the action is `continue`. Fields that it omits become
 * empty.
 */
export function applyBeforeLlm(
  by: string,
  params: BeforeLlmParams,
  answer: BeforeLlmResult,
  dialect: Dialect,
): AnswerEffect<BeforeLlmParams, AbortedOutcome> {
  const aborted = abortOf("beforeLlm", by, answer);
  if (aborted) return { ends: aborted };
  if (!answer.request) return { params, changed: false };
  const { model, messages, tools, options } = answer.request;
  const next = { ...params, model: model ?? "", messages: messages ?? [], tools: tools ?? [], options: options ?? {} };
  const ignored: string[] = [];
  if (dialect.keepsToolsAndSystem) {
    if (!isDeepStrictEqual(systemOf(params.messages), systemOf(next.messages))) {
      ignored.push("ignored by v0.2.8 and later: every change of messages, because a system message differs");
      next.messages = params.messages ?? [];
    }
    if (!isDeepStrictEqual(params.tools ?? [], next.tools)) {
      ignored.push("ignored by v0.2.8 and later: tool definitions");
      next.tools = params.tools ?? [];
    }
  }
  if (next.messages.length === 0) ignored.push("its request replaces the agent's and has no messages");
  return { params: next, changed: !isDeepStrictEqual(params, next), ignored };
}

/** The reply is at `response.response`. A tool call without `function.name` becomes a call to a tool without a name. */
export function applyAfterLlm(
  by: string,
  params: AfterLlmParams,
  answer: AfterLlmResult,
): AnswerEffect<AfterLlmParams, AbortedOutcome> {
  const aborted = abortOf("afterLlm", by, answer);
  if (aborted) return { ends: aborted };
  const response = answer.response?.response;
  if (!response) return { params, changed: false };
  const nameless = (response.tool_calls ?? []).some((call) => !call.function?.name);
  const ignored = nameless ? ["a tool call has no function.name: it becomes a call to a tool without a name"] : [];
  return { params: { ...params, response }, changed: true, ignored };
}

/** The answer's `call` replaces the whole call. Without `tool`, the new call names no tool. */
export function applyBeforeTool(
  by: string,
  params: BeforeToolParams,
  answer: BeforeToolResult,
): AnswerEffect<BeforeToolParams, AnsweredOutcome | DeniedOutcome | AbortedOutcome> {
  const aborted = abortOf("beforeTool", by, answer);
  if (aborted) return { ends: aborted };
  if (answer.action === "deny_tool") return { ends: denied("beforeTool", by, answer.reason ?? "") };
  const result: ToolResult | null | undefined = answer.result ?? answer.call?.hook_result;
  if (answer.action === "respond" && result) return { ends: { outcome: "answered", result, by } };
  if (!answer.call) return { params, changed: false };
  const { tool, arguments: args } = answer.call;
  const ignored = tool ? [] : ["its call replaces the agent's and names no tool"];
  return { params: { ...params, tool: tool ?? "", arguments: args ?? {} }, changed: true, ignored };
}

/** The tool's result is at `result.result`. */
export function applyAfterTool(
  by: string,
  params: AfterToolParams,
  answer: AfterToolResult,
): AnswerEffect<AfterToolParams, AbortedOutcome> {
  const aborted = abortOf("afterTool", by, answer);
  if (aborted) return { ends: aborted };
  const result = answer.result?.result;
  return result ? { params: { ...params, result }, changed: true } : { params, changed: false };
}

interface Decision {
  readonly action?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

function abortOf(point: Point, by: string, { action, reason }: Decision): AbortedOutcome | undefined {
  if (action !== "abort_turn" && action !== "hard_abort") return undefined;
  return { outcome: "aborted", point, scope: action === "hard_abort" ? "agent" : "turn", reason: reason ?? "", by };
}

/** The fields of a message that PicoClaw knows; it never sees any others. */
const FIELDS = [
  "role",
  "content",
  "model_name",
  "created_at",
  "media",
  "attachments",
  "reasoning_content",
  "system_parts",
  "tool_calls",
  "tool_call_id",
] as const;

/**
 * Returns the system messages with their positions, as the host compares them: only known fields, without zero values
 * (observed).
 */
function systemOf(messages: readonly Message[] | null | undefined): readonly unknown[] {
  return (messages ?? []).flatMap((item, index) => {
    if (item.role !== "system") return [];
    return [[index, withoutZeros(Object.fromEntries(FIELDS.map((field) => [field, item[field]])))]];
  });
}
