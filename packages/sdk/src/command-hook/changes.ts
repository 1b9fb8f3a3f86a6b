import { isDeepStrictEqual } from "node:util";
import type { Calls } from "../hook/calls.js";
import type { ToolCallPatch, ToolResultPatch } from "../hook/decisions.js";
import type { ToolResult } from "../hook/message.js";

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

/** Returns why a host of which only the text of a result can change does not support a change, or `undefined`. */
export function resultUnsupported(host: string, { result: current }: Calls["afterTool"], { result }: ToolResultPatch) {
  const changed: Partial<ToolResult> = typeof result === "string" ? {} : (result ?? {});
  const other = (Object.keys(changed) as (keyof ToolResult)[]).find(
    (key) => key !== "forLlm" && changed[key] !== undefined && changed[key] !== current[key],
  );
  return other === undefined ? undefined : `${host} lets a hook change only the text of a result, not ${other}`;
}

/**
 * Returns why a host that shows the model and the user a changed result as an error does not support a change, or
 * `undefined`. A patch that changes the text may also set `isError`, and `forUser` of a result that has one: both take effect
 * anyway.
 */
export function replacementUnsupported(host: string, call: Calls["afterTool"], patch: ToolResultPatch) {
  const { result } = patch;
  const text = changedText(patch);
  if (typeof result !== "object" || text === undefined || text === call.result.forLlm) {
    return resultUnsupported(host, call, patch);
  }
  const { isError, forUser } = result;
  const isShown = forUser !== undefined && call.result.forUser !== undefined;
  const shown = { ...(isError === true ? { isError } : {}), ...(isShown ? { forUser } : {}) };
  return resultUnsupported(host, { ...call, result: { ...call.result, ...shown } }, patch);
}
