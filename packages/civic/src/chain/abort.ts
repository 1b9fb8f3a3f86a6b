import { HookChainError } from "./hook-chain-error.js";

/** The proxy's error code for a denial by a hook. */
const REQUEST_REJECTED = -32001;

/**
 * Returns the error of an `abort` answer, or `undefined` for any other answer. No schema defines `abort`: Civic's proxy
 * accepts `{ error }`, and hooks from before 0.9.0 answer `{ reason, body }`.
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
