export type ConformanceErrorCode =
  /** The command could not be started. */
  | "spawn-failed"
  /** `only` contains an id that the manifest does not have. */
  | "unknown-id"
  /** The command or another option is invalid. */
  | "bad-option";

/** Thrown if the check could not be made. It does not mean that the hook breaks a rule. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";

  constructor(
    readonly code: ConformanceErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
