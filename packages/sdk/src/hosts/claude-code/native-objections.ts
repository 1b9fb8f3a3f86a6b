import { behaviorOf } from "../../command-hook/specific-output.js";
import type { Document } from "./documents.js";
import type { EventName } from "./events.js";

/** Why Claude Code would not do what a native handler answered, or what the hook's approver would not know of. */
export function nativeObjection(_event: EventName, document: Document, approved: boolean): string | undefined {
  const input = document.hookSpecificOutput?.updatedInput ?? behaviorOf(document).updatedInput;
  if (input === undefined || !approved) return undefined;
  return "updatedInput comes behind the approval: change the arguments in beforeTool";
}
