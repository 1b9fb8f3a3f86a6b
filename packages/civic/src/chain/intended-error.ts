import { InvalidAnswer } from "./ask-hook.js";
import { isChainError } from "./hook-chain-error.js";

/** Errors that show a bug in the hook. A bug is not a denial. */
const BUGS = [
  TypeError,
  ReferenceError,
  RangeError,
  SyntaxError,
  EvalError,
  URIError,
  AggregateError,
  DOMException,
  InvalidAnswer,
];

/**
 * Whether a thrown value is meant for the caller: an MCP error, or an `Error` that the hook's author throws. Everything
 * else is a failure of the hook and is not sent: bugs, system errors (whose `code` is a string) and values that are not
 * errors.
 */
export function isIntended(thrown: unknown): boolean {
  try {
    if (BUGS.some((kind) => thrown instanceof kind)) return false;
    return isChainError(thrown) || (thrown instanceof Error && typeof (thrown as { code?: unknown }).code !== "string");
  } catch {
    // A revoked proxy, or a getter that throws.
    return false;
  }
}
