import { readFileSync } from "node:fs";
import { usageError } from "../command-error.js";

/** Reads a file that the command line names. Throws a usage error if it cannot be read. */
export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw usageError(`${path} cannot be read: ${causeText(cause)}`, cause);
  }
}

/** Returns the message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the system's error message without the path and system call that Node adds. */
export function causeText(cause: unknown): string {
  return messageOf(cause)
    .replace(/, \w+( '.*')?$/s, "")
    .replaceAll("\n", " ");
}
