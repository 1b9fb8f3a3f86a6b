import { StoreError, type StoreErrorCode } from "../../hook/store-error.js";

/** Result codes of SQLite: https://sqlite.org/rescode.html */
const BUSY = 5;
const LOCKED = 6;

/** The codes with a cause that the user can remove. All others are `unavailable`. */
const CAUSES: ReadonlyMap<number, readonly [StoreErrorCode, string]> = new Map([
  [BUSY, ["locked", "other processes used it for too long: try again"]],
  [LOCKED, ["locked", "other processes used it for too long: try again"]],
  [8, ["unavailable", "it cannot be written: check its permissions"]],
  [11, ["corrupt", "it is damaged: delete it to start with an empty store"]],
  [13, ["full", "the disk is full"]],
  [26, ["corrupt", "it is damaged: delete it to start with an empty store"]],
]);

/** Whether an operation can succeed if it is tried again soon. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
}

/** Converts an error of SQLite or of the file system. */
export function storeErrorOf(cause: unknown, file: string): StoreError {
  if (StoreError.is(cause)) return cause;
  const [code, why] = CAUSES.get(resultCode(cause) ?? -1) ??
    // A value that is not JSON: only a damaged file has one.
    (cause instanceof SyntaxError ? CAUSES.get(11) : undefined) ?? ["unavailable", describe(cause)];
  return new StoreError(code, `the store ${file} failed: ${why}`, { cause });
}

/** `node:sqlite` has `errcode`, `libsql` has `rawCode`. The lowest byte is the code without details. */
function resultCode(error: unknown): number | undefined {
  const { errcode, rawCode } = Object(error) as { readonly errcode?: unknown; readonly rawCode?: unknown };
  const code = errcode ?? rawCode;
  return typeof code === "number" ? code & 0xff : undefined;
}

function describe(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
