import { didYouMean } from "@agent-hook/protocol";
import { oneShotHostOf, titleOf } from "@agent-hook/sdk/hosts";
import { readTranscript, type TranscriptEntry, TranscriptError } from "@agent-hook/testing";
import { usageError } from "../command-error.js";
import { isTooDeep, TOO_DEEP } from "../files/nesting.js";
import { readBytes } from "../files/read-file.js";
import { PICOCLAW } from "../host-option.js";

/** A recording in a file. */
export interface Recording {
  readonly path: string;
  readonly bytes: Buffer;
  /** Every line with its line ending. */
  readonly lines: readonly Buffer[];
  readonly entries: readonly TranscriptEntry[];
  /** The index of each entry in `lines`. */
  readonly places: readonly number[];
}

export const ONE_HOST = `replay only supports recordings of ${titleOf(PICOCLAW)}`;

/** Reads a recording. Throws a usage error if the file cannot be read or is not a recording. */
export function readRecording(path: string): Recording {
  const bytes = readBytes(path);
  const lines = linesOf(bytes);
  return {
    path,
    bytes,
    lines,
    entries: entriesOf(bytes, path),
    places: [...lines.keys()].filter((at) => !isBlank(lines[at])),
  };
}

/** Throws a usage error if it is unclear which hook's lines to send, or if they contain no calls. */
export function checkHook({ path, entries }: Recording, hookName: string | undefined): void {
  const names = [...new Set(entries.flatMap(({ hook }) => hook ?? []))];
  if (hookName === undefined && names.length > 1) {
    throw usageError(`${path} has lines of several hooks; expected --hook with one of ${names.join(", ")}`);
  }
  if (hookName !== undefined && !names.includes(hookName)) {
    const available = names.length === 0 ? "its lines name no hook" : `it has lines of ${names.join(", ")}`;
    throw usageError(`${path} has no lines of "${hookName}"${didYouMean(hookName, names)}; ${available}`);
  }
  const isCall = ({ from, message, hook }: TranscriptEntry) =>
    from === "host" &&
    (hookName === undefined || hook === hookName) &&
    (message === undefined || message.id !== undefined);
  if (entries.some(isCall)) return;
  const other = entries.flatMap(({ from, message }) => (from === "host" ? (oneShotHostOf(message) ?? []) : []))[0];
  if (other !== undefined) {
    throw usageError(
      `${path} has calls of ${other}: ${ONE_HOST}; for one of its calls: agent-hook call --host ${other} --file`,
    );
  }
  throw usageError(`${path} has no calls of a host: there is nothing to compare`);
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

function isBlank(line: Buffer | undefined): boolean {
  return line === undefined || line.toString("utf8").trim() === "";
}

function entriesOf(bytes: Buffer, path: string): TranscriptEntry[] {
  const deep = linesOf(bytes).findIndex((line) => isTooDeep(line.toString("utf8")));
  if (deep !== -1) throw usageError(`${path}: line ${deep + 1}: ${TOO_DEEP}`);
  try {
    return readTranscript(bytes.toString("utf8"));
  } catch (cause) {
    if (cause instanceof TranscriptError) throw usageError(`${path}: ${cause.message}`, cause);
    throw cause;
  }
}
