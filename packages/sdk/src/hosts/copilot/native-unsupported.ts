import type { Document } from "./documents.js";
import type { EventName } from "./events.js";

/** Returns why Copilot CLI would ignore a native answer, or `undefined`. */
export function whyNativeUnsupported(event: EventName, document: Document, approved: boolean): string | undefined {
  if (event === "preToolUse" && document.modifiedArgs !== undefined && approved) {
    return "modifiedArgs comes behind the approval: change the arguments in beforeTool";
  }
  const goesOn = event === "agentStop" || event === "subagentStop";
  if (goesOn && document.decision === "block" && !document.reason) {
    return "a block without a reason: the agent goes on with the reason as its prompt";
  }
  return undefined;
}
