import { stringify } from "../text/index.js";
import type { DecisionRecord } from "./decision-record.js";

/** In bytes, with the newline. */
export const MAX_LINE_BYTES = 8192;

/** Returns a record as one line, with the newline. If it is too long, what a reader can do without is left out. */
export function lineOf(record: DecisionRecord): string {
  return withinLimit(`${stringify(record)}\n`);
}

/** Returns the line of a record, or a shorter one of the same record if it is too long. */
export function withinLimit(line: string): string {
  return fits(line) ? line : shorterLineOf(JSON.parse(line));
}

function shorterLineOf(record: DecisionRecord): string {
  const { changed, arguments: args, ...rest } = record;
  const withoutChange = lineIfFits({ ...rest, arguments: args, ...(changed === undefined ? {} : CUT) });
  const line = withoutChange ?? lineIfFits({ ...rest, ...(args === undefined ? {} : { arguments: "…" }) });
  return line ?? lineIfFits(withoutTexts(record)) ?? `${stringify(shortened(record))}\n`;
}

const CUT = { changed: "…" };

function lineIfFits(value: object): string | undefined {
  const line = `${stringify(value)}\n`;
  return fits(line) ? line : undefined;
}

/** A UTF-16 code unit takes at most 3 bytes, so most lines need no count. */
function fits(line: string): boolean {
  return line.length * 3 <= MAX_LINE_BYTES || Buffer.byteLength(line) <= MAX_LINE_BYTES;
}

/** Every other field is an id, a name or a path. Most have at most 200 characters. */
function withoutTexts({ changed: _, arguments: __, failure, reason, ...rest }: DecisionRecord): object {
  const { cause: ___, message, ...kept } = failure ?? { message: "" };
  return {
    ...rest,
    ...(reason === undefined ? {} : { reason: reason.slice(0, 200) }),
    ...(failure === undefined ? {} : { failure: { ...kept, message: message.slice(0, 200) } }),
  };
}

/** In characters: all texts of a record then fit, even if JSON escapes each character. */
const SHORTEST = 50;

/** Ids and names can be long in JSON, too: a host's version, or a tool's name of control characters. */
function shortened({ changed: _, arguments: __, ...rest }: DecisionRecord): object {
  const texts = (value: object): object =>
    Object.fromEntries(
      Object.entries(value).map(([key, field]: [string, unknown]) => {
        if (typeof field === "string") return [key, field.slice(0, SHORTEST)];
        return [key, typeof field === "object" && field !== null ? texts(field) : field];
      }),
    );
  return texts(rest);
}
