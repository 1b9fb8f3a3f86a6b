import { stringify } from "../text/index.js";
import { ErrorCode, type JsonRpcId, type WireError } from "./message.js";

// Captured when the module loads, like `JSON.stringify`.
const { hasOwn } = Object;

/** Why an answer could not be written. */
export type EncodeFailure =
  | { readonly reason: "too-large"; readonly bytes: number }
  | { readonly reason: "not JSON"; readonly cause: unknown };

/** The answer to a call, and a fallback in case it does not fit the wire. */
export type Answer =
  | {
      readonly result: unknown;
      /** The result as one line of JSON, if it was written before. */
      readonly json?: string;
      readonly fallback?: (failure: EncodeFailure) => Answer;
    }
  | { readonly error: WireError };

const UNSENDABLE: Answer = { error: { code: ErrorCode.internal, message: "The answer cannot be sent" } };

/**
 * Returns the line of an answer, including the newline, always shorter than `maxBytes`. The size is known only after
 * encoding, so an answer that does not fit is then replaced by its fallback. Returns `""` if nothing fits: an id can be
 * longer than a line may be.
 */
export function answerLine(id: JsonRpcId | null, answer: Answer, maxBytes: number): string {
  const line = encodeLine(id, answer, maxBytes);
  if (typeof line === "string") return line;
  if (answer === UNSENDABLE) return "";
  const fallback = !isError(answer) && hasOwn(answer, "fallback") ? answer.fallback?.(line) : undefined;
  return answerLine(id, fallback ?? UNSENDABLE, maxBytes);
}

/** Looks for the answer's own field: a dependency, or a model's `__proto__`, can add one to every object. */
function isError(answer: Answer): answer is Extract<Answer, { readonly error: WireError }> {
  return hasOwn(answer, "error");
}

function encodeLine(id: JsonRpcId | null, answer: Answer, maxBytes: number): string | EncodeFailure {
  try {
    const field = isError(answer) ? `"error":${stringify(answer.error)}` : `"result":${resultText(answer)}`;
    const line = `{"jsonrpc":"2.0","id":${stringify(id)},${field}}\n`;
    // A UTF-16 code unit takes at most 3 bytes, so most lines need no count.
    if (line.length * 3 < maxBytes) return line;
    const bytes = Buffer.byteLength(line);
    return bytes < maxBytes ? line : { reason: "too-large", bytes };
  } catch (cause) {
    return { reason: "not JSON", cause };
  }
}

function resultText(answer: Exclude<Answer, { readonly error: WireError }>): string {
  if (hasOwn(answer, "json") && answer.json !== undefined) return answer.json;
  return (stringify(answer.result) as string | undefined) ?? "null";
}

/** Returns JSON-RPC's answer to an unknown method. */
export function methodNotFound(method: string): Answer {
  return { error: { code: ErrorCode.methodNotFound, message: `Method not found: ${method.slice(0, 100)}` } };
}
