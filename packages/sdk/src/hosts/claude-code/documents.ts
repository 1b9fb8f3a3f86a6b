import { DENIED, denialsOf, WITHHELD } from "../../command-hook/denials.js";
import {
  behaviorDenied,
  behaviorOf,
  denialReasonOf,
  describeSetTwice,
  eventFields,
  joinedDocuments,
  permissionDenied,
  type SpecificDocument,
  specific,
  withDenial,
} from "../../command-hook/specific-output.js";
import { EVENT_NAMES, EVENTS, type EventName, type EventRules, SKILL_COMMAND } from "./events.js";
import type { ClaudeCodeEvent } from "./native.js";
import { withheld } from "./tool-results.js";

/** What Claude Code reads: one JSON object. */
export type Document = SpecificDocument;

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === "permission") return permissionDenied(event, reason);
  if (how === "behavior") return behaviorDenied(event, reason);
  if (how === "action") return specific(event, { action: "decline" });
  return how === "block" ? blocked(reason) : undefined;
}

/**
 * Hides a result from the model, with a replacement in the shape of the tool's own results. Also ends the turn if that
 * shape is uncertain.
 */
export function withholding({ tool_name: tool, tool_response: result }: ClaudeCodeEvent, text: string): Document {
  if (result === undefined) return { ...blocked(text), continue: false, stopReason: text };
  const { output, sure } = withheld(String(tool), result, text);
  return { ...(sure ? {} : { continue: false, stopReason: text }), ...withResult(output) };
}

/**
 * After a tool, Claude Code treats a block as a remark. Copilot CLI, which also runs Claude Code's hooks, withholds the
 * result (observed).
 */
function blocked(reason: string): Document {
  return { decision: "block", reason };
}

/** Replaces the tool's result. */
export function withResult(output: unknown): Document {
  return specific("PostToolUse", { updatedToolOutput: output });
}

/** The actions that deny what an MCP server requests of the user, with the reason that each stands for. */
const DENIALS_BY_FORM: Readonly<Record<string, string>> = { decline: "declined", cancel: "cancelled" };

/**
 * Returns why a document denies its event, or `undefined`. At events that cannot be denied, a block is a remark or
 * means "continue".
 */
export function whyDenied(document: Document, event: EventName): string | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === undefined) return undefined;
  if (event === SKILL_COMMAND && isNotRun(document)) return denialReasonOf(document) ?? reasonOf(document);
  const said = how === "action" ? DENIALS_BY_FORM[String(document.hookSpecificOutput?.action)] : undefined;
  return said ?? denialReasonOf(document);
}

/** At the event of a shell line of a skill, a question and a change also deny (observed). */
function isNotRun({ hookSpecificOutput: { permissionDecision = "", updatedInput } = { hookEventName: "" } }: Document) {
  return ["ask", "defer"].includes(permissionDecision) || updatedInput !== undefined;
}

function reasonOf({ hookSpecificOutput }: Document): string {
  return (
    hookSpecificOutput?.permissionDecisionReason || "the hook changed the command, which Claude Code does not support"
  );
}

/** Replacements that later handlers do not see. */
const SINGLE_FIELDS = ["displayContent", "sessionTitle", "initialUserMessage", "action"];
const REWRITES = ["updatedInput", "updatedToolOutput", ...SINGLE_FIELDS];

/** Returns why the last of these answers cannot be combined with the others, or `undefined`. */
export function conflict(documents: readonly Document[]): string | undefined {
  return describeSetTwice(documents.map(eventFields), SINGLE_FIELDS);
}

/** Returns the payload with the changes of an answer. */
export function applyChanges(payload: ClaudeCodeEvent, document: Document): ClaudeCodeEvent {
  const { updatedInput = behaviorOf(document).updatedInput, updatedToolOutput } = eventFields(document);
  return {
    ...payload,
    ...(updatedInput === undefined ? {} : { tool_input: updatedInput }),
    ...(updatedToolOutput === undefined ? {} : { tool_response: updatedToolOutput }),
  };
}

/** Merges several answers to one event. A denial has the form that the host enforces. */
export function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const whole = joinedDocuments(documents);
  const said = documents.find((document) => whyDenied(document, event) !== undefined);
  const reason = said && whyDenied(said, event);
  const action = said?.hookSpecificOutput?.action;
  const form = reason && (action === undefined ? denial(event, reason) : specific(event, { action }));
  if (whole === undefined || !form) return whole;
  const no = withDenial(form, whole, REWRITES);
  if (!documents.some((document) => behaviorOf(document).interrupt === true)) return no;
  return { ...no, ...specific(event, { decision: { ...behaviorOf(no), interrupt: true } }) };
}

/**
 * A replacement with the fields of the results of many tools: `Bash`, `Read`, `Grep`, `Glob`, `Edit`, `NotebookEdit`,
 * `TaskCreate`, tools of MCP servers (observed), `WebFetch` and `WebSearch` (from the source code). The model never
 * reads the output of these tools, not even in a later turn. An unknown tool may need another shape, so the denial also
 * ends the turn.
 */
const RESULT = {
  ...{ stdout: WITHHELD, stderr: "", interrupted: false, isImage: false },
  ...{ type: "text", file: { filePath: "", content: WITHHELD, numLines: 1, startLine: 1, totalLines: 1 } },
  ...{
    mode: "content",
    content: WITHHELD,
    filenames: [WITHHELD],
    numFiles: 1,
    numLines: 1,
    durationMs: 0,
    truncated: false,
  },
  ...{ filePath: "", structuredPatch: [], originalFile: null, userModified: false },
  ...{ oldString: "", newString: "", replaceAll: false },
  ...{ new_source: WITHHELD, cell_type: "code", language: "", edit_mode: "replace" },
  ...{ notebook_path: "", original_file: "", updated_file: "" },
  ...{ task: { id: "", subject: WITHHELD } },
  ...{ bytes: 0, code: 0, codeText: "", result: WITHHELD, url: "" },
  ...{ query: "", results: [WITHHELD], durationSeconds: 0 },
};

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  event === "PostToolUse"
    ? { continue: false, stopReason: WITHHELD, ...blocked(WITHHELD), ...withResult(RESULT) }
    : denial(event, DENIED),
);
