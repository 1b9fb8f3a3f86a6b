import { constants } from "node:os";

const undone = new Set<() => void>();

process.on("exit", () => {
  for (const undo of undone) undo();
});

/**
 * Runs `undo` when this program ends, however it ends: for folders and processes. Returns a function to run it earlier.
 */
export function undoneAtEnd(undo: () => void): () => void {
  undone.add(undo);
  return () => {
    if (undone.delete(undo)) undo();
  };
}

/** Makes these signals exit like any other end, so that leftovers are removed. */
export function endOnSignals(): void {
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
