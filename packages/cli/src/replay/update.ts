import { stringify } from "@agent-hook/protocol";
import { entryOf, type ReplayedAnswer, type ReplayReport, type TranscriptEntry } from "@agent-hook/testing";
import { callAnswered } from "./comparison.js";
import { replaceAt, valueAt } from "./json-pointer.js";
import type { Recording } from "./recording.js";

/** A file with the answers of this time, and what is new in it. */
export interface Update {
  readonly bytes: Buffer;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  /** Answers to nothing that was asked: they have no place. */
  readonly left: number;
}

/** Only lines that differ are written anew; the others stay as they are, byte for byte. */
export function updateOf(recording: Recording, { answers, extra }: ReplayReport, hook?: string): Update {
  const { entries, places } = recording;
  const after = recording.lines.map((line) => [line]);
  const differing = answers.filter(({ verdict }) => verdict === "different" || verdict === "missing");
  for (const answer of differing) {
    const at = places[answer.index] as number;
    const entry = updatedEntry(answer);
    after[at] = entry === undefined ? [] : [lineOf(entry, endOf(recording.lines[at]))];
  }
  let left = 0;
  for (const entry of extra) {
    const call = callAnswered(entry, recording, hook);
    const at = call === undefined ? undefined : places[call];
    if (at === undefined) {
      left += 1;
      continue;
    }
    const lines = after[at] as Buffer[];
    const end = endOf(lines.at(-1));
    // The last line of a file may have none.
    if (end === "") lines.push(Buffer.from("\n"));
    lines.push(lineOf(safeEntry(entry.message, entries[call as number]), end || "\n"));
  }
  const removed = differing.filter(({ verdict }) => verdict === "missing").length;
  const changed = differing.length - removed;
  return { bytes: Buffer.concat(after.flat()), changed, added: extra.length - left, removed, left };
}

/** Nothing: no answer came. */
function updatedEntry({ recorded, actual, differences }: ReplayedAnswer): TranscriptEntry | undefined {
  if (actual === undefined) return undefined;
  if (actual.message === undefined) {
    const { exit: _, signal: __, ...rest } = recorded;
    return { ...rest, ...actual };
  }
  const message = structuredClone(actual.message);
  const differ = new Set(differences.map(({ pointer }) => pointer));
  // What was taken out of the recording stays out, though nothing tells it from other texts now.
  const kept = (recorded.redacted ?? []).filter((at) => !differ.has(at) && valueAt(message, at) !== undefined);
  for (const pointer of kept) replaceAt(message, pointer, valueAt(recorded.message, pointer));
  const entry = safeEntry(message, recorded);
  const redacted = [...new Set([...kept, ...(entry.redacted ?? [])])];
  return redacted.length === 0 ? entry : { ...entry, redacted };
}

/** An entry without secrets, at the place of another. */
function safeEntry(message: TranscriptEntry["message"], place: TranscriptEntry | undefined): TranscriptEntry {
  const { hook, at } = place ?? {};
  return entryOf("hook", stringify(message), {
    ...(hook === undefined ? {} : { hook }),
    ...(at === undefined ? {} : { at }),
  });
}

function lineOf(entry: TranscriptEntry, end: string): Buffer {
  return Buffer.from(`${stringify(entry)}${end}`);
}

function endOf(line: Buffer | undefined): string {
  return /\r?\n$/.exec(line?.toString("latin1") ?? "")?.[0] ?? "";
}
