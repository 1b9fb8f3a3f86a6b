import { MisshapenAnswer } from "./ask-hook.js";
import { isChainError } from "./hook-chain-error.js";

/** What an engine throws at a bug. A mistake of the author's is no refusal. */
const BUGS = [
  TypeError,
  ReferenceError,
  RangeError,
  SyntaxError,
  EvalError,
  URIError,
  AggregateError,
  DOMException,
  MisshapenAnswer,
];

/**
 * Whether what a method threw is said to who asked: an error of MCP, or an Error of the author's. All else is a failure of
 * the hook, and stays here: bugs, errors of the system (their `code` is a text), and what is no Error.
 */
export function isSaid(thrown: unknown): boolean {
  try {
    if (BUGS.some((kind) => thrown instanceof kind)) return false;
    return isChainError(thrown) || (thrown instanceof Error && typeof (thrown as { code?: unknown }).code !== "string");
  } catch {
    // A revoked proxy, or a getter that throws.
    return false;
  }
}
