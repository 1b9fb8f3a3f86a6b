import type { AnsweredCall, Change } from "../../host-tools/effect.js";
import { type Simulation, toolEvents } from "../../host-tools/simulation.js";
import { EVENTS, FIELDS } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };
import { executeHooks, type HookResult } from "./simulate-executor.js";
import { cutResult, isTooLong } from "./simulate-long-results.js";
import { readOutput, trimmed } from "./simulate-output.js";
import { MATCHERS } from "./tool-kinds.js";

export const simulation: Simulation = {
  ...recorded,
  allEvents: true,
  variants: { preempt: { setting: "preempt_yolo", since: "v1.89.0" } },
  shell: ["/bin/sh", "-c"],
  userShell: true,
  killsOnlyShell: true,
  continuesIfNotStarted: true,
  ...toolEvents(EVENTS),
  model: {
    before: "before_llm_call",
    after: "after_llm_call",
    request: (text) => ({ messages: [{ role: "user", content: text }] }),
    reply: (text) => ({ stop_response: text }),
  },
  fields: FIELDS,
  // As Go's encoding/json does.
  escaped: /[<>&\u2028\u2029]/g,
  sortedInput: true,
  categories: {
    field: "tool_category",
    of: {
      shell: "shell",
      create_directory: "filesystem",
      directory_tree: "filesystem",
      edit_file: "filesystem",
      list_directory: "filesystem",
      read_file: "filesystem",
      read_multiple_files: "filesystem",
      remove_directory: "filesystem",
      search_files_content: "filesystem",
      write_file: "filesystem",
    },
  },
  permittedField: { name: "safety_policy", value: "autonomous" },
  skipsPermitted: { pre_tool_use: [undefined], permission_request: [undefined, "preempt"] },
  matchers: MATCHERS,
  result: (_, text) => text,
  shellTool: "shell",
  shellField: "cmd",
  harmlessCalls: (file) => [
    { tool: "read_file", input: { path: file } },
    { tool: "shell", input: { cmd: "true" } },
  ],
  documentFor: (decision, reason) => ({
    ...(decision === "deny" ? { decision: "block" } : {}),
    hook_specific_output: {
      hook_event_name: "pre_tool_use",
      permission_decision: decision,
      permission_decision_reason: reason,
    },
  }),
  exitCodes:
    "Any code other than 2 lets the call pass, whatever was printed; in the preempt_yolo variant, 2 does not deny either.",
  kinds: {
    pre_tool_use: "before tool",
    permission_request: "permission",
    tool_response_transform: "after tool",
    post_tool_use: "after tool",
    before_llm_call: "model",
    user_prompt_submit: "model",
    user_followup_submit: "model",
    user_steering_messages_submit: "model",
    worktree_create: "model",
    session_start: "model",
    turn_start: "model",
    pre_compact: "model",
    before_compaction: "model",
  },
  knownKeys: () => ({
    answer: [
      "continue",
      "stop_reason",
      "suppress_output",
      "system_message",
      "decision",
      "reason",
      "hook_specific_output",
    ],
    specific: [
      "hook_event_name",
      "permission_decision",
      "permission_decision_reason",
      "updated_input",
      "additional_context",
      "summary",
      "updated_messages",
      "updated_tool_response",
      "metadata",
      "instruction_context",
    ],
    values: { decision: ["block"], permission_decision: ["allow", "ask", "deny"] },
  }),
  specific: { key: "hook_specific_output" },
  reads: (document) => readOutput(document, recorded.version) !== undefined,
  joinsReasons: true,
  merges: true,
  changeBy(asked) {
    const { event, answer, others = [], situation, version } = asked;
    const { onFailure } = situation;
    const result = executeHooks([answer, ...others], { version, event, preempts: preempts(asked), onFailure });
    const { systemMessage: shown } = result;
    return { ...(shown === undefined || SILENT.includes(event) ? {} : { shown }), ...changeAt(asked, result) };
  },
};

/** The events whose `system_message` is not shown. */
const SILENT: readonly string[] = [
  "before_llm_call",
  "after_llm_call",
  "session_end",
  "on_user_input",
  "notification",
  "on_error",
  "on_max_iterations",
  "on_session_resume",
  "on_agent_switch",
  "on_tool_approval_decision",
  "subagent_stop",
];

function preempts({ event, variant }: AnsweredCall): boolean {
  return event === "pre_tool_use" && variant === "preempt";
}

/** Returns what docker-agent does with the result of its hooks. */
function changeAt(asked: AnsweredCall, result: HookResult): Change {
  switch (asked.event) {
    case "pre_tool_use":
      return preempts(asked) ? beforeRules(asked, result) : beforeTool(asked, result);
    case "permission_request":
      return permission(asked, result);
    case "tool_response_transform":
      return toolResult(asked, result);
    case "before_llm_call": {
      const { updatedMessages: messages } = result;
      return result.allowed && messages !== undefined ? { request: { messages } } : endedBy(result);
    }
    case "post_tool_use":
      return endedBy(result);
    case "user_prompt_submit":
    case "user_followup_submit":
    case "user_steering_messages_submit":
      return result.allowed ? contextIn(result) : endedBy(result);
    case "worktree_create":
      return { ...endedBy(result, "a worktree_create hook blocked the run"), ...contextIn(result) };
    case "session_start":
    case "turn_start":
      return contextIn(result, instructionsIn(result));
    case "pre_compact":
    case "before_compaction":
      return compaction(asked.event, result);
    default:
      return {};
  }
}

/**
 * For the `preempt` variant, which is called before the user's rules apply. Only a permission decision counts: a block,
 * exit code 2 or a timeout has no effect.
 */
function beforeRules({ situation: { permitted } }: AnsweredCall, result: HookResult): Change {
  const { decision, decisionReason: reason, unreadInput } = result;
  if (decision === "deny") return denied("The tool call was rejected by a pre_tool_use hook.", reason);
  if (decision === "ask") return { tool: "asks", asks: "person", reason: reason ?? "" };
  if (permitted === true) return { tool: "runs" };
  return { tool: "asks", asks: "rules", ...(unreadInput === undefined ? {} : { ignored: { arguments: unreadInput } }) };
}

function beforeTool({ situation: { permitted } }: AnsweredCall, result: HookResult): Change {
  const { allowed, decision, decisionReason, message = "", modifiedInput } = result;
  if (!allowed) {
    const text = { tool: "does not run", result: `Tool call blocked by hook: ${message}` } as const;
    return message === "" ? text : { ...text, reason: message };
  }
  const rewritten = modifiedInput === undefined ? {} : { arguments: modifiedInput };
  if (decision === "allow") return { ...rewritten, tool: "runs", approved: true };
  if (permitted === true) return rewritten;
  return { ...rewritten, tool: "asks", asks: "hooks", ...(decision === "ask" ? { reason: decisionReason ?? "" } : {}) };
}

function permission({ situation: { permitted } }: AnsweredCall, result: HookResult): Change {
  if (!result.allowed) return denied("The tool call was rejected by a permission_request hook.", result.message);
  if (result.permissionAllowed) return { tool: "runs", approved: true };
  return permitted === true ? {} : { tool: "asks", asks: "person" };
}

function denied(text: string, words = ""): Change {
  const reason = trimmed(words);
  if (reason === "") return { tool: "does not run", result: text };
  return { tool: "does not run", result: `${text} Reason: ${reason}`, reason };
}

function toolResult({ payload }: AnsweredCall, { updatedToolResponse: updated }: HookResult): Change {
  const original = typeof payload.tool_response === "string" ? payload.tool_response : "";
  const text = isTooLong(original, payload.tool_category) ? cutResult(original) : updated;
  if (trimmed(text ?? original) === "") return { result: "(no output)" };
  return text === undefined ? {} : { result: text };
}

function compaction(event: string, result: HookResult): Change {
  const { allowed, message: reason, summary } = result;
  if (!allowed) return { compaction: "cancelled", ...(reason === undefined ? {} : { reason }) };
  return { ...(event === "pre_compact" ? contextIn(result) : {}), ...(summary === undefined ? {} : { summary }) };
}

function endedBy({ allowed, message }: HookResult, defaultReason = "Agent terminated by a hook."): Change {
  return allowed ? {} : { turn: "ends", reason: message ?? defaultReason };
}

function contextIn({ additionalContext: text }: HookResult, more: readonly string[] = []): Change {
  const context = text === undefined ? more : [text, ...more];
  return context.length === 0 ? {} : { context };
}

function instructionsIn({ instructionContext = [] }: HookResult): readonly string[] {
  return instructionContext
    .filter(({ removed, unavailable, set_marker }) => !removed && !unavailable && !set_marker)
    .map(({ content = "" }) => content)
    .filter((content) => trimmed(content) !== "");
}
