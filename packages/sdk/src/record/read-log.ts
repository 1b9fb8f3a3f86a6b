import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { DecisionRecord } from "./decision-record.js";
import { MAX_LINE_BYTES } from "./line.js";
import { logFiles } from "./log-files.js";

const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/** A line of the log that is not a record: torn, or written by another program. */
export const UNREADABLE = Symbol("unreadable");

/** Returns the record in a line, or `UNREADABLE`. */
export function recordIn(line: string): DecisionRecord | typeof UNREADABLE {
  // A longer line is not from a hook, and may be nested so deeply that it cannot be printed.
  if (line.length > MAX_LINE_BYTES) return UNREADABLE;
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
    const file = openLogFile(path);
    if (file === undefined) continue;
    try {
      for (const line of linesOf(file)) if (line.trim() !== "") yield recordIn(line);
    } finally {
      closeSync(file);
    }
  }
}

/**
 * Opens a file of the log for reading. Returns `undefined` if there is none: it was deleted meanwhile, because the log is
 * bounded, or it is a folder or a pipe. A pipe is never opened to wait for a writer.
 */
export function openLogFile(path: string): number | undefined {
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NONBLOCK);
  } catch {
    return undefined;
  }
  // bigint: on Node 20, a plain `fstat` of a pipe breaks a later `import`.
  if (fstatSync(file, { bigint: true }).isFile()) return file;
  closeSync(file);
  return undefined;
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

/** Yields the lines of an open file, also a last one that was cut off. */
function* linesOf(descriptor: number): Generator<string> {
  let from = 0;
  for (;;) {
    const { lines, end } = linesFrom(descriptor, from);
    yield* lines;
    if (end === from) break;
    from = end;
  }
  const rest = Buffer.alloc(CHUNK);
  yield* rest.toString("utf8", 0, readSync(descriptor, rest, 0, CHUNK, from)).split("\n");
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
const OPTIONAL_TEXTS = [
  ...["by", "file", "session", "agent", "turn", "call", "cwd"],
  ...["event", "tool", "kind", "reason", "rule"],
] as const;

/** Checks every field that a reader uses: one line of another program must not end a command that reads the log. */
function isRecord(value: unknown): value is DecisionRecord {
  const fields = fieldsOf(value);
  return (
    hasTexts(fields, TEXTS, OPTIONAL_TEXTS) &&
    hasTexts(fieldsOf(fields.host), ["name"], ["version"]) &&
    (fields.failure === undefined ||
      hasTexts(fieldsOf(fields.failure), ["kind", "where", "message", "consequence"], ["cause"])) &&
    typeof fields.ms === "number" &&
    !Number.isNaN(Date.parse(fields.time as string))
  );
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function hasTexts(fields: Fields, required: readonly string[], optional: readonly string[]): boolean {
  const isText = (name: string) => typeof fields[name] === "string";
  return required.every(isText) && optional.every((name) => fields[name] === undefined || isText(name));
}
