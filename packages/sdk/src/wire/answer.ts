import { stringify } from "@agent-hook/protocol/text";
import { ErrorCode, type JsonRpcId, type WireError } from "./message.js";

/** Why an answer could not be written. */
export type EncodeFailure =
  | { readonly reason: "too large"; readonly bytes: number }
  | { readonly reason: "not JSON"; readonly cause: unknown };

/** What goes back for a call, and what to say instead should it not fit the wire. */
export type Answer =
  | { readonly result: unknown; readonly fallback?: (misfit: EncodeFailure) => Answer }
  | { readonly error: WireError };

const UNFIT: Answer = { error: { code: ErrorCode.internal, message: "The answer does not fit the wire" } };

/**
 * The line of an answer, newline included, always shorter than `maxBytes`. Whether it fits is known only as text. Empty
 * where nothing fits: an id can be longer than a line may be.
 */
export function answerLine(id: JsonRpcId | null, answer: Answer, maxBytes: number): string {
  const message =
    "error" in answer ? { jsonrpc: "2.0", id, error: answer.error } : { jsonrpc: "2.0", id, result: answer.result };
  const line = tryLine(message, maxBytes);
  if (typeof line === "string") return line;
  if (answer === UNFIT) return "";
  const instead = "error" in answer ? undefined : answer.fallback?.(line);
  return answerLine(id, instead ?? UNFIT, maxBytes);
}

function tryLine(message: object, maxBytes: number): string | EncodeFailure {
  try {
    const line = `${stringify(message)}\n`;
    // A UTF-16 unit takes at most 3 bytes: most lines need no count.
    if (line.length * 3 < maxBytes) return line;
    const bytes = Buffer.byteLength(line);
    return bytes < maxBytes ? line : { reason: "too large", bytes };
  } catch (cause) {
    return { reason: "not JSON", cause };
  }
}

/** JSON-RPC's answer to a method that nobody knows. */
export function methodNotFound(method: string): Answer {
  return { error: { code: ErrorCode.methodNotFound, message: `Method not found: ${method.slice(0, 100)}` } };
}
