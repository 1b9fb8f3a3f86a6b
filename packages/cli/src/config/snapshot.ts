import { type BuiltWith, builtWith } from "../build/built-with.js";
import { notRun } from "../command-error.js";
import { runProgram } from "./run-program.js";

const LIMIT_MS = 10_000;

/** Returns the startup snapshot in a command, or `undefined`. */
export function snapshotIn([, flag, blob]: readonly string[]): string | undefined {
  return flag === "--snapshot-blob" ? blob : undefined;
}

/** Returns the Node that made a startup snapshot, or `undefined` if the file cannot be read or is not a snapshot. */
export function makerOf(blob: string): BuiltWith | undefined {
  try {
    return builtWith(blob);
  } catch {
    return undefined;
  }
}

/** Returns the version in the form of `process.version`, or an empty string if the program is not Node. */
export async function nodeVersion(program: string): Promise<string> {
  return (await runProgram([program, "-p", "process.version"], LIMIT_MS)).stdout.trim();
}

/**
 * Throws `CommandError` if a command starts a snapshot with another Node than the one that made it, or if the file is
 * not a snapshot.
 */
export async function assertFitting(command: readonly string[]): Promise<void> {
  const [node = ""] = command;
  const blob = snapshotIn(command);
  if (blob === undefined) return;
  const by = makerOf(blob);
  if (by === undefined) throw notRun(`${blob} is not a startup snapshot of Node: rebuild it: agent-hook build`);
  const version = await nodeVersion(node);
  if (by.version === version) return;
  throw notRun(
    `${blob} was built by Node ${by.version}, but ${node} is ${version}: rebuild it with this Node: agent-hook build`,
  );
}
