import { closeSync, fstatSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import {
  type DecisionRecord,
  linesFrom,
  logFiles,
  openLogFile,
  recordIn,
  UNREADABLE,
} from "@agent-hook/sdk/internal/record";

/** How much of each file of the log has been sent, in bytes. */
type Positions = Readonly<Record<string, number>>;

/** Records that were not sent yet, and what to note once they are. */
export interface Batch {
  readonly records: readonly DecisionRecord[];
  readonly positions: Positions;
}

/**
 * Hooks that decide at the same time each start this program, and that of a later hook can be the first to run: it sends
 * the records of the others, too.
 */
const BEFORE_MS = 60_000;

/** When a batch has this many records, no other file is read for it. */
const MAX_RECORDS = 500;

/**
 * The records of the decision log that were not sent yet. Files are identified by inode, because a log that was deleted
 * starts again with the same names.
 */
export class UnsentRecords {
  #positions: Positions;

  /** `since`: when the hook decided that started this program, in milliseconds since 1970. Old records are not sent. */
  constructor(
    private readonly logFolder: string,
    private readonly positionFile: string,
    private readonly since: number,
  ) {
    this.#positions = readPositions(positionFile);
  }

  next(): Batch {
    const records: DecisionRecord[] = [];
    const positions: Record<string, number> = {};
    for (const { path } of logFiles(this.logFolder)) {
      const file = openLogFile(path);
      if (file === undefined) continue;
      try {
        const { ino, birthtimeMs } = fstatSync(file);
        const key = `${ino}-${Math.trunc(birthtimeMs)}`;
        positions[key] = this.#positions[key] ?? 0;
        if (records.length >= MAX_RECORDS) continue;
        const { lines, end } = linesFrom(file, positions[key]);
        records.push(...recordsIn(lines));
        positions[key] = end;
      } finally {
        closeSync(file);
      }
    }
    const isRecent = ({ time }: DecisionRecord) => Date.parse(time) >= this.since - BEFORE_MS;
    return { records: records.filter(isRecent), positions };
  }

  /** Notes that a batch was sent. The next process goes on after it. */
  sent({ positions }: Batch): void {
    if (isDeepStrictEqual(positions, this.#positions)) return;
    this.#positions = positions;
    const draft = `${this.positionFile}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(positions), { mode: 0o600 });
    renameSync(draft, this.positionFile);
  }
}

/** A file that cannot be read counts as empty: records are then sent twice, with the same ids. */
function readPositions(file: string): Positions {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter(([, position]) => Number.isSafeInteger(position) && position >= 0));
  } catch {
    return {};
  }
}

/** Skips lines that are not records, such as one that was cut off when the disk was full. */
function recordsIn(lines: readonly string[]): DecisionRecord[] {
  return lines.flatMap((line) => {
    const record = recordIn(line);
    return record === UNREADABLE ? [] : [record];
  });
}
