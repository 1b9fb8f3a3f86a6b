/** What a chain of hooks fails with: an error of MCP. `code` is -32603 where nobody gave one. */
export class HookChainError extends Error {
  override readonly name = "HookChainError";

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Whatever was thrown, as such an error: an object with a code and a message keeps both. */
  static of(thrown: unknown): HookChainError {
    if (thrown instanceof HookChainError) return thrown;
    const { code, message, data } = Object(thrown) as { code?: unknown; message?: unknown; data?: unknown };
    const text = typeof message === "string" ? message : String(thrown);
    return new HookChainError(typeof code === "number" ? code : INTERNAL, text, data, { cause: thrown });
  }
}

const INTERNAL = -32603;
