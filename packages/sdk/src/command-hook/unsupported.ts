import { isDeepStrictEqual } from "node:util";
import type { Calls } from "../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../hook/decisions.js";
import type { ToolResult } from "../hook/message.js";

/** Returns why a decision on a tool call is unsupported on every one-shot host, or `undefined`. */
export function toolCallUnsupported(host: string, { tool }: Calls["beforeTool"], decision: Decisions["beforeTool"]) {
  if (decision.action === "respond") {
    return `${host} does not accept a tool result from a hook: deny with the text as the reason, or offer the tool over MCP`;
  }
  if (decision.action !== "modify") return undefined;
  const { tool: other } = decision.patch as ToolCallPatch;
  return other === undefined || other === tool ? undefined : `${host} cannot call another tool instead`;
}

/** Returns the new arguments of a call, or `undefined` if they are unchanged. */
export function changedArguments({ arguments: args }: ToolCallPatch, original: unknown) {
  return isDeepStrictEqual(args, original) ? undefined : args;
}

/** Returns the new text of a result, or `undefined` if it is unchanged. */
export function changedText({ result }: ToolResultPatch): string | undefined {
  return typeof result === "string" ? result : result?.forLlm;
}

/** Returns whether a patch changes anything in a result. */
export function changesResult({ result: current }: Calls["afterTool"], { result }: ToolResultPatch): boolean {
  const changed: Partial<ToolResult> = typeof result === "string" ? { forLlm: result } : (result ?? {});
  return (Object.keys(changed) as (keyof ToolResult)[]).some(
    (key) => changed[key] !== undefined && changed[key] !== current[key],
  );
}

/** The message for a host that does not give the model a text next to a result. */
export function noContextAfterTool(host: string): string {
  return `${host} adds no context to a result: append the text to the result with modify`;
}

/** Returns why a one-shot host does not support a change of a result, or `undefined`. Only its text can change. */
export function resultUnsupported(host: string, { result: current }: Calls["afterTool"], { result }: ToolResultPatch) {
  const changed: Partial<ToolResult> = typeof result === "string" ? {} : (result ?? {});
  const other = (Object.keys(changed) as (keyof ToolResult)[]).find(
    (key) => key !== "forLlm" && changed[key] !== undefined && changed[key] !== current[key],
  );
  return other === undefined ? undefined : `${host} lets a hook change only the text of a result, not ${other}`;
}

/**
 * Ends an encoder's switch, so that a decision without a case does not compile. Without an answer, the call would run.
 */
export function noEncoding(decision: never): never {
  throw new Error(
    `expected a decision that this host supports, got ${String((decision as { action?: unknown }).action)}`,
  );
}
