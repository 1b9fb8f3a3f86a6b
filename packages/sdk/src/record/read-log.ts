import { createReadStream } from "node:fs";
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
