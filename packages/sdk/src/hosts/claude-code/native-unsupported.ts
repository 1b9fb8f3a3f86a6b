import { behaviorOf } from "../../command-hook/specific-output.js";
import type { Document } from "./documents.js";
import type { EventName } from "./events.js";
import type { ClaudeCodeEvent } from "./native.js";
import { takes } from "./tool-results.js";

/** Returns why Claude Code would ignore a native answer, or the hook's approver would miss it, or `undefined`. */
export function whyNativeUnsupported(
  _event: EventName,
  document: Document,
  approved: boolean,
  payload: ClaudeCodeEvent,
): string | undefined {
  const said: Readonly<Record<string, unknown>> = document.hookSpecificOutput ?? {};
  if ((said.updatedInput ?? behaviorOf(document).updatedInput) !== undefined && approved) {
    return "updatedInput comes behind the approval: change the arguments in beforeTool";
  }
  if (said.updatedToolOutput === undefined) return undefined;
  const tool = String(payload.tool_name);
  if (takes(tool, payload.tool_response, said.updatedToolOutput)) return undefined;
  return `Claude Code ignores an updatedToolOutput that has not the shape of ${tool}'s own result: change tool_response in place`;
}
