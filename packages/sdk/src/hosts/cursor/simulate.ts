import { type Document, documentIn, isObject, textAt } from "../../host-tools/document.js";
import type { AnsweredCall, Change, HookAnswer } from "../../host-tools/effect.js";
import { type Simulation, toolEvents } from "../../host-tools/simulation.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };
import { resultText } from "./result-text.js";
import { MCP_PREFIX } from "./tool-kinds.js";

/** What Cursor does, read in its manual and in what others saw. Nothing of it was run. */
export const simulation: Simulation = {
  ...recorded,
  isRead: true,
  changesOnly: MCP_PREFIX,
  shell: ["/bin/sh", "-c"],
  projectVariables: ["CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
  ...toolEvents(EVENTS),
  failedTool: {
    event: "postToolUseFailure",
    fields: (error) => ({ error_message: error, failure_type: "error" }),
  },
  fields: {
    event: "hook_event_name",
    session: "conversation_id",
    folder: "/workspace_roots/0",
    tool: "tool_name",
    input: "tool_input",
    result: "tool_output",
  },
  result: (tool, text) =>
    JSON.stringify(tool.startsWith(MCP_PREFIX) ? { content: [{ type: "text", text }] } : { output: text, exitCode: 0 }),
  shellTool: "Shell",
  harmlessCalls: (file) => [
    { tool: "Read", input: { file_path: file } },
    { tool: "Shell", input: { command: "true", cwd: "" } },
  ],
  documentFor: (decision, reason) =>
    decision === "deny"
      ? { permission: decision, user_message: reason, agent_message: reason }
      : { permission: decision },
  exitCodes:
    "2 denies with the text on stderr. Others count as a failed hook, and the tool runs unless the entry has failClosed.",
  kinds: {
    preToolUse: "before tool",
    beforeShellExecution: "before tool",
    beforeMCPExecution: "before tool",
    postToolUse: "after tool",
    beforeSubmitPrompt: "model",
    sessionStart: "model",
    stop: "stop",
  },
  keysAt: (event) => ({ answer: KEYS[event] ?? [] }),
  specific: { key: "" },
  changeBy(call) {
    const { answer, event, situation } = call;
    const { denial: how }: EventRules = EVENTS[event as EventName] ?? {};
    const document = answeredBy(answer);
    if (answer.exit === 2) return denied(how, answer.stderr?.trim() || "Blocked by hook");
    if (document === undefined) {
      const isInvalid = !hasFailed(answer) && (answer.stdout ?? "").trim() !== "" && how === "permission";
      return isInvalid || situation.onFailure === "block" ? denied(how, "Blocked by a failed hook") : {};
    }
    if (document.permission === "deny" || document.continue === false) {
      return denied(how, textAt(document, "agent_message") ?? textAt(document, "user_message") ?? "Blocked by hook");
    }
    return changeBy(call, document);
  },
};

const PERMISSION = ["permission", "user_message", "agent_message"];
const KEYS: Readonly<Record<string, readonly string[]>> = {
  preToolUse: [...PERMISSION, "updated_input"],
  beforeShellExecution: PERMISSION,
  beforeMCPExecution: PERMISSION,
  postToolUse: ["additional_context", "updated_mcp_tool_output"],
  beforeSubmitPrompt: ["continue", "user_message", "additional_context"],
  sessionStart: ["env", "additional_context"],
  stop: ["followup_message"],
};
/** A longer context is dropped as a whole. */
const LONGEST_CONTEXT = 10_000;

function hasFailed({ exit = 0, signal, timedOut }: HookAnswer): boolean {
  return timedOut === true || signal !== undefined || exit !== 0;
}

/** Cursor also reads a document that other text precedes. */
function answeredBy(answer: HookAnswer): Document | undefined {
  if (hasFailed(answer)) return undefined;
  const text = answer.stdout?.trim() ?? "";
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1)) {
    const document = documentIn(text.slice(at));
    if (document !== undefined) return document;
  }
  return undefined;
}

function denied(how: EventRules["denial"], reason: string): Change {
  if (how === "permission") return { tool: "does not run", reason, result: reason };
  return how === "continue" ? { turn: "ends", reason } : {};
}

function changeBy({ event, payload }: AnsweredCall, document: Document): Change {
  switch (event) {
    case "preToolUse":
      return { ...allowed(document), ...(isObject(document.updated_input) && { arguments: document.updated_input }) };
    case "beforeShellExecution":
    case "beforeMCPExecution":
      return document.permission === "ask" ? { tool: "asks", asks: "person" } : allowed(document);
    case "postToolUse": {
      const output = document.updated_mcp_tool_output;
      const isMcp = String(payload.tool_name).startsWith(MCP_PREFIX);
      return {
        ...contextIn(document),
        ...(isMcp && isObject(output) && { result: resultText(JSON.stringify(output)) }),
      };
    }
    case "beforeSubmitPrompt":
    case "sessionStart":
      return contextIn(document);
    case "stop": {
      const next = textAt(document, "followup_message");
      return next === undefined ? {} : { turn: "continues", reason: next, context: [next] };
    }
    default:
      return {};
  }
}

function allowed({ permission }: Document): Change {
  return permission === "allow" ? { tool: "runs", approved: true } : {};
}

function contextIn(document: Document): Change {
  const context = textAt(document, "additional_context");
  return context === undefined || context.length > LONGEST_CONTEXT ? {} : { context: [context] };
}
