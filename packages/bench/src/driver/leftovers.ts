import { constants } from "node:os";

const undos = new Set<() => void>();

process.on("exit", () => {
  for (const undo of undos) undo();
});

/**
 * Runs `undo` when this program ends, however it ends: for folders and processes. Returns a function to run it earlier.
 */
export function undoAtExit(undo: () => void): () => void {
  undos.add(undo);
  return () => {
    if (undos.delete(undo)) undo();
  };
}

/** Makes these signals exit like any other end, so that leftovers are removed. */
export function endOnSignals(): void {
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
