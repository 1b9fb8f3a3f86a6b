import { stringify } from "@agent-hook/protocol";
import { type Difference, differences, type TranscriptEntry } from "@agent-hook/sdk/internal/transcript";

/**
 * Returns the differences between two entries. Ignores the ids of failures, which are different each time, and the
 * places in `ignored`.
 */
export function differencesBetween(
  recorded: TranscriptEntry,
  actual: TranscriptEntry,
  ignored: readonly string[],
): readonly Difference[] {
  const found = differences(withoutFailureIds(recorded), withoutFailureIds(actual));
  return found.filter(({ pointer }) => !ignored.some((place) => pointer === place || pointer.startsWith(`${place}/`)));
}

/** Throws a `TypeError` for a text that is not a JSON Pointer to a part of an answer. */
export function assertPointers(source: string, pointers: readonly string[]): void {
  for (const pointer of pointers) {
    if (/^\/([^~]|~[01])*$/.test(pointer)) continue;
    throw new TypeError(`${source}: expected a JSON Pointer such as /result/reason, got "${pointer}"`);
  }
}

/** Masks the id in a failure message. */
export function withoutFailureIds(entry: TranscriptEntry): TranscriptEntry {
  if (entry.message === undefined) return entry;
  const text = stringify(entry.message).replaceAll(/\(id [0-9a-f]{8}\)|agent-hook why [0-9a-f]{8}/g, "(id ...)");
  return { ...entry, message: JSON.parse(text) };
}
