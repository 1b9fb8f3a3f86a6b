import { didYouMean } from "@agent-hook/sdk/internal/text";
import { readTranscript, type TranscriptEntry, TranscriptError } from "@agent-hook/testing";
import { usageError } from "../command-error.js";
import { isTooDeep, TOO_DEEP } from "../files/nesting.js";
import { readBytes } from "../files/read-file.js";

/** A recording in a file. */
export interface Recording {
  readonly path: string;
  readonly bytes: Buffer;
  /** Every line with its line ending. */
  readonly lines: readonly Buffer[];
  readonly entries: readonly TranscriptEntry[];
  /** The index of each entry in `lines`. */
  readonly lineIndexes: readonly number[];
}

/** Reads a recording. Throws a usage error if the file cannot be read or is not a recording. */
export function readRecording(path: string): Recording {
  const bytes = readBytes(path);
  const lines = linesOf(bytes);
  return {
    path,
    bytes,
    lines,
    entries: entriesOf(bytes, path),
    lineIndexes: [...lines.keys()].filter((at) => !isBlank(lines[at])),
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
  const isCallOfHook = ({ from, message, hook }: TranscriptEntry) =>
    from === "host" && (hookName === undefined || hook === hookName) && isCall(message);
  if (entries.some(isCallOfHook)) return;
  throw usageError(`${path} has no calls of a host: there is nothing to compare`);
}

/** Throws a usage error if a text is not a JSON Pointer to a part of an answer. */
export function checkPointers(pointers: readonly string[] = []): void {
  for (const pointer of pointers) {
    if (/^\/([^~]|~[01])*$/.test(pointer)) continue;
    throw usageError(`--ignore: expected a JSON Pointer such as /result/reason, got "${pointer}"`);
  }
}

/**
 * Returns whether a hook may answer a message. It may also answer a line that is not JSON, but not a JSON-RPC message
 * without an id.
 */
function isCall(message: TranscriptEntry["message"]): boolean {
  return message === undefined || message.id !== undefined || message.method === undefined;
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
