import type { JsonObject, MethodName } from "@agent-hook/sdk/internal/picoclaw";
import { isObject } from "@agent-hook/sdk/internal/text";

/**
 * Returns why an answer with valid types does not have the intended effect, or `undefined` if it does. PicoClaw
 * silently reads all of these answers as "continue" (observed in v0.2.6 to v0.2.9).
 */
export function answerFault(method: MethodName, result: unknown): string | undefined {
  if (typeof result !== "object" || result === null) return undefined;
  const answer = result as JsonObject;
  const fields = CARRIERS[method];
  if (fields === undefined) return undefined;
  const { action } = answer;
  const others = Object.keys(answer).filter((key) => key !== "action");
  if (action == null && others.length > 0 && !(fields[0] in answer)) {
    return `it has no "action", only ${others.slice(0, 5).join(", ")}`;
  }
  if (action === "respond" && !isObject(answer.result) && !isObject((answer.call as JsonObject | null)?.hook_result)) {
    return 'it has the action "respond" but no "result"';
  }
  if (action !== "modify") return undefined;
  const [carrier, inside] = fields;
  const sent = answer[carrier];
  if (!isObject(sent)) return `it has the action "modify" but no "${carrier}"`;
  if (inside !== undefined && !isObject(sent[inside])) return `its "${carrier}" has no "${inside}" inside`;
  return undefined;
}

/** The field of an answer that contains the changed object, and the field that this object must have. */
const CARRIERS: { readonly [M in MethodName]?: readonly [carrier: string, inside?: string] } = {
  "hook.before_llm": ["request"],
  "hook.after_llm": ["response", "response"],
  "hook.before_tool": ["call"],
  "hook.after_tool": ["result", "result"],
};
