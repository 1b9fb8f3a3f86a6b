import type { Document } from "./documents.js";
import type { EventName } from "./events.js";
import type { CodexEvent } from "./native.js";
import { argumentsUnsupported } from "./unsupported.js";

/** Returns why Codex would drop a native answer, or the hook's approver would miss it, or `undefined`. */
export function whyNativeUnsupported(
  event: EventName,
  document: Document,
  approved: boolean,
  payload: CodexEvent,
): string | undefined {
  if (event === "PreToolUse") return permissionUnsupported(document, approved) ?? inputUnsupported(document, payload);
  const says = event === "PostToolUse" || event === "Stop" || event === "SubagentStop";
  if (!says || (document.decision === undefined && document.reason === undefined)) return undefined;
  if (document.decision === undefined) return "Codex takes a reason with a decision alone";
  return document.reason?.trim() ? undefined : `Codex takes decision "block" at ${event} with a reason alone`;
}

function permissionUnsupported({ hookSpecificOutput: output }: Document, approved: boolean): string | undefined {
  const { permissionDecision: permission, permissionDecisionReason: reason } = output ?? {};
  const input = output?.updatedInput;
  if (input !== undefined && permission !== "allow")
    return 'Codex takes updatedInput with permissionDecision "allow" alone';
  if (permission === "allow" && input === undefined) {
    return 'Codex takes permissionDecision "allow" with updatedInput alone: leave it out';
  }
  if (reason !== undefined && permission === undefined) {
    return "Codex takes permissionDecisionReason with a permissionDecision alone";
  }
  return input !== undefined && approved
    ? "updatedInput comes behind the approval: change the arguments in beforeTool"
    : undefined;
}

function inputUnsupported({ hookSpecificOutput: output }: Document, payload: CodexEvent): string | undefined {
  const input = output?.updatedInput;
  if (input === undefined) return undefined;
  return argumentsUnsupported(String(payload.tool_name), input as Readonly<Record<string, unknown>>);
}
