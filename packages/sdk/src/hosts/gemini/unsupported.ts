import { changedText, resultUnsupported, toolCallUnsupported } from "../../command-hook/unsupported.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions, LlmReplyPatch, LlmRequestPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { Message, ToolResult } from "../../hook/message.js";

const HOST = "Gemini CLI";

/** The options of a model call that Gemini CLI reads. */
export const CONFIG: readonly string[] = ["temperature", "topP", "topK", "maxOutputTokens"];

/** Fields of our messages that Gemini CLI's do not have. */
export const UNKNOWN_FIELDS = [
  "modelName",
  "createdAt",
  "media",
  "attachments",
  "reasoning",
  "systemParts",
  "toolCalls",
  "toolCallId",
] as const satisfies readonly (keyof Message)[];

/** Returns why Gemini CLI does not support a decision, or `undefined`. */
export function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  return objections[point](call as never, decision as never);
}

const objections: {
  readonly [P in Point]: (call: Calls[P], decision: Decisions[P]) => string | undefined;
} = {
  beforeLlm: (call, decision) =>
    decision.action === "modify" ? requestUnsupported(call, decision.patch as LlmRequestPatch) : undefined,
  afterLlm: (call, decision) =>
    decision.action === "modify" ? replyUnsupported(call, decision.patch as LlmReplyPatch) : undefined,
  beforeTool: (call, decision) => toolCallUnsupported(HOST, call, decision),
  afterTool(call, decision) {
    if (decision.action !== "modify") return undefined;
    const patch = decision.patch as ToolResultPatch;
    return resultUnsupported(HOST, { ...call, result: replacedResult(call.result, patch) }, patch);
  },
  approveTool: (_call, decision) =>
    decision.action === "ask"
      ? `${HOST} waits for ever where nobody can be asked, and says nowhere whether somebody can: reject the call`
      : undefined,
};

/** The replacement of a result is an error to the model, and also replaces what the user would have seen. */
function replacedResult(its: ToolResult, patch: ToolResultPatch): ToolResult {
  const { result } = patch;
  const text = changedText(patch);
  if (typeof result !== "object" || text === undefined) return its;
  const failed = result.isError === true ? { isError: true } : {};
  const shown = its.forUser !== undefined && text !== its.forLlm && result.forUser !== undefined;
  return { ...its, ...failed, ...(shown ? { forUser: result.forUser } : {}) };
}

function requestUnsupported(call: Calls["beforeLlm"], { tools, options = {}, messages }: LlmRequestPatch) {
  if (tools !== undefined) return `${HOST} shows a hook no tools and takes none: offer them over MCP`;
  const unread = Object.keys(options).find((name) => !CONFIG.includes(name) && options[name] !== call.options[name]);
  if (unread !== undefined) return `${HOST} reads the options ${CONFIG.join(", ")} alone, not ${unread}`;
  const wrong = CONFIG.find((name) => options[name] !== undefined && typeof options[name] !== "number");
  if (wrong !== undefined) return `the option ${wrong} must be a number`;
  return messages === undefined ? undefined : messagesUnsupported(call.messages, messages);
}

function messagesUnsupported(before: readonly Message[], after: readonly Message[]): string | undefined {
  if (after.length !== before.length) {
    return (
      `${HOST} takes changed texts of the messages that it showed, not ${after.length} messages for ${before.length}: ` +
      "it would put them elsewhere, since tool calls and results between them are not shown"
    );
  }
  if (after.some((one, index) => one.role !== before[index]?.role))
    return `${HOST} lets no hook change a message's role`;
  const unknown = UNKNOWN_FIELDS.find((field) => after.some((one) => one[field] !== undefined));
  return unknown === undefined ? undefined : `${HOST}'s messages have no ${unknown}`;
}

function replyUnsupported(
  { content: before, raw }: Calls["afterLlm"],
  { content, reasoning, toolCalls }: LlmReplyPatch,
) {
  const [other] = Object.entries({ reasoning, toolCalls }).flatMap(([key, value]) => (value === undefined ? [] : key));
  if (other !== undefined) return `${HOST} lets a hook change the text of a reply alone, not ${other}`;
  if (content === undefined || content === before) return undefined;
  return hasText(raw)
    ? undefined
    : "this piece of the reply has no text: it may call a tool, which a change would drop";
}

function hasText({ llm_response: response }: Calls["afterLlm"]["raw"]): boolean {
  const { candidates } = response as { readonly candidates: readonly { readonly content: { parts: unknown[] } }[] };
  return (candidates[0]?.content.parts.length ?? 0) > 0;
}
