import type { Member } from "./prepared-hook.js";

/** Whether any member rules on tool calls: what it ruled on may not become another call behind it. */
export function rulesOnCalls(members: readonly Member[]): boolean {
  return members.some(
    ({ hook: { approveTool, beforeTool }, policy }) =>
      approveTool !== undefined || (policy === "block" && beforeTool !== undefined),
  );
}
