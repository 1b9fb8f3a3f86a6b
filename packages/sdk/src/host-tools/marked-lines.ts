import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { documentIn } from "./document.js";
import type { SessionEntry } from "./session-files.js";

/** The lines of a file that were read, and where the next read starts. */
export interface MarkedLines {
  readonly entries: readonly SessionEntry[];
  /** The end of the last whole line, in bytes. */
  readonly offset: number;
  /** Whether the file has more whole lines than could be read at once. */
  readonly hasMore: boolean;
}

const CHUNK_BYTES = 1_048_576;
const NEWLINE = 0x0a;

/**
 * Reads the whole lines of a growing file from an offset, and parses those that contain a mark. Reads at most
 * `maxBytes`. A file that is shorter than the offset is another file, so it is read from its start. A missing file has
 * no lines.
 */
export function readMarkedLines(path: string, from: number, mark: string, maxBytes = 32 * CHUNK_BYTES): MarkedLines {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { entries: [], offset: from, hasMore: false };
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const start = size < from ? 0 : from;
    const end = Math.min(size, start + maxBytes);
    const bytes = Buffer.allocUnsafe(end - start);
    const length = readInto(bytes, file, start);
    const last = bytes.lastIndexOf(NEWLINE, length - 1);
    // Without a line break in so much text, the line is of no use: it is left out.
    if (length === 0 || last < 0) return { entries: [], offset: end < size ? end : start, hasMore: end < size };
    return { entries: entriesIn(bytes.subarray(0, last + 1), mark), offset: start + last + 1, hasMore: end < size };
  } finally {
    closeSync(file);
  }
}

function readInto(bytes: Buffer, file: number, start: number): number {
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(file, bytes, length, Math.min(CHUNK_BYTES, bytes.length - length), start + length);
    if (read === 0) break;
    length += read;
  }
  return length;
}

/** Searches for the mark instead of splitting the lines: most lines, and the longest, do not have it. */
function entriesIn(bytes: Buffer, mark: string): SessionEntry[] {
  const entries: SessionEntry[] = [];
  let at = bytes.indexOf(mark);
  while (at >= 0) {
    const start = bytes.lastIndexOf(NEWLINE, at) + 1;
    const end = bytes.indexOf(NEWLINE, at);
    const entry = documentIn(bytes.toString("utf8", start, end));
    if (entry !== undefined) entries.push(entry);
    at = bytes.indexOf(mark, end);
  }
  return entries;
}
