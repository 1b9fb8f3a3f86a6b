import { closeSync, fstatSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type DecisionRecord,
  linesFrom,
  logFiles,
  openLogFile,
  recordIn,
  UNREADABLE,
} from "@agent-hook/sdk/internal/record";

const POLL_MS = 200;

/** Yields the decisions that are written from now on, in any file of the log. Ends only when the signal is aborted. */
export async function* follow(folder: string, signal?: AbortSignal): AsyncGenerator<DecisionRecord> {
  const tails = new Map<number, Tail>();
  for (const { number, path } of filesIn(folder)) {
    tails.set(number, new Tail(path, sizeOf(path)));
  }
  for (;;) {
    try {
      await sleep(POLL_MS, undefined, signal === undefined ? {} : { signal });
    } catch {
      return;
    }
    for (const { number, path } of filesIn(folder)) {
      const tail = tails.get(number) ?? new Tail(path, 0);
      tails.set(number, tail);
      for (const line of tail.read()) {
        const record = recordIn(line);
        if (record !== UNREADABLE) yield record;
      }
    }
  }
}

/** Returns the files of a log, the oldest first. There are none if the folder cannot be read. */
export function filesIn(folder: string): ReturnType<typeof logFiles> {
  try {
    return logFiles(folder);
  } catch {
    // No hook has written yet.
    return [];
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Reads what is appended to a file, in whole lines. */
class Tail {
  constructor(
    private readonly path: string,
    private position: number,
  ) {}

  read(): string[] {
    const descriptor = openLogFile(this.path);
    if (descriptor === undefined) return [];
    const all: string[] = [];
    try {
      // Somebody deleted the log, and a hook started it again.
      if (fstatSync(descriptor).size < this.position) this.position = 0;
      for (;;) {
        const { lines, end } = linesFrom(descriptor, this.position);
        if (end === this.position) return all;
        this.position = end;
        all.push(...lines.filter((line) => line.trim() !== ""));
      }
    } catch {
      // Not a file, or the disk fails. The other files are still followed.
      return all;
    } finally {
      closeSync(descriptor);
    }
  }
}
