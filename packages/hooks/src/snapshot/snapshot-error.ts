/** No checkpoint could be made or restored. The message says why in plain words, and what to do. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError";
}

/** Returns a message for a failed checkpoint or undo, without technical details. */
export function plainReason(error: unknown): string {
  if (error instanceof SnapshotError) return error.message;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === undefined ? "an unexpected error" : `the checkpoints' folder cannot be used (${code})`;
}
