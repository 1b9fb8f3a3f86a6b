import { createReadStream, readSync } from "node:fs";
import { createInterface } from "node:readline";
import type { DecisionRecord } from "./decision-record.js";
import { logFiles } from "./log-files.js";

/** A line of the log that is not a record: torn, or written by another program. */
export const UNREADABLE = Symbol("unreadable");

/** Returns the record in a line, or `UNREADABLE`. */
export function recordIn(line: string): DecisionRecord | typeof UNREADABLE {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return UNREADABLE;
  }
  return isRecord(value) ? value : UNREADABLE;
}

/** Yields what is in the files of a log, the oldest first. Ignores blank lines. A missing folder is an empty log. */
export async function* readLog(folder: string): AsyncGenerator<DecisionRecord | typeof UNREADABLE> {
  for (const { path } of filesIn(folder)) {
    const input = createReadStream(path);
    // Deleted meanwhile, because the log is bounded.
    input.on("error", () => lines.close());
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) if (line.trim() !== "") yield recordIn(line);
  }
}

/** In bytes. More than any line of the log has. */
const CHUNK = 262_144;

/** Reads whole lines of an open file from a position on. `end` is where the next read starts. */
export function linesFrom(
  descriptor: number,
  from: number,
): { readonly lines: readonly string[]; readonly end: number } {
  const chunk = Buffer.alloc(CHUNK);
  const length = readSync(descriptor, chunk, 0, CHUNK, from);
  const end = chunk.subarray(0, length).lastIndexOf("\n") + 1;
  // Without a line break in so much text, the line is of no use.
  if (end === 0) return { lines: [], end: length === CHUNK ? from + length : from };
  return { lines: chunk.toString("utf8", 0, end - 1).split("\n"), end: from + end };
}

function filesIn(folder: string) {
  try {
    return logFiles(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

const TEXTS = ["id", "time", "hook", "point", "decision"] as const;

function isRecord(value: unknown): value is DecisionRecord {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  const { host, ms, failure } = fields;
  if (typeof host !== "object" || host === null || typeof (host as { name?: unknown }).name !== "string") return false;
  if (failure !== undefined && typeof Object(failure).kind !== "string") return false;
  return (
    TEXTS.every((name) => typeof fields[name] === "string") &&
    typeof ms === "number" &&
    !Number.isNaN(Date.parse(fields.time as string))
  );
}
