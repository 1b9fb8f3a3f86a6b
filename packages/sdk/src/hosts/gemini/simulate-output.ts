import type { Document } from "../../host-tools/document.js";
import type { HookAnswer } from "../../host-tools/effect.js";
import { isObject } from "../../text/index.js";

/** The parts of a hook's output that Gemini CLI uses after reading it. */
export interface HookOutput {
  readonly stops: boolean;
  readonly decision: unknown;
  readonly reason: unknown;
  /** The reason for a stop or a denial, as Gemini CLI displays it. */
  readonly denial: string;
  /** `hookSpecificOutput`, with all its fields. */
  readonly specific: Document;
  /** Shown to the user. */
  readonly message: unknown;
}

/**
 * Returns a hook's output as Gemini CLI reads it, or `undefined` if there is none. Also returns `undefined` if a value
 * has a type that makes Gemini CLI throw: it then continues as if the hook had not answered. This was observed by
 * running its code on generated answers.
 */
export function outputOf(event: string, answer: HookAnswer): HookOutput | undefined {
  const document = documentOf(answer);
  if (document === undefined) return undefined;
  const output = mergedAt(event, document);
  if (output === undefined) return undefined;
  const { stopReason, reason, systemMessage: message, suppressOutput, decision, hookSpecificOutput } = output;
  const stops = output.continue === false;
  const denial = stopReason || reason || "No reason provided";
  const printed = [...(message && !suppressOutput ? [message] : []), ...(stops ? [denial] : [])];
  if (!printed.every(isPrintable)) return undefined;
  return {
    stops,
    decision,
    reason,
    denial: isPrintable(denial) ? String(denial) : "",
    specific: { ...Object(hookSpecificOutput) },
    message: document.systemMessage,
  };
}

/** Whether JavaScript can convert a value to a string. Objects with their own `toString` may fail. */
export function isPrintable(value: unknown): boolean {
  try {
    // The result is used, because a bundler may drop the conversion otherwise.
    return typeof String(value) === "string";
  } catch {
    return false;
  }
}

/**
 * Reads any JSON at any exit code. Other text is a message at exit codes 0 and 1, and a denial at higher ones. If
 * stdout is empty, reads stderr instead.
 */
function documentOf({ stdout = "", stderr = "", exit = 0 }: HookAnswer): Document | undefined {
  const text = stdout.trim() || stderr.trim();
  if (text === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // JSON inside a JSON string is read too.
    const inner: unknown = typeof value === "string" ? JSON.parse(value) : value;
    return isObject(inner) || Array.isArray(inner) ? (inner as unknown as Document) : undefined;
  } catch {
    if (exit > 1) return { decision: "deny", reason: text };
    return { systemMessage: exit === 1 ? `Warning: ${text}` : text };
  }
}

/** The events at which the texts of several hooks are joined. */
const JOINED = ["BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "SessionStart"];

function mergedAt(event: string, document: Document): Document | undefined {
  const { stopReason, reason, systemMessage, hookSpecificOutput } = document;
  if (event === "BeforeToolSelection") return { hookSpecificOutput };
  if (!JOINED.includes(event)) return document;
  // Gemini CLI uses the `in` operator on this value, which throws for a number or a string.
  const isInvalid = Boolean(hookSpecificOutput) && typeof hookSpecificOutput !== "object";
  const texts = [...(document.continue === false ? [stopReason] : []), reason, systemMessage].filter(Boolean);
  if (isInvalid || !texts.every((text) => isPrintable([text]))) return undefined;
  const joined = (value: unknown) => (value ? [value].join("\n") : undefined);
  return {
    ...document,
    stopReason: document.continue === false ? joined(stopReason) : undefined,
    reason: joined(reason),
    systemMessage: joined(systemMessage),
  };
}
