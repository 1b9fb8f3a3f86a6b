import { stringify } from "@agent-hook/sdk/internal/text";
import { entryOf } from "@agent-hook/sdk/internal/transcript";
import type { ReplayedAnswer, ReplayReport, TranscriptEntry } from "@agent-hook/testing";
import { replaceAt, valueAt } from "./json-pointer.js";
import type { Recording } from "./recording.js";

/** A recording with the new answers, and the number of changes. */
export interface Update {
  readonly bytes: Buffer;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  /** The number of answers to unknown calls, which cannot be placed in the file. */
  readonly left: number;
}

/** Returns the updated recording. Only lines that differ are rewritten. The others keep their bytes. */
export function updateOf(recording: Recording, { answers, extra }: ReplayReport): Update {
  const { entries, lineIndexes } = recording;
  const after = recording.lines.map((line) => [line]);
  const differing = answers.filter(({ verdict }) => verdict === "different" || verdict === "missing");
  for (const answer of differing) {
    const at = lineIndexes[answer.index] as number;
    const entry = updatedEntry(answer);
    after[at] = entry === undefined ? [] : [lineOf(entry, endOf(recording.lines[at]))];
  }
  let left = 0;
  for (const { call, entry } of extra) {
    const at = call === undefined ? undefined : lineIndexes[call];
    if (at === undefined) {
      left += 1;
      continue;
    }
    const lines = after[at] as Buffer[];
    const end = endOf(lines.at(-1));
    // The last line of a file may have no line ending.
    if (end === "") lines.push(Buffer.from("\n"));
    lines.push(lineOf(safeEntry(textOf(entry), entries[call as number]), end || "\n"));
  }
  const removed = differing.filter(({ verdict }) => verdict === "missing").length;
  const changed = differing.length - removed;
  return { bytes: Buffer.concat(after.flat()), changed, added: extra.length - left, removed, left };
}

/** Returns the entry of the new answer, or `undefined` if there was no answer. */
function updatedEntry({ recorded, actual, differences }: ReplayedAnswer): TranscriptEntry | undefined {
  if (actual === undefined) return undefined;
  if (actual.exit !== undefined || actual.signal !== undefined) {
    const { exit: _, signal: __, ...rest } = recorded;
    return { ...rest, ...actual };
  }
  if (actual.message === undefined) return safeEntry(textOf(actual), recorded);
  const message = structuredClone(actual.message);
  const differ = new Set(differences.map(({ pointer }) => pointer));
  // Keep redacted values redacted, even if they do not look like secrets in the new answer.
  const kept = (recorded.redacted ?? []).filter((at) => !differ.has(at) && valueAt(message, at) !== undefined);
  for (const pointer of kept) replaceAt(message, pointer, valueAt(recorded.message, pointer));
  const entry = safeEntry(stringify(message), recorded);
  const redacted = [...new Set([...kept, ...(entry.redacted ?? [])])];
  return redacted.length === 0 ? entry : { ...entry, redacted };
}

/** Returns the entry of a line, without secrets. It has the hook and the time of `place`. */
function safeEntry(line: string, place: TranscriptEntry | undefined): TranscriptEntry {
  const { hook, at } = place ?? {};
  return entryOf("hook", line, {
    ...(hook === undefined ? {} : { hook }),
    ...(at === undefined ? {} : { at }),
  });
}

function textOf({ message, text = "" }: TranscriptEntry): string {
  return message === undefined ? text : stringify(message);
}

function lineOf(entry: TranscriptEntry, end: string): Buffer {
  return Buffer.from(`${stringify(entry)}${end}`);
}

function endOf(line: Buffer | undefined): string {
  return /\r?\n$/.exec(line?.toString("latin1") ?? "")?.[0] ?? "";
}
