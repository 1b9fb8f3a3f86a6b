/** A hook denied a model call or its reply, so the agent's turn ends. The message is the reason. */
export class HookDeniedError extends Error {
  override readonly name = "HookDeniedError";
  /** Whether the error is of this class, also if another copy of the package made it. */
  static is(value: unknown): value is HookDeniedError {
    return value instanceof Error && value.name === "HookDeniedError";
  }
}
