import type { Member } from "./prepared-hook.js";

/** Whether any member decides on tool calls. If so, a call must not change after its decision. */
export function rulesOnCalls(members: readonly Member[]): boolean {
  return members.some(
    ({ hook: { approveTool, beforeTool }, policy }) =>
      approveTool !== undefined || (policy === "block" && beforeTool !== undefined),
  );
}
