import { closeSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type DecisionRecord, linesFrom, openLogFile, recordIn, UNREADABLE } from "@agent-hook/sdk/internal/record";
import { filesIn, follow } from "../log/follow.js";

/** The newest decisions that the page receives when it opens. */
const MAX_DECISIONS = 10_000;

/** The newest decisions of a log, and each new one. */
export class Decisions {
  #records: DecisionRecord[] = [];
  readonly #listeners = new Set<(records: readonly DecisionRecord[]) => void>();
  readonly #end = new AbortController();

  /** Starts to read. The server does not wait for that: listeners receive what was read. */
  constructor(private readonly folder: string) {
    void this.#read();
  }

  /** The oldest first. */
  get newest(): readonly DecisionRecord[] {
    return this.#records;
  }

  /** Returns a decision that the page has. Ids are short, so the time must be the same, too. */
  find(id: unknown, time: unknown): DecisionRecord | undefined {
    return this.#records.findLast((record) => record.id === id && record.time === time);
  }

  /** Calls a function with new decisions, until the returned function is called. */
  listen(listener: (records: readonly DecisionRecord[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#end.abort();
  }

  async #read(): Promise<void> {
    // Opened first: nothing that is written while the log is read is missed.
    const later = follow(this.folder, this.#end.signal);
    const first = later.next();
    const records = await lastRecords(this.folder, MAX_DECISIONS);
    const known = new Set(records.map(idOf));
    this.#add(records);
    void this.#follow(first, later, known);
  }

  async #follow(
    first: Promise<IteratorResult<DecisionRecord>>,
    later: AsyncGenerator<DecisionRecord>,
    known: ReadonlySet<string>,
  ): Promise<void> {
    let pending: DecisionRecord[] = [];
    for (let next = await first; !next.done; next = await later.next()) {
      if (known.has(idOf(next.value))) continue;
      pending.push(next.value);
      // The records of one look at the log arrive in one turn of the event loop, and are passed on together.
      if (pending.length > 1) continue;
      setImmediate(() => {
        this.#add(pending);
        pending = [];
      });
    }
  }

  #add(records: readonly DecisionRecord[]): void {
    this.#records = [...this.#records, ...records].slice(-MAX_DECISIONS);
    for (const listener of this.#listeners) listener(records);
  }
}

function idOf({ id, time, pid }: DecisionRecord): string {
  return `${id} ${time} ${pid}`;
}

/** Reads the newest files first, because a full log takes a second. */
async function lastRecords(folder: string, count: number): Promise<DecisionRecord[]> {
  let records: DecisionRecord[] = [];
  for (const { path } of filesIn(folder).reverse()) {
    records = [...(await recordsIn(path)), ...records];
    if (records.length >= count) return records.slice(-count);
  }
  return records;
}

async function recordsIn(path: string): Promise<DecisionRecord[]> {
  const records: DecisionRecord[] = [];
  const descriptor = openLogFile(path);
  if (descriptor === undefined) return records;
  try {
    for (let position = 0; ; ) {
      const { lines, end } = linesFrom(descriptor, position);
      if (end === position) return records;
      position = end;
      for (const line of lines) {
        const record = recordIn(line);
        if (record !== UNREADABLE) records.push(record);
      }
      await nextTurn();
    }
  } catch {
    // The disk fails: what was read is shown.
    return records;
  } finally {
    closeSync(descriptor);
  }
}
