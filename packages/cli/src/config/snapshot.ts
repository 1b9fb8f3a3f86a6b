import { readSnapshotNode, type SnapshotNode } from "../build/snapshot-node.js";
import { notRunError } from "../command-error.js";
import { runProgram } from "./run-program.js";

/** Returns the startup snapshot in a command, or `undefined`. */
export function snapshotIn([, flag, blob]: readonly string[]): string | undefined {
  return flag === "--snapshot-blob" ? blob : undefined;
}

/** Returns the Node that made a startup snapshot, or `undefined` if the file cannot be read or is not a snapshot. */
export function tryReadSnapshotNode(blob: string): SnapshotNode | undefined {
  try {
    return readSnapshotNode(blob);
  } catch {
    return undefined;
  }
}

/** Returns the version in the form of `process.version`, or an empty string if the program is not Node. */
export async function nodeVersion(program: string): Promise<string> {
  return (await runProgram([program, "-p", "process.version"])).stdout.trim();
}

/**
 * Throws `CommandError` if a command starts a snapshot with another Node than the Node that made it, or if the file is
 * not a snapshot.
 */
export async function assertSnapshotNode(command: readonly string[]): Promise<void> {
  const [node = ""] = command;
  const blob = snapshotIn(command);
  if (blob === undefined) return;
  const builtBy = tryReadSnapshotNode(blob);
  if (builtBy === undefined)
    throw notRunError(`${blob} is not a startup snapshot of Node: rebuild it: agent-hook build`);
  const version = await nodeVersion(node);
  if (builtBy.version === version) return;
  throw notRunError(
    `${blob} was built by Node ${builtBy.version}, but ${node} is ${version}: rebuild it with this Node: agent-hook build`,
  );
}
