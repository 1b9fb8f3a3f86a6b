import type * as types from "../protocol/types.js";

const INTERNAL = -32603;
/** A revoked proxy, a getter that throws, an object that holds itself. */
const UNSHOWN = "something that cannot be shown was thrown";

/** An error of MCP, as hooks are told it and may throw it. */
export type HookChainError = types.HookChainError;

/** What a chain of hooks fails with. `code` is -32603 where nobody gave one. */
class ChainFailure extends Error implements HookChainError {
  override readonly name = "HookChainError";
  /** Tells it from all else: `instanceof` can be redefined for every error. */
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

  /** Whatever was thrown, as such an error, and never throws: an object with a code and a message keeps both, and its data. */
  static of(thrown: unknown): ChainFailure {
    try {
      if (ChainFailure.is(thrown)) return thrown;
      const { code, message, data } = chainErrorOf(thrown);
      return new ChainFailure(code, message, data, { cause: thrown });
    } catch {
      return new ChainFailure(INTERNAL, UNSHOWN, undefined, { cause: thrown });
    }
  }
}

/** In @civic/hook-common a type alone, so that an error of a hook's own making still fits: the class is no part of it. */
export const HookChainError: typeof ChainFailure = ChainFailure;

/**
 * What a hook is told of something thrown. What already is an error of MCP stays the same object. No stack is in it. Never
 * throws.
 */
export function chainErrorOf(thrown: unknown): HookChainError {
  try {
    return isChainError(thrown) ? thrown : { code: INTERNAL, message: messageOf(thrown) };
  } catch {
    return { code: INTERNAL, message: UNSHOWN };
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
  // JSON has no text for what answers nothing to it.
  return typeof message === "string" ? message : (JSON.stringify(thrown) ?? UNSHOWN);
}
