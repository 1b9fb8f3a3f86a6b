import {
  type Document,
  definedTexts,
  documentIn,
  missingParameter,
  objectAt,
  textAt,
} from "../../host-tools/document.js";
import type { AnsweredCall, Change } from "../../host-tools/effect.js";
import { permissionDocument, type Simulation, SPECIFIC_OUTPUT, toolEvents } from "../../host-tools/simulation.js";
import { isObject } from "../../text/index.js";
import { EVENTS, FIELDS, SKILL_COMMAND } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };
import { resultOf } from "./simulate-result.js";
import { MATCHERS } from "./tool-kinds.js";

export const simulation: Simulation = {
  ...recorded,
  shell: ["/bin/sh", "-c"],
  outputGraceMs: 1000,
  projectVariables: ["CLAUDE_PROJECT_DIR"],
  ...toolEvents(EVENTS),
  failedTool: { event: "PostToolUseFailure", fields: (error) => ({ error }) },
  matchers: MATCHERS,
  fields: FIELDS,
  textField: "stdout",
  result: resultOf,
  shellTool: "Bash",
  harmlessCalls: (file) => [
    { tool: "Read", input: { file_path: file } },
    { tool: "Bash", input: { command: "true", description: "Do nothing" } },
  ],
  documentFor: permissionDocument,
  exitCodes: "Any code other than 2 counts as a failed hook, and without a document the tool runs.",
  kinds: {
    PreToolUse: "before tool",
    PreSkillShellCommand: "before tool",
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
    const { exit = 0, stdout, stderr = "", signal, timedOut } = asked.answer;
    if (timedOut === true) return failed(asked, "timed out");
    if (signal !== undefined) return failed(asked, `ended by ${signal}`);
    const given = documentIn(stdout);
    const document = accepted(asked, given);
    if (given !== undefined && document === undefined && asked.event === SKILL_COMMAND) return failed(asked, "");
    if (document !== undefined) return changeByAnswer(asked, document);
    if (exit === 2) return blocked(asked, `${nameOf(asked)}${stderr.trim() || "No stderr output"}`);
    // With exit code 0, invalid JSON is not a failure, so `onFailure` does not apply.
    if (exit !== 0) return failed(asked, stderr.trim());
    const text = stdout?.trim() ?? "";
    return text !== "" && TEXT_IS_CONTEXT.includes(asked.event) ? { context: [text] } : {};
  },
};

const KEYS = [
  "continue",
  "stopReason",
  "suppressOutput",
  "systemMessage",
  "terminalSequence",
  "decision",
  "reason",
  "hookSpecificOutput",
];
const SPECIFIC: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ["permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"],
  PreSkillShellCommand: ["permissionDecision", "permissionDecisionReason", "updatedInput"],
  PermissionRequest: ["decision"],
  PostToolUse: ["additionalContext", "updatedToolOutput"],
  PostToolUseFailure: ["additionalContext"],
  PostToolBatch: ["additionalContext"],
  UserPromptSubmit: ["additionalContext", "sessionTitle", "suppressOriginalPrompt"],
  MessageDisplay: ["displayContent"],
};
const TEXT_IS_CONTEXT = ["UserPromptSubmit", "SessionStart"];
const TAKES_CONTEXT = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "SessionStart",
  "UserPromptSubmit",
];
const CAN_END = ["PostToolUse", "PostToolUseFailure", "UserPromptSubmit"];
const PERMISSIONS = ["allow", "deny", "ask", "defer"];
const REQUIRED = new Map<unknown, readonly string[]>(
  Object.entries({
    Bash: ["command"],
    Read: ["file_path"],
    Write: ["file_path", "content"],
  }),
);

/** Claude Code drops the whole answer if one value is invalid. It ignores unknown keys. */
function accepted({ event }: AnsweredCall, document: Document | undefined): Document | undefined {
  if (document === undefined) return undefined;
  const { continue: continueFlag, decision, hookSpecificOutput: specific } = document;
  if (continueFlag !== undefined && typeof continueFlag !== "boolean") return undefined;
  if (decision !== undefined && decision !== "block" && decision !== "approve") return undefined;
  if (specific === undefined) return document;
  if (!isObject(specific)) return undefined;
  // At the shell line of a skill, a denial counts whatever event it names.
  if (specific.hookEventName !== event && event !== SKILL_COMMAND) return undefined;
  const permission = specific.permissionDecision;
  return permission === undefined || PERMISSIONS.includes(String(permission)) ? document : undefined;
}

function changeByAnswer(asked: AnsweredCall, document: Document): Change {
  const { event, answer } = asked;
  const specific = objectAt(document, "hookSpecificOutput");
  const reason = textAt(document, "reason");
  const context = TAKES_CONTEXT.includes(event) ? textAt(specific, "additionalContext") : undefined;
  const beside = context === undefined ? {} : { context: [context] };
  const ends = document.continue === false;
  const stop = { turn: "ends", reason: textAt(document, "stopReason") ?? "" } as const;
  if (event === "PreToolUse") return { ...beside, ...beforeTool(asked, document, specific) };
  if (event === SKILL_COMMAND) return skillCommand(asked, document, specific);
  if (event === "PermissionRequest") return permission(specific);
  if (ends && (CAN_END.includes(event) || event === "Stop")) return { ...beside, ...stop };
  if (document.decision === "block") return { ...beside, ...blocked(asked, reason ?? "") };
  if (answer.exit === 2) return blocked(asked, `${nameOf(asked)}${answer.stderr?.trim() || "No stderr output"}`);
  if (event === "PostToolUse" && fits(asked, specific.updatedToolOutput)) {
    return { ...beside, result: specific.updatedToolOutput };
  }
  const shown = event === "MessageDisplay" ? textAt(specific, "displayContent") : undefined;
  return { ...beside, ...(shown === undefined ? {} : { shown }) };
}

function beforeTool(asked: AnsweredCall, document: Document, specific: Document): Change {
  const { answer, payload, situation } = asked;
  const { permissionDecision: permission, updatedInput: args } = specific;
  const reason = textAt(specific, "permissionDecisionReason") ?? textAt(document, "reason");
  const stops = document.continue === false ? ({ turn: "ends" } as const) : {};
  if (permission === "deny" || (permission === undefined && document.decision === "block")) {
    return { ...denied(asked, reason ?? "Blocked by hook"), ...stops };
  }
  if (answer.exit === 2) return denied(asked, `${nameOf(asked)}${answer.stderr?.trim() || "No stderr output"}`);
  if (permission === "defer") return { tool: "does not run", turn: "ends" };
  if (permission === "ask") return { tool: "asks", ...(reason === undefined ? {} : { reason }) };
  const tool = String(payload.tool_name);
  if (args !== undefined && missingParameter(args, REQUIRED.get(tool)) !== undefined) {
    const fault = `PreToolUse hook for ${tool} returned updatedInput that failed schema validation`;
    return { tool: "does not run", reason: fault, result: fault };
  }
  const approves = permission === "allow" || document.decision === "approve";
  const approved = approves ? ({ tool: "runs", approved: true } as const) : {};
  // A stop ends the turn after the tool has run. If the tool waits for a person instead, the turn continues.
  const runs = approves || situation.permitted !== false;
  return { ...approved, ...(args === undefined ? {} : { arguments: args }), ...(runs ? stops : {}) };
}

/** Nothing but `allow` and silence lets the shell line of a skill run. `allow` approves nothing. */
function skillCommand(asked: AnsweredCall, document: Document, specific: Document): Change {
  const { answer } = asked;
  const { permissionDecision: permission, updatedInput } = specific;
  if (document.continue === false) {
    return { tool: "does not run", turn: "ends", reason: textAt(document, "stopReason") ?? "" };
  }
  if (["deny", "ask", "defer"].includes(String(permission)) || document.decision === "block") {
    return denied(asked, textAt(specific, "permissionDecisionReason") ?? textAt(document, "reason") ?? "");
  }
  if (updatedInput !== undefined) return denied(asked, "the hook changed the command, which isn't supported here");
  return answer.exit === 2 ? denied(asked, answer.stderr?.trim() ?? "") : {};
}

function permission(specific: Document): Change {
  const { behavior, updatedInput: args, message } = objectAt(specific, "decision");
  if (behavior === "deny") return { tool: "does not run", reason: String(message ?? ""), result: message };
  if (behavior !== "allow") return {};
  return { tool: "runs", approved: true, ...(args === undefined ? {} : { arguments: args }) };
}

/** A result whose shape differs from the tool's is dropped. For MCP tools, any shape is accepted. */
function fits({ payload }: AnsweredCall, output: unknown): boolean {
  const { tool_name: tool, tool_response: original } = payload;
  if (output === undefined) return false;
  if (String(tool).startsWith("mcp__")) return true;
  if (!isObject(output)) return Array.isArray(output) && Array.isArray(original);
  const keys = RESULTS.get(tool) ?? (isObject(original) ? Object.keys(original) : undefined);
  return keys?.every((key) => key in output) ?? false;
}

const RESULTS = new Map<unknown, readonly string[]>(
  Object.entries({
    Bash: ["stdout", "stderr", "interrupted", "isImage"],
    Read: ["type", "file"],
  }),
);

/** Returns the effect of a block at an event. */
function blocked(asked: AnsweredCall, reason: string): Change {
  switch (asked.event) {
    case "PreToolUse":
    case SKILL_COMMAND:
      return denied(asked, reason);
    case "PostToolUse":
      // The result is kept, and the model gets the reason in addition.
      return { context: [reason] };
    case "UserPromptSubmit":
      return { turn: "ends", reason };
    case "Stop":
      return { turn: "continues", reason, context: definedTexts(reason) };
    default:
      return {};
  }
}

function failed(asked: AnsweredCall, words: string): Change {
  if (asked.situation.onFailure !== "block") return {};
  if (asked.event === SKILL_COMMAND) return denied(asked, `${nameOf(asked)}${failureOf(asked, words)}`);
  if (asked.event !== "PreToolUse") return {};
  return denied(asked, `${nameOf(asked)}failed; blocking because onFailure is "block"\n${words}`);
}

function failureOf({ answer: { timedOut } }: AnsweredCall, words: string): string {
  const blocks = 'blocking because onFailure is "block"';
  if (timedOut === true) return `timed out; ${blocks}`;
  return `failed; ${blocks}${words === "" ? "" : ` ${words}`}`;
}

function denied({ event, payload }: AnsweredCall, reason: string): Change {
  if (event === SKILL_COMMAND) {
    return { tool: "does not run", reason, result: `[not run: blocked by hook${reason === "" ? "" : `: ${reason}`}]` };
  }
  const result = `PreToolUse:${String(payload.tool_name)} hook error: ${reason}`;
  return { tool: "does not run", reason, result };
}

function nameOf({ answer: { command } }: AnsweredCall): string {
  return command === undefined ? "" : `[${command}]: `;
}
