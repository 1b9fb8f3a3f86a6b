import { type BuiltWith, builtWith } from "../build/built-with.js";
import { notRun } from "../command-error.js";
import { runProgram } from "./run-program.js";

const LIMIT_MS = 10_000;

/** The start-up snapshot of a command; nothing for a command without one. */
export function snapshotIn([, flag, blob]: readonly string[]): string | undefined {
  return flag === "--snapshot-blob" ? blob : undefined;
}

/** Who made a start-up snapshot; nothing for a file that is none. */
export function makerOf(blob: string): BuiltWith | undefined {
  try {
    return builtWith(blob);
  } catch {
    return undefined;
  }
}

/** As `process.version`; empty for what is no Node. */
export async function nodeVersion(program: string): Promise<string> {
  return (await runProgram([program, "-p", "process.version"], LIMIT_MS)).stdout.trim();
}

/** No other Node than the one that made it starts a snapshot. Throws `CommandError`. */
export async function assertFitting(command: readonly string[]): Promise<void> {
  const [node = ""] = command;
  const blob = snapshotIn(command);
  if (blob === undefined) return;
  const by = makerOf(blob);
  if (by === undefined) throw notRun(`${blob} is no start-up snapshot of Node: build it again: agent-hook build`);
  const version = await nodeVersion(node);
  if (by.version === version) return;
  throw notRun(
    `${blob} was built by Node ${by.version}, and ${node} is ${version}: build it again with this Node: agent-hook build`,
  );
}
