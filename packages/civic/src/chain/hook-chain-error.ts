import type * as types from "../protocol/types.js";

const INTERNAL = -32603;
/** The message for a thrown value such as a revoked proxy, a getter that throws or a circular object. */
const UNPRINTABLE = "something that cannot be shown was thrown";

/** An MCP error, as hooks receive it and may throw it. */
export type HookChainError = types.HookChainError;

/** The error that a hook chain rejects with. `code` is -32603 unless the thrown value has one. */
class ChainFailure extends Error implements HookChainError {
  override readonly name = "HookChainError";
  /** Identifies instances of this class. `instanceof` is not reliable, because it can be redefined. */
  readonly #isChainFailure = true;

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  static is(value: unknown): value is ChainFailure {
    return typeof value === "object" && value !== null && #isChainFailure in value;
  }

  /**
   * Converts any thrown value to this error; never throws. An object with a code and a message keeps both, and its
   * data.
   */
  static of(thrown: unknown): ChainFailure {
    try {
      if (ChainFailure.is(thrown)) return thrown;
      const { code, message, data } = chainErrorOf(thrown);
      return new ChainFailure(code, message, data, { cause: thrown });
    } catch {
      return new ChainFailure(INTERNAL, UNPRINTABLE, undefined, { cause: thrown });
    }
  }
}

/**
 * In @civic/hook-common, `HookChainError` is only a type. A hook may therefore throw any object with these fields; it
 * need not be an instance of this class.
 */
export const HookChainError: typeof ChainFailure = ChainFailure;

/**
 * Returns the error that a hook receives for a thrown value. An MCP error stays the same object. Any other value
 * becomes a new object without a stack. Never throws.
 */
export function chainErrorOf(thrown: unknown): HookChainError {
  try {
    return isChainError(thrown) ? thrown : { code: INTERNAL, message: messageOf(thrown) };
  } catch {
    return { code: INTERNAL, message: UNPRINTABLE };
  }
}

export function isChainError(value: unknown): value is HookChainError {
  if (typeof value !== "object" || value === null) return false;
  const { code, message } = value as { code?: unknown; message?: unknown };
  return typeof code === "number" && typeof message === "string";
}

function messageOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  const { message } = thrown as { message?: unknown };
  // `JSON.stringify` returns `undefined` if `toJSON` does.
  return typeof message === "string" ? message : (JSON.stringify(thrown) ?? UNPRINTABLE);
}

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
