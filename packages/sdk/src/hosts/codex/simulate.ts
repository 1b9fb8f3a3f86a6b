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
import { EVENTS, FIELDS } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };
import { MATCHERS } from "./tool-kinds.js";

export const simulation: Simulation = {
  ...recorded,
  shell: ["/bin/bash", "-c"],
  ...toolEvents(EVENTS),
  fields: FIELDS,
  matchers: MATCHERS,
  result: (_, text) => text,
  shellTool: "Bash",
  // Codex reads files with its shell.
  harmlessCalls: (file) => [{ tool: "Bash", input: { command: `cat ${file}` } }],
  documentFor: permissionDocument,
  exitCodes: "Any code other than 2 counts as a failed hook, whatever was printed: the tool runs.",
  kinds: {
    PreToolUse: "before tool",
    PermissionRequest: "permission",
    PostToolUse: "after tool",
    UserPromptSubmit: "model",
    SessionStart: "model",
    Stop: "stop",
    SubagentStop: "stop",
  },
  knownKeys(event) {
    if (EVENTS_WITHOUT_EFFECT.includes(event)) return { answer: [], specific: [] };
    const specific = SPECIFIC[event] ?? [];
    const blocks = BLOCKS.includes(event) ? ["decision", "reason"] : [];
    return { answer: [...UNIVERSAL, ...blocks, ...(specific.length === 0 ? [] : ["hookSpecificOutput"])], specific };
  },
  specific: SPECIFIC_OUTPUT,
  changeBy(call) {
    const { exit = 0, stdout = "", stderr = "", signal, timedOut } = call.answer;
    if (timedOut === true || signal !== undefined) return {};
    if (EVENTS_WITHOUT_EFFECT.includes(call.event)) return {};
    // Only stderr counts: a document on stdout is not read.
    if (exit === 2) return blocked(call, stderr.trim());
    if (exit !== 0) return {};
    const text = stdout.trim();
    if (!/^[{[]/.test(text)) return text !== "" && TEXT_IS_CONTEXT.includes(call.event) ? { context: [text] } : {};
    const document = documentIn(text);
    return document === undefined || hasUnknownKey(call.event, document) ? {} : changeByAnswer(call, document);
  },
};

/** Events whose hooks have no effect, whatever they print and however they end. */
const EVENTS_WITHOUT_EFFECT = ["PreModelRequest", "PostModelRequest"];
const TEXT_IS_CONTEXT = ["UserPromptSubmit", "SessionStart", "SubagentStart"];
const UNIVERSAL = ["continue", "stopReason", "suppressOutput", "systemMessage"];
const BLOCKS = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SubagentStop"];
const SPECIFIC: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ["permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"],
  PermissionRequest: ["decision"],
  PostToolUse: ["additionalContext", "updatedMCPToolOutput"],
  UserPromptSubmit: ["additionalContext"],
  SessionStart: ["additionalContext"],
  SubagentStart: ["additionalContext"],
};
const REQUIRED = new Map<unknown, readonly string[]>(Object.entries({ Bash: ["command"] }));

/** Codex drops the whole answer if one key is unknown. `hookEventName` is required, but may be any string. */
function hasUnknownKey(event: string, document: Document): boolean {
  const { answer, specific: inner } = simulation.knownKeys(event);
  if (Object.keys(document).some((key) => !answer.includes(key))) return true;
  const { hookSpecificOutput: specific } = document;
  if (specific === undefined) return false;
  if (!isObject(specific) || typeof specific.hookEventName !== "string") return true;
  return Object.keys(specific).some((key) => key !== "hookEventName" && !inner?.includes(key));
}

function changeByAnswer(call: AnsweredCall, document: Document): Change {
  const { event } = call;
  const shown = textAt(document, "systemMessage");
  const specific = objectAt(document, "hookSpecificOutput");
  const context = textAt(specific, "additionalContext");
  const change = {
    ...(shown === undefined ? {} : { shown }),
    ...(context === undefined ? {} : { context: [context] }),
  };
  const reason = textAt(document, "reason");
  const stops = document.continue === false;
  if (event === "PreToolUse") {
    const decided = stops || document.suppressOutput === true ? undefined : beforeTool(call, document, specific);
    return decided === undefined ? {} : { ...change, ...decided };
  }
  if (event === "PermissionRequest") return permission(objectAt(specific, "decision"));
  if (event === "PostToolUse" && specific.updatedMCPToolOutput !== undefined) return {};
  if (stops && event === "PostToolUse") {
    const text = reason ?? textAt(document, "stopReason") ?? "PostToolUse hook stopped execution";
    return { ...change, reason: text, result: text };
  }
  if (stops) return { ...change, turn: "ends", reason: textAt(document, "stopReason") ?? "" };
  if (document.decision === undefined) return change;
  return document.decision === "block" && reason !== undefined ? { ...change, ...blocked(call, reason) } : {};
}

/** Returns `undefined` if Codex reports that the hook failed; the tool then runs. */
function beforeTool(call: AnsweredCall, document: Document, specific: Document): Change | undefined {
  const { permissionDecision: permission, updatedInput: args } = specific;
  if (permission === undefined && document.decision !== undefined) {
    const reason = textAt(document, "reason");
    return document.decision === "block" && reason !== undefined ? blocked(call, reason) : undefined;
  }
  if (permission === undefined) return args === undefined ? {} : undefined;
  if (permission === "deny") {
    const reason = textAt(specific, "permissionDecisionReason");
    return reason === undefined || args !== undefined ? undefined : blocked(call, reason);
  }
  if (permission !== "allow" || args === undefined) return undefined;
  const missingArgument = missingParameter(args, REQUIRED.get(call.payload.tool_name));
  if (missingArgument === undefined) return { arguments: args };
  const fault = `hook returned updatedInput without string field \`${missingArgument}\``;
  return { tool: "does not run", reason: fault, result: fault };
}

function permission({ behavior, message, ...rest }: Document): Change {
  if (Object.keys(rest).length > 0) return {};
  if (behavior === "allow") return { tool: "runs", approved: true };
  return behavior === "deny" ? { tool: "does not run", reason: String(message ?? ""), result: message } : {};
}

/** A block without a reason has no effect. */
function blocked({ event, payload }: AnsweredCall, reason: string): Change {
  if (reason === "") return {};
  switch (event) {
    case "PreToolUse": {
      const { command } = objectAt(payload, "tool_input");
      const suffix = typeof command === "string" ? `. Command: ${command}` : "";
      return { tool: "does not run", reason, result: `Command blocked by PreToolUse hook: ${reason}${suffix}` };
    }
    case "PermissionRequest":
      return { tool: "does not run", reason, result: reason };
    case "PostToolUse":
      return { reason, result: reason };
    case "UserPromptSubmit":
      return { turn: "ends", reason };
    case "Stop":
    case "SubagentStop":
      return { turn: "continues", reason, context: definedTexts(reason) };
    default:
      return {};
  }
}
