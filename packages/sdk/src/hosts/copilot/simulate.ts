import { type Document, definedTexts, documentIn, objectAt, textAt } from "../../host-tools/document.js";
import type { AnsweredCall, Change } from "../../host-tools/effect.js";
import { type Simulation, SPECIFIC_OUTPUT, toolEvents } from "../../host-tools/simulation.js";
import { EVENTS, FIELDS } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };
import { MATCHERS } from "./tool-kinds.js";

/** Copilot CLI has two sets of event names, `preToolUse` and `PreToolUse`; the config determines which one it uses. */
export const simulation: Simulation = {
  ...recorded,
  shell: ["/bin/bash", "--norc", "--noprofile", "-c"],
  projectVariables: ["CLAUDE_PROJECT_DIR", "COPILOT_PROJECT_DIR"],
  ...toolEvents(EVENTS),
  failedTool: { event: "postToolUseFailure", fields: (error) => ({ error }) },
  matchers: MATCHERS,
  fields: FIELDS,
  textField: "textResultForLlm",
  result: (_, text) => ({ resultType: "success", textResultForLlm: text }),
  shellTool: "bash",
  harmlessCalls: (file) => [
    { tool: "view", input: { path: file } },
    { tool: "bash", input: { command: "true", description: "Do nothing" } },
  ],
  documentFor: (decision, reason) => ({ permissionDecision: decision, permissionDecisionReason: reason }),
  exitCodes: "Any other code denies the call: an observer stops every tool.",
  kinds: {
    preToolUse: "before tool",
    PreToolUse: "before tool",
    permissionRequest: "permission",
    PermissionRequest: "permission",
    postToolUse: "after tool",
    PostToolUse: "after tool",
    postToolUseFailure: "after tool",
    PostToolUseFailure: "after tool",
    userPromptSubmitted: "model",
    userPromptTransformed: "model",
    sessionStart: "model",
    agentStop: "stop",
    Stop: "stop",
  },
  knownKeys: (event) => ({ answer: KEYS[NAMES[event] ?? event] ?? [], specific: [] }),
  specific: SPECIFIC_OUTPUT,
  changeBy(asked) {
    const { exit = 0, stdout = "", signal, timedOut } = asked.answer;
    if (timedOut === true) return {};
    const event = NAMES[asked.event] ?? asked.event;
    const document = documentAfterProgress(stdout);
    if (event === "preToolUse" && (signal !== undefined || (exit !== 0 && exit !== 2))) return denied("hook errored");
    if (event === "permissionRequest" && (signal !== undefined || exit !== 0)) return deniedPermission(FAILED_REQUEST);
    if (event === "preToolUse") return beforeTool(asked, document);
    return signal === undefined && exit === 0 ? changeByAnswer(event, document) : {};
  },
};

const NAMES: Readonly<Record<string, string>> = {
  PreToolUse: "preToolUse",
  PermissionRequest: "permissionRequest",
  PostToolUse: "postToolUse",
  PostToolUseFailure: "postToolUseFailure",
  UserPromptSubmit: "userPromptSubmitted",
  SessionStart: "sessionStart",
  Stop: "agentStop",
};
const KEYS: Readonly<Record<string, readonly string[]>> = {
  preToolUse: ["permissionDecision", "permissionDecisionReason", "modifiedArgs", "additionalContext"],
  permissionRequest: ["behavior", "message", "interrupt"],
  postToolUse: ["modifiedResult", "additionalContext", "decision", "reason"],
  postToolUseFailure: ["additionalContext"],
  userPromptSubmitted: ["additionalContext", "modifiedPrompt", "decision", "reason"],
  userPromptTransformed: ["modifiedTransformedPrompt"],
  sessionStart: ["additionalContext"],
  agentStop: ["decision", "reason"],
  subagentStart: ["additionalContext"],
  subagentStop: ["decision", "reason", "modifiedResponse"],
  notification: ["additionalContext"],
};
const TAKES_CONTEXT = ["postToolUse", "postToolUseFailure", "userPromptSubmitted", "sessionStart"];
const FAILED_REQUEST = "Permission request hook failed";

/** Reads the document. Progress lines may precede it, but nothing may follow it. */
function documentAfterProgress(stdout: string): Document {
  const lines = stdout.trim().split("\n");
  while (documentIn(lines[0])?.type === "progress") lines.shift();
  return documentIn(lines.join("\n")) ?? {};
}

function beforeTool({ event, answer: { exit } }: AnsweredCall, document: Document): Change {
  // Among the PascalCase events, only `PreToolUse` reads `hookSpecificOutput`.
  const specific = event === "PreToolUse" ? objectAt(document, "hookSpecificOutput") : {};
  const { permissionDecision: permission, modifiedArgs, updatedInput } = { ...specific, ...document };
  const reason = textAt(document, "permissionDecisionReason") ?? textAt(specific, "permissionDecisionReason");
  if (permission === "deny") return denied(reason ?? "No reason provided", "Denied by preToolUse hook: ");
  if (exit === 2) return denied("hook exited with code 2", "Denied by preToolUse hook: ");
  const context = textAt(document, "additionalContext");
  const args = modifiedArgs ?? updatedInput;
  return {
    ...(context === undefined ? {} : { context: [context] }),
    ...(args === undefined ? {} : { arguments: args }),
    ...(permission === "allow" ? { tool: "runs", approved: true } : {}),
    ...(permission === "ask" ? { tool: "asks", ...(reason === undefined ? {} : { reason }) } : {}),
  };
}

function denied(reason: string, before?: string): Change {
  const result = before === undefined ? `Denied by preToolUse hook (${reason})` : `${before}${reason}`;
  return { tool: "does not run", reason, result };
}

function changeByAnswer(event: string, document: Document): Change {
  const context = TAKES_CONTEXT.includes(event) ? textAt(document, "additionalContext") : undefined;
  return { ...(context === undefined ? {} : { context: [context] }), ...ruling(event, document) };
}

function ruling(event: string, document: Document): Change {
  const reason = document.decision === "block" ? textAt(document, "reason") : undefined;
  switch (event) {
    case "permissionRequest":
      return permission(document);
    case "postToolUse": {
      if (reason !== undefined) return { reason, result: `Tool result blocked: ${reason}` };
      // An empty text also replaces the result.
      const { textResultForLlm: text } = objectAt(document, "modifiedResult");
      return typeof text === "string" ? { result: text } : {};
    }
    case "userPromptSubmitted": {
      if (document.decision === "block") return { turn: "ends", reason: reason ?? "" };
      const prompt = textAt(document, "modifiedPrompt");
      return prompt === undefined ? {} : { prompt };
    }
    case "userPromptTransformed": {
      const prompt = textAt(document, "modifiedTransformedPrompt");
      return prompt === undefined ? {} : { prompt };
    }
    case "agentStop":
      return reason === undefined ? {} : { turn: "continues", reason, context: definedTexts(reason) };
    default:
      return {};
  }
}

function permission({ behavior, message, interrupt }: Document): Change {
  if (behavior === "allow") return { tool: "runs", approved: true };
  if (behavior !== "deny") return {};
  return { ...deniedPermission(String(message ?? "")), ...(interrupt === true ? { turn: "ends" } : {}) };
}

function deniedPermission(reason: string): Change {
  return { tool: "does not run", reason, result: `Permission denied by a PermissionRequest hook: ${reason}` };
}
