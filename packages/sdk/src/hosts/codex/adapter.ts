import { textOfBlocks } from "../../codec/content-blocks.js";
import {
  asksNobody,
  eventsOf,
  LIKE_DENY,
  NO_STOP,
  no,
  noModelCalls,
  partly,
  replacing,
  rewriting,
  SAME_TOOL,
  TOOLS_OVER_MCP,
  yes,
} from "../../command-hook/cells.js";
import { changedText, resultUnsupported } from "../../command-hook/changes.js";
import { decoderOf } from "../../command-hook/decode.js";
import { changesApproved, oneShotAdapter } from "../../command-hook/host-table.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import {
  behaviorDenied,
  contextFor,
  denialReasonOf,
  eventFields,
  joinedDocuments,
  permissionDenied,
  type SpecificDocument,
  specific,
  withDenial,
  withLastReason,
} from "../../command-hook/specific-output.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Modify } from "../../hook/decisions.js";
import type { CallSession } from "../../runtime/session.js";
import { EVENTS, type EventName, type EventRules, FIELDS, TITLE } from "./events.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, type CodexEvent, payloadSchema } from "./wire.js";

const { sourceOf, promptCall, toolCall } = decoderOf(FIELDS, kindOf);

const UNSEEN = "input typed into a running session (write_stdin) never reaches a hook";
const MODEL_CALLS = "Codex reports its model calls to onEvent and reads no answer: the handler is never called";
const TASKS = "also called for the task of a sub-agent, with its id in origin.agentId";

/** A hook sees only the command of these tools. Codex ignores other arguments that a hook sets (observed). */
const ONLY_COMMAND: readonly string[] = ["Bash", "apply_patch"];

/** What Codex supports, observed on 0.171.0. */
export const adapter = oneShotAdapter<{ event: EventName; payload: CodexEvent; document: SpecificDocument }>({
  host: "codex",
  title: TITLE,
  events: EVENTS,
  identifyingFields: "session_id, cwd, hook_event_name and turn_id",
  fields: FIELDS,
  payloadSchema,
  answerSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "transcript_path", "cwd", "turn_id", "agent_id"],
  table: {
    onPrompt: { addContext: { ...yes(TASKS), encode: contextFor }, deny: yes(TASKS) },
    ...noModelCalls(MODEL_CALLS),
    beforeTool: {
      "modify.arguments": {
        ...yes("replaces all arguments, or the command of a shell or apply_patch; Codex's own approvals follow"),
        // Codex accepts changed arguments only with "allow". That approves nothing: it still asks about the changed
        // call (observed).
        encode: rewriting((updatedInput) => specific("PreToolUse", { permissionDecision: "allow", updatedInput })),
        unless: ({ tool }, { patch }) => patch.arguments && whyArgumentsAreLost(tool, patch.arguments),
      },
      ...SAME_TOOL,
      deny: yes(UNSEEN),
      abortTurn: LIKE_DENY,
      hardAbort: LIKE_DENY,
    },
    approveTool: {
      approve: partly("like no decision: Codex's own approvals follow"),
      ask: asksNobody("Codex would run the tool"),
      deny: yes(UNSEEN),
    },
    afterTool: {
      "modify.result": {
        ...partly(
          "only the text, and not an empty one; not called for errors of MCP tools, apply_patch in a shell, and what a shell prints before it ends",
        ),
        encode: replacing(withResult),
        unless: whyResultStays,
      },
      deny: partly("the model reads the reason instead of the result; not called in the cases listed at modify.result"),
      abortTurn: NO_STOP,
      hardAbort: NO_STOP,
      addContext: {
        ...yes(),
        encode: (given) =>
          mergeDocuments(given.event, [...(given.changed === undefined ? [] : [given.changed]), contextFor(given)]),
      },
    },
    onEvent: {
      addContext: { ...yes("at SessionStart and SubagentStart"), encode: contextFor },
      events: eventsOf(TITLE),
    },
    tools: { ...TOOLS_OVER_MCP, offer: no("run the same file as an MCP server, which can also handle tool events") },
  },
  denial,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  mergeDocuments,
});

/** Serves the one call for which Codex starts the process. */
export const serveCall = (session: CallSession) => serveCommand(session, adapter);

function callOf(event: EventName, payload: CodexEvent): Calls[Point] {
  if (event === "UserPromptSubmit") return promptCall(payload);
  const call = toolCall(payload);
  return event === "PreToolUse" ? call : { ...call, result: { forLlm: textOf(call.tool, payload.tool_response) } };
}

/**
 * Returns the text of a result that the model reads, as far as it is known. The lines that Codex puts before a shell's
 * output are not included.
 */
function textOf(tool: string, result: unknown): string {
  if (typeof result === "string") return result;
  if (result === undefined || result === null) return "";
  if (Array.isArray(result)) return textOfBlocks(result);
  const { content, structuredContent: structured } = result as McpResult;
  if (kindOf(tool) !== "mcp" || !Array.isArray(content)) return JSON.stringify(result);
  // The model reads only the structured result, but a script in code mode gets both (observed).
  const json = structured === undefined || structured === null ? "" : JSON.stringify(structured);
  return [...new Set([json, textOfBlocks(content)])].filter(Boolean).join("\n");
}

interface McpResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
}

/** Returns why Codex would not run a tool with exactly these arguments, or `undefined`. */
function whyArgumentsAreLost(tool: string, args: Readonly<Record<string, unknown>>): string | undefined {
  if (!ONLY_COMMAND.includes(tool)) return undefined;
  if (typeof args.command !== "string") return `Codex runs ${tool} with a command: expected a string`;
  const other = Object.keys(args).find((key) => key !== "command");
  return other === undefined ? undefined : `Codex lets a hook change only the command of ${tool}, not ${other}`;
}

function whyResultStays(call: Calls["afterTool"], { patch }: Modify<"afterTool">): string | undefined {
  const text = changedText(patch);
  const empties = text?.trim() === "" && text !== call.result.forLlm;
  return (
    resultUnsupported(TITLE, call, patch) ?? (empties ? "Codex ignores an empty result: return some text" : undefined)
  );
}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. Codex rejects an empty reason. */
function denial(event: EventName, reason: string): SpecificDocument | undefined {
  if (event === "PostToolUse") return withResult(reason);
  const { denial: form }: EventRules = EVENTS[event];
  if (form === "permission") return permissionDenied(event, reason);
  if (form === "behavior") return behaviorDenied(event, reason);
  if (form === "stop") return { continue: false, stopReason: reason };
  return form === "block" ? { decision: "block", reason } : undefined;
}

/** Replaces a tool's result. Only this form also works in code mode (observed). */
function withResult(text: string): SpecificDocument {
  return { decision: "block", reason: text };
}

/** At events that cannot be denied, a block is text for the model. */
function whyDenied(document: SpecificDocument, event: EventName): string | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  return form === undefined ? undefined : denialReasonOf(document);
}

/** After a tool, the reason of a block replaces the result. */
function applyChanges(payload: CodexEvent, document: SpecificDocument): CodexEvent {
  const { updatedInput } = eventFields(document);
  const { decision, reason } = document;
  const replaced = payload.hook_event_name === "PostToolUse" && decision === "block";
  return {
    ...payload,
    ...(updatedInput === undefined ? {} : { tool_input: updatedInput }),
    ...(replaced ? { tool_response: reason } : {}),
  };
}

/** Merges several answers to one event. A denial has the form that Codex enforces. */
function mergeDocuments(event: EventName, documents: readonly SpecificDocument[]): SpecificDocument | undefined {
  const replaces = ({ decision }: SpecificDocument) => event === "PostToolUse" && decision === "block";
  const whole = withLastReason(joinedDocuments(documents), documents, replaces);
  const reason = documents.map((document) => whyDenied(document, event)).find((why) => why !== undefined);
  const form = reason === undefined ? undefined : denial(event, reason);
  return whole === undefined || form === undefined ? whole : withDenial(form, whole, ["updatedInput"]);
}

/** Returns why Codex would drop a native answer, or why the answer would change the call after the hook approved it. */
function whyNativeUnsupported(
  event: EventName,
  document: SpecificDocument,
  approved: boolean,
  payload: CodexEvent,
): string | undefined {
  if (event === "PreToolUse") return permissionUnsupported(document, approved) ?? inputUnsupported(document, payload);
  const says = event === "PostToolUse" || event === "Stop" || event === "SubagentStop";
  if (!says || (document.decision === undefined && document.reason === undefined)) return undefined;
  if (document.decision === undefined) return "Codex accepts a reason only with a decision";
  return document.reason?.trim() ? undefined : `Codex accepts decision "block" at ${event} only with a reason`;
}

function permissionUnsupported(document: SpecificDocument, approved: boolean): string | undefined {
  const { permissionDecision: permission, permissionDecisionReason: reason } = document.hookSpecificOutput ?? {};
  const input = document.hookSpecificOutput?.updatedInput;
  if (input !== undefined && permission !== "allow") {
    return 'Codex accepts updatedInput only with permissionDecision "allow"';
  }
  if (permission === "allow" && input === undefined) {
    return 'Codex accepts permissionDecision "allow" only with updatedInput: leave it out';
  }
  if (reason !== undefined && permission === undefined) {
    return "Codex accepts permissionDecisionReason only with a permissionDecision";
  }
  return input !== undefined && approved ? changesApproved("updatedInput") : undefined;
}

function inputUnsupported({ hookSpecificOutput: output }: SpecificDocument, payload: CodexEvent): string | undefined {
  const input = output?.updatedInput;
  if (input === undefined) return undefined;
  return whyArgumentsAreLost(String(payload.tool_name), input as Readonly<Record<string, unknown>>);
}
