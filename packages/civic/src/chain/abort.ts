import { HookChainError } from "./hook-chain-error.js";

/** The code of the proxy for what a hook refused. */
const REQUEST_REJECTED = -32001;

/**
 * The error in an answer `abort`, which no schema has: Civic's proxy takes `{ error }`, and hooks from before 0.9.0
 * answer `{ reason, body }`. Of any other answer nothing.
 */
export function abortIn(answer: unknown): HookChainError | undefined {
  const { resultType, error, reason, body } = Object(answer) as Record<string, unknown>;
  if (resultType !== "abort") return undefined;
  if (error !== undefined && error !== null) return HookChainError.of(error);
  const message = typeof reason === "string" && reason !== "" ? reason : "a hook aborted this and gave no reason";
  return HookChainError.of({
    code: REQUEST_REJECTED,
    message,
    ...(body === undefined || body === null ? {} : { data: body }),
  });
}
