import { appendFileSync } from "node:fs";
import type { Log } from "@agent-hook/sdk";

let warned = false;

/**
 * Appends a line to a file, created so that only its owner can read it. The synchronous write keeps the lines whole and
 * in order, even if the process is killed. If the file cannot be written, this is logged once and does not fail the
 * hook.
 */
export function append(file: string, entry: object, log: Log): void {
  try {
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  } catch (error) {
    if (!warned) log.warn(`${file} cannot be written, events are lost`, error);
    warned = true;
  }
}
