import { type Document, definedTexts, documentIn, objectAt, textAt } from "../../host-tools/document.js";
import type { AnsweredCall, Change, HookAnswer } from "../../host-tools/effect.js";
import { permissionDocument, type Simulation, SPECIFIC_OUTPUT, toolEvents } from "../../host-tools/simulation.js";
import { isObject } from "../../text/index.js";
import { EVENTS, FIELDS } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };
import { MATCHERS } from "./tool-kinds.js";

export const simulation: Simulation = {
  ...recorded,
  shell: ["bash", "-c"],
  projectVariables: ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "QWEN_PROJECT_DIR"],
  ...toolEvents(EVENTS),
  failedTool: { event: "PostToolUseFailure", fields: (error) => ({ error }) },
  matchers: MATCHERS,
  fields: FIELDS,
  textField: "llmContent",
  result: (_, text) => ({ llmContent: text, returnDisplay: text }),
  shellTool: "run_shell_command",
  harmlessCalls: (file) => [
    { tool: "read_file", input: { file_path: file } },
    { tool: "run_shell_command", input: { command: "true", is_background: false } },
  ],
  documentFor: permissionDocument,
  exitCodes: "2 denies with the text on stderr, if there is any. Others count as a failed hook, and the tool runs.",
  kinds: {
    PreToolUse: "before tool",
    PermissionRequest: "permission",
    PostToolUse: "after tool",
    PostToolUseFailure: "after tool",
    PostToolBatch: "after tool",
    UserPromptSubmit: "model",
    SessionStart: "model",
    Stop: "stop",
  },
  knownKeys: (event) => ({ answer: KEYS, ...(SPECIFIC[event] === undefined ? {} : { specific: SPECIFIC[event] }) }),
  specific: SPECIFIC_OUTPUT,
  changeBy(asked) {
    const document = asked.answer.timedOut === true ? undefined : outputOf(asked.event, asked.answer);
    return document === undefined ? {} : changeByAnswer(asked, document);
  },
};

const KEYS = ["continue", "stopReason", "suppressOutput", "systemMessage", "decision", "reason", "hookSpecificOutput"];
const SPECIFIC: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ["permissionDecision", "permissionDecisionReason"],
  PermissionRequest: ["decision"],
  PostToolUse: ["additionalContext"],
  PostToolUseFailure: ["additionalContext"],
  PostToolBatch: ["additionalContext"],
  UserPromptSubmit: ["additionalContext"],
  SessionStart: ["additionalContext"],
};
const TEXT_IS_CONTEXT = ["UserPromptSubmit", "SessionStart"];
const NO_REASON = "No reason provided";

/**
 * Reads stdout, or stderr if stdout is empty. At exit code 2, reads only stderr. JSON is read at any exit code, also
 * inside a JSON string. Other text denies at exit code 2.
 */
function outputOf(event: string, { stdout = "", stderr = "", exit }: HookAnswer): Document | undefined {
  const text = (exit === 2 ? stderr : stdout.trim() || stderr).trim();
  const document = documentIn(text) ?? documentIn(innerText(text));
  if (document !== undefined || text === "") return document;
  if (exit === 2) return { decision: "deny", reason: text };
  const isContext = (exit ?? 0) === 0 && stdout.trim() !== "" && TEXT_IS_CONTEXT.includes(event);
  return isContext && !text.startsWith("{") ? { hookSpecificOutput: { additionalContext: text } } : undefined;
}

function innerText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}

function changeByAnswer(asked: AnsweredCall, document: Document): Change {
  const { event } = asked;
  const specific = objectAt(document, "hookSpecificOutput");
  const isBlock = document.decision === "block" || document.decision === "deny";
  const stops = document.continue === false;
  const reason = String(document.stopReason || document.reason || NO_REASON);
  switch (event) {
    case "PreToolUse":
      return beforeTool(document, specific, reason);
    case "PermissionRequest":
      return permission(specific);
    case "PostToolUse":
      return stops ? { reason, result: reason } : contextIn(specific);
    case "PostToolBatch":
      return stops || isBlock ? { reason, result: reason, ...contextIn(specific) } : contextIn(specific);
    case "UserPromptSubmit":
      return stops || isBlock ? { turn: "ends", reason } : contextIn(specific);
    case "Stop":
      return stops || isBlock ? { turn: "continues", reason, context: definedTexts(reason) } : shownIn(document);
    case "PostToolUseFailure":
    case "SessionStart":
      return contextIn(specific);
    default:
      return {};
  }
}

function beforeTool(document: Document, specific: Document, stopReason: string): Change {
  const decision = decisionOf(document, specific);
  const permissionReason = specific.permissionDecisionReason ?? document.reason;
  if (decision === "deny")
    return denied(typeof permissionReason === "string" && permissionReason !== "" ? permissionReason : stopReason);
  if (decision === "ask") return { tool: "asks", reason: String(permissionReason || "User confirmation required") };
  return document.continue === false ? denied(stopReason) : {};
}

const PERMISSIONS: readonly unknown[] = ["allow", "deny", "ask"];

function decisionOf({ decision }: Document, { permissionDecision }: Document): unknown {
  if (PERMISSIONS.includes(permissionDecision)) return permissionDecision;
  return decision === "block" ? "deny" : decision;
}

function denied(reason: string): Change {
  return { tool: "does not run", reason, result: reason };
}

function permission(specific: Document): Change {
  if (!isObject(specific.decision)) return {};
  const { behavior, updatedInput: args, message } = specific.decision;
  if (behavior !== "allow") return { tool: "does not run", reason: String(message ?? ""), result: message };
  return { tool: "runs", approved: true, ...(args === undefined ? {} : { arguments: args }) };
}

function contextIn({ additionalContext: context }: Document): Change {
  if (typeof context !== "string" || context === "") return {};
  return { context: [context.replace(/</g, "&lt;").replace(/>/g, "&gt;")] };
}

function shownIn(document: Document): Change {
  const shown = textAt(document, "systemMessage");
  return shown === undefined ? {} : { shown };
}
