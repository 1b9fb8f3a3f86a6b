import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

const undos = new Set<() => void>();

process.on("exit", () => {
  for (const undo of undos) undo();
});

/**
 * Runs `undo` when this process exits, for example to remove a folder or to kill a child process. Returns a function
 * that runs `undo` earlier.
 */
export function undoAtExit(undo: () => void): () => void {
  undos.add(undo);
  return () => {
    if (undos.delete(undo)) undo();
  };
}

/** Creates a folder, which is removed by `remove`, or else when this process exits. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "agent-hook-bench-"));
  return { path, remove: undoAtExit(() => rmSync(path, { recursive: true })) };
}

/** Exits on these signals. By default, they end the process without the `exit` event, and nothing is undone. */
export function endOnSignals(): void {
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
