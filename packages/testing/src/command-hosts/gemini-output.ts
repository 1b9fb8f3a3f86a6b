import { type Document, isObject } from "./document.js";
import type { HookAnswer } from "./effect.js";

/** What Gemini CLI goes by once it has read a hook's output. */
export interface GeminiOutput {
  readonly stops: boolean;
  readonly decision: unknown;
  readonly reason: unknown;
  /** Why it stops or refuses, as it is shown. */
  readonly denial: string;
  /** `hookSpecificOutput`, with whatever it has. */
  readonly specific: Document;
  /** Shown to the user. */
  readonly message: unknown;
}

/**
 * A hook's output as Gemini CLI takes it; `undefined` without one, and where Gemini CLI stumbles over a value of a wrong
 * type: it throws there, and goes on as if the hook had said nothing (its own code was run on generated answers).
 */
export function outputOf(event: string, answer: HookAnswer): GeminiOutput | undefined {
  const said = documentOf(answer);
  if (said === undefined) return undefined;
  const output = mergedAt(event, said);
  if (output === undefined) return undefined;
  const { stopReason, reason, systemMessage: message, suppressOutput, decision, hookSpecificOutput } = output;
  const stops = output.continue === false;
  const refusal = stopReason || reason || "No reason provided";
  const printed = [...(message && !suppressOutput ? [message] : []), ...(stops ? [refusal] : [])];
  if (!printed.every(isPrintable)) return undefined;
  return {
    stops,
    decision,
    reason,
    denial: isPrintable(refusal) ? String(refusal) : "",
    specific: { ...Object(hookSpecificOutput) },
    message: said.systemMessage,
  };
}

/** Whether JavaScript can make a text of it: not of an object with a `toString` of its own. */
export function isPrintable(value: unknown): boolean {
  try {
    String(value);
    return true;
  } catch {
    return false;
  }
}

/** JSON of any sort counts at any exit; other text is a warning at 0 and 1, and a refusal above. stderr stands in for an empty stdout. */
function documentOf({ stdout = "", stderr = "", exit = 0 }: HookAnswer): Document | undefined {
  const text = stdout.trim() || stderr.trim();
  if (text === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // JSON in a string of JSON is read, too.
    const inner: unknown = typeof value === "string" ? JSON.parse(value) : value;
    return isObject(inner) || Array.isArray(inner) ? (inner as unknown as Document) : undefined;
  } catch {
    if (exit > 1) return { decision: "deny", reason: text };
    return { systemMessage: exit === 1 ? `Warning: ${text}` : text };
  }
}

/** The events at which the texts of several hooks are joined. */
const JOINED = ["BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "SessionStart"];

function mergedAt(event: string, said: Document): Document | undefined {
  const { stopReason, reason, systemMessage, hookSpecificOutput } = said;
  if (event === "BeforeToolSelection") return { hookSpecificOutput };
  if (!JOINED.includes(event)) return said;
  // It looks for a member of whatever stands there, which throws where that is a number or a text.
  const stumbles = Boolean(hookSpecificOutput) && typeof hookSpecificOutput !== "object";
  const texts = [...(said.continue === false ? [stopReason] : []), reason, systemMessage].filter(Boolean);
  if (stumbles || !texts.every((text) => isPrintable([text]))) return undefined;
  const joined = (value: unknown) => (value ? [value].join("\n") : undefined);
  return {
    ...said,
    stopReason: said.continue === false ? joined(stopReason) : undefined,
    reason: joined(reason),
    systemMessage: joined(systemMessage),
  };
}
