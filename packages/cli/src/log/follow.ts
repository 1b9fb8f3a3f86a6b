import { closeSync, openSync, readSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type DecisionRecord, logFiles, recordIn, UNREADABLE } from "@agent-hook/sdk/internal/record";

const POLL_MS = 200;
const CHUNK = 65_536;

/** Yields the decisions that are written from now on, in any file of the log. Never ends. */
export async function* follow(folder: string): AsyncGenerator<DecisionRecord> {
  const tails = new Map<number, Tail>();
  for (const { number, path } of filesIn(folder)) {
    const tail = new Tail(path);
    tail.read();
    tails.set(number, tail);
  }
  for (;;) {
    await sleep(POLL_MS);
    for (const { number, path } of filesIn(folder)) {
      const tail = tails.get(number) ?? new Tail(path);
      tails.set(number, tail);
      for (const line of tail.read()) {
        const record = recordIn(line);
        if (record !== UNREADABLE) yield record;
      }
    }
  }
}

function filesIn(folder: string) {
  try {
    return logFiles(folder);
  } catch {
    // No hook has written yet.
    return [];
  }
}

/** Reads what is appended to a file, in whole lines. */
class Tail {
  #position = 0;
  #rest = Buffer.alloc(0);

  constructor(private readonly path: string) {}

  read(): string[] {
    let descriptor: number;
    try {
      descriptor = openSync(this.path, "r");
    } catch {
      // Deleted meanwhile, because the log is bounded.
      return [];
    }
    try {
      const chunk = Buffer.alloc(CHUNK);
      for (let count = 1; count > 0; ) {
        count = readSync(descriptor, chunk, 0, CHUNK, this.#position);
        this.#position += count;
        this.#rest = Buffer.concat([this.#rest, chunk.subarray(0, count)]);
      }
    } finally {
      closeSync(descriptor);
    }
    const end = this.#rest.lastIndexOf("\n");
    const lines = this.#rest.subarray(0, Math.max(0, end)).toString();
    this.#rest = this.#rest.subarray(end + 1);
    return lines.split("\n").filter((line) => line.trim() !== "");
  }
}
