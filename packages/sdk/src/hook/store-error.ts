/**
 * Why an operation of `context.store` failed:
 *
 * - `unavailable`: the store cannot be reached, opened or written
 * - `locked`: other processes used the store for too long
 * - `timed-out`: the store did not answer in time
 * - `corrupt`: the store's file is damaged
 * - `full`: the disk or the store is full
 * - `no-engine`: the package that the store needs is not installed
 * - `invalid-setting`: `AGENT_HOOK_STORE` is invalid
 * - `invalid-value`: a value does not fit the schema of its key
 * - `no-session`: the scope of the key is `session`, and the host sent no session id
 */
export type StoreErrorCode =
  | "unavailable"
  | "locked"
  | "timed-out"
  | "corrupt"
  | "full"
  | "no-engine"
  | "invalid-setting"
  | "invalid-value"
  | "no-session";

/** An operation of `context.store` failed. The message says what to do, and contains neither values nor passwords. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  /** A brand, as in `Failure`: `instanceof` can be redefined. */
  readonly #isStoreError = true;

  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** @internal */
  static is(value: unknown): value is StoreError {
    return typeof value === "object" && value !== null && #isStoreError in value;
  }
}
