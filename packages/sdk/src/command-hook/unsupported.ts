import { isDeepStrictEqual } from "node:util";
import type { Calls } from "../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../hook/decisions.js";
import type { ToolResult } from "../hook/message.js";

/** What no such host lets a hook do with a tool call. */
export function toolCallUnsupported(host: string, { tool }: Calls["beforeTool"], decision: Decisions["beforeTool"]) {
  if (decision.action === "respond") {
    return `${host} takes no tool result from a hook: deny with the text as the reason, or offer the tool over MCP`;
  }
  if (decision.action !== "modify") return undefined;
  const { tool: other } = decision.patch as ToolCallPatch;
  return other === undefined || other === tool ? undefined : `${host} cannot call another tool in its place`;
}

/** The arguments that a call gets; nothing: it keeps those that were given. */
export function changedArguments({ arguments: args }: ToolCallPatch, given: unknown) {
  return isDeepStrictEqual(args, given) ? undefined : args;
}

/** The text that a result gets; nothing: it keeps its own. */
export function changedText({ result }: ToolResultPatch): string | undefined {
  return typeof result === "string" ? result : result?.forLlm;
}

/** Of a result, a hook of such a host changes the text alone. */
export function resultUnsupported(host: string, { result: its }: Calls["afterTool"], { result }: ToolResultPatch) {
  const changed: Partial<ToolResult> = typeof result === "string" ? {} : (result ?? {});
  const other = (Object.keys(changed) as (keyof ToolResult)[]).find(
    (key) => key !== "forLlm" && changed[key] !== undefined && changed[key] !== its[key],
  );
  return other === undefined ? undefined : `${host} lets a hook change the text of a result alone, not ${other}`;
}
