import type { Raw } from "../../codec/fields.js";
import { requestedCall } from "../../codec/requested-call.js";
import type { Point } from "../../hook/calls.js";
import type { Decisions, LlmReplyPatch, LlmRequestPatch, ToolCallPatch } from "../../hook/decisions.js";
import type { ToolResult } from "../../hook/message.js";
import { denyForPerson } from "../../runtime/denial.js";
import { reasoningOf } from "./decode.js";
import { message, toolSpec } from "./messages.js";
import { encodeToolResult, overlayToolResult } from "./tool-result.js";

/** Encodes a decision as the host's answer. Without a decision, the host continues unchanged. */
export function encodeDecision(point: Point, raw: Raw, decision: Decisions[Point] | undefined): Raw {
  switch (decision?.action) {
    case undefined:
      return { action: "continue" };
    case "modify":
      return { action: "modify", ...modified[point](raw, decision.patch as never) };
    case "respond":
      return { action: "respond", result: encodeToolResult(decision.result) };
    case "deny":
      return denied(point, raw, decision.reason);
    case "abortTurn":
      return { action: "abort_turn", reason: decision.reason };
    case "hardAbort":
      return { action: "hard_abort", reason: decision.reason };
    case "approve":
      return { approved: true };
    case "ask":
      // PicoClaw reads a denial; a host that can ask a person reads `ask`.
      return { ...denied(point, raw, denyForPerson(decision).reason), ask: true, question: decision.reason };
    case "addContext":
      throw new Error("PicoClaw adds no context");
  }
}

/** At a model call, a denial ends the turn. After a tool, the reason replaces the result for the model and the user. */
function denied(point: Point, raw: Raw, reason: string): Raw {
  if (point === "approveTool") return { approved: false, reason };
  if (point === "beforeTool") return { action: "deny_tool", reason };
  if (point !== "afterTool") return { action: "abort_turn", reason };
  return { action: "modify", result: { ...raw, result: encodeToolResult({ forLlm: reason, isError: true }) } };
}

/** A `modify` replaces the host's whole object, so the patch is merged into the original object. */
const modified: { readonly [P in Point]: (raw: Raw, patch: never) => Raw } = {
  onPrompt: () => ({}),
  beforeLlm: (raw, patch: LlmRequestPatch) => ({
    request: {
      ...raw,
      ...(patch.model === undefined ? {} : { model: patch.model }),
      ...(patch.messages === undefined ? {} : { messages: patch.messages.map((item) => message.encode(item)) }),
      ...(patch.tools === undefined ? {} : { tools: patch.tools.map((item) => toolSpec.encode(item)) }),
      ...(patch.options === undefined ? {} : { options: { ...(raw.options as Raw | null), ...patch.options } }),
    },
  }),
  afterLlm: (raw, patch: LlmReplyPatch) => ({
    response: { ...raw, response: { ...(raw.response as Raw), ...replyFields(raw.response as Raw, patch) } },
  }),
  beforeTool: (raw, patch: ToolCallPatch) => ({ call: { ...raw, ...patch } }),
  afterTool: (raw, patch: { readonly result: Partial<ToolResult> }) => ({
    result: { ...raw, result: overlayToolResult(raw.result as Raw, patch.result ?? {}) },
  }),
  approveTool: () => ({}),
};

function replyFields(response: Raw, { content, reasoning, toolCalls }: LlmReplyPatch): Raw {
  return {
    ...(content === undefined ? {} : { content }),
    ...(reasoning === undefined ? {} : reasoningFields(response, reasoning)),
    ...(toolCalls === undefined ? {} : { tool_calls: toolCalls.map((call) => requestedCall.encode(call)) }),
  };
}

/** The host keeps the reasoning in up to three places. A change must not leave the old text in any of them. */
function reasoningFields(response: Raw, reasoning: string): Raw {
  if (reasoning === reasoningOf(response)) return {};
  const filled = ["reasoning", "reasoning_content"].filter((key) => response[key]);
  const keys = filled.length === 0 ? ["reasoning_content"] : filled;
  return {
    ...Object.fromEntries(keys.map((key) => [key, reasoning])),
    ...(response.reasoning_details ? { reasoning_details: null } : {}),
  };
}
