import { type Document, documentIn, textAt } from "../../host-tools/document.js";
import type { AnsweredCall, Change, HookAnswer } from "../../host-tools/effect.js";
import { type Simulation, toolEvents } from "../../host-tools/simulation.js";
import { isObject } from "../../text/index.js";
import { asksPermission, denialForm, EVENTS, type EventName, FIELDS, failsClosed } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };
import { resultText, withResult } from "./result-text.js";
import { isMcp, MCP_PREFIX } from "./tool-kinds.js";
import { answerFields, LONGEST_CONTEXT } from "./wire.js";

/** What Cursor does, from its manual and public reports; not run. */
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
  fields: FIELDS,
  result: (tool, text) =>
    JSON.stringify(isMcp(tool) ? withResult(text).updated_mcp_tool_output : { output: text, exitCode: 0 }),
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
  knownKeys: (event) => ({ answer: Object.keys(isEvent(event) ? answerFields[event]() : {}) }),
  specific: { key: "" },
  changeBy(call) {
    const { answer, event, situation } = call;
    const document = answeredBy(answer);
    if (answer.exit === 2) return denied(event, answer.stderr?.trim() || "Blocked by hook");
    if (document === undefined) {
      const isInvalid = !hasFailed(answer) && (answer.stdout ?? "").trim() !== "" && asksPermission(event);
      const isClosed = situation.onFailure === "block" && failsClosed(event);
      return isInvalid || isClosed ? denied(event, "Blocked by a failed hook") : {};
    }
    const asksForSubagent = event === "subagentStart" && document.permission === "ask";
    if (document.permission === "deny" || document.continue === false || asksForSubagent) {
      return denied(event, textAt(document, "agent_message") ?? textAt(document, "user_message") ?? "Blocked by hook");
    }
    return changeBy(call, document);
  },
};

function isEvent(event: string): event is EventName {
  return Object.hasOwn(EVENTS, event);
}

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

function denied(event: string, reason: string): Change {
  if (asksPermission(event)) return { tool: "does not run", reason, result: reason };
  return denialForm(event) === "continue" ? { turn: "ends", reason } : {};
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
      const isRead = isMcp(String(payload.tool_name)) && isObject(output);
      return { ...contextIn(document), ...(isRead && { result: resultText(JSON.stringify(output)) }) };
    }
    case "beforeSubmitPrompt":
    case "sessionStart":
      return contextIn(document);
    case "stop":
      return followedUp(document);
    case "subagentStop":
      return payload.status === "completed" ? followedUp(document) : {};
    default:
      return {};
  }
}

function followedUp(document: Document): Change {
  const next = textAt(document, "followup_message");
  return next === undefined ? {} : { turn: "continues", reason: next, context: [next] };
}

function allowed({ permission }: Document): Change {
  return permission === "allow" ? { tool: "runs", approved: true } : {};
}

function contextIn(document: Document): Change {
  const context = textAt(document, "additional_context");
  return context === undefined || context.length > LONGEST_CONTEXT ? {} : { context: [context] };
}
