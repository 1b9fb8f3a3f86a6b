import { stringify } from "@agent-hook/sdk/internal/text";
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

/** The id in a failure message, and what explains it, which depends on whether the hook writes the decision log. */
const FAILURE_ID =
  /(?: ?\(id [0-9a-f]{8}\))?; to find out why, (?:run: npx agent-hook why [0-9a-f]{8}|look for this id on the hook's stderr)| ?\(id [0-9a-f]{8}\)/g;

/** Masks the id in a failure message. */
export function withoutFailureIds(entry: TranscriptEntry): TranscriptEntry {
  if (entry.message === undefined) return entry;
  const text = stringify(entry.message).replaceAll(FAILURE_ID, " (id ...)");
  return { ...entry, message: JSON.parse(text) };
}
