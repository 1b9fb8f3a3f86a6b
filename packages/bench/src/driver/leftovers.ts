import { constants } from "node:os";

const undone = new Set<() => void>();

process.on("exit", () => {
  for (const undo of undone) undo();
});

/** Folders and processes that must not outlive this program, however it ends. Gives what undoes them sooner. */
export function undoneAtEnd(undo: () => void): () => void {
  undone.add(undo);
  return () => {
    if (undone.delete(undo)) undo();
  };
}

/** Ctrl-C is an end like any other. */
export function endOnSignals(): void {
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
