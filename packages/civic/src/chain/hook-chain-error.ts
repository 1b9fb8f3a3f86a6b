import type * as types from "../protocol/types.js";

const INTERNAL = -32603;

/** An error of MCP, as hooks are told it and may throw it. */
export type HookChainError = types.HookChainError;

/** What a chain of hooks fails with. `code` is -32603 where nobody gave one. */
class ChainFailure extends Error implements HookChainError {
  override readonly name = "HookChainError";

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Whatever was thrown, as such an error: an object with a code and a message keeps both, and its data. */
  static of(thrown: unknown): ChainFailure {
    if (thrown instanceof ChainFailure) return thrown;
    const { code, message, data } = chainErrorOf(thrown);
    return new ChainFailure(code, message, data, { cause: thrown });
  }
}

/** In @civic/hook-common a type alone, so that an error of a hook's own making still fits: the class is no part of it. */
export const HookChainError: typeof ChainFailure = ChainFailure;

/** What a hook is told of something thrown. What already is an error of MCP stays the same object. No stack is in it. */
export function chainErrorOf(thrown: unknown): HookChainError {
  if (isChainError(thrown)) return thrown;
  if (typeof thrown !== "object" || thrown === null) return { code: INTERNAL, message: String(thrown) };
  const { message } = thrown as { message?: unknown };
  return { code: INTERNAL, message: typeof message === "string" ? message : inWords(thrown) };
}

function isChainError(value: unknown): value is HookChainError {
  if (typeof value !== "object" || value === null) return false;
  const { code, message } = value as { code?: unknown; message?: unknown };
  return typeof code === "number" && typeof message === "string";
}

function inWords(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "something that is no Error was thrown";
  }
}
