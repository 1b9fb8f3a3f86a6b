import { appendFileSync } from "node:fs";
import type { Log } from "@agent-hook/sdk";

let warned = false;

/**
 * Adds a line to a file, which is made so that only its owner reads it. It waits for the disk: that is what keeps the
 * lines whole and in their order, and they are there even if the process is killed. A file that cannot be written is
 * mentioned once and is no reason to fail.
 */
export function append(file: string, entry: object, log: Log): void {
  try {
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  } catch (error) {
    if (!warned) log.warn(`${file} cannot be written, events are lost`, error);
    warned = true;
  }
}
