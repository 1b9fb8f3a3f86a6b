import { MARKER } from "../redaction/index.js";
import { isObject } from "../text/index.js";
import type { TranscriptEntry } from "./entry.js";
import { parseJson, pointerTo } from "./json-inside.js";

/** A difference between a recorded message and an actual one. A side without a value is `undefined`. */
export interface Difference {
  /** JSON Pointer into the message; `""` for the whole message, a text, bytes or the end of a process. */
  readonly pointer: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Whether the value at a pointer was redacted. */
type IsRedacted = (pointer: string) => boolean;

/**
 * Compares the content of two entries, but not their times and senders. The order of keys does not matter. At the
 * `redacted` pointers of the recorded entry, `[redacted]` matches any value or, within a string, any part of the
 * string, also in JSON text. Elsewhere, `[redacted]` is an ordinary string.
 *
 * @example differences(recorded, entryOf("hook", line, { raw: true }))
 */
export function differences(recorded: TranscriptEntry, actual: TranscriptEntry): Difference[] {
  const [expected, received] = [contentOf(recorded), contentOf(actual)];
  if (expected.kind !== received.kind) {
    const byKind = ({ kind, value }: Content) => ({ [kind]: value });
    return [{ pointer: "", expected: byKind(expected), actual: byKind(received) }];
  }
  const pointers = new Set(recorded.redacted);
  const isRedacted = (pointer: string) => pointers.has(pointer);
  if (expected.kind !== "base64") return compare(expected.value, received.value, "", isRedacted);
  const same = compare(bytesOf(expected.value), bytesOf(received.value), "", isRedacted).length === 0;
  return same ? [] : [{ pointer: "", expected: expected.value, actual: received.value }];
}

const KINDS = ["message", "text", "base64", "exit", "signal"] as const;

interface Content {
  readonly kind: (typeof KINDS)[number];
  readonly value: unknown;
}

function contentOf(entry: TranscriptEntry): Content {
  const kind = KINDS.find((name) => entry[name] !== undefined) ?? "text";
  return { kind, value: entry[kind] };
}

function bytesOf(base64: unknown): string {
  return Buffer.from(String(base64), "base64").toString("latin1");
}

function compare(expected: unknown, actual: unknown, pointer: string, isRedacted: IsRedacted): Difference[] {
  if (typeof expected === "string" && isRedacted(pointer) && actual !== undefined) {
    return expected === MARKER || matchesRedacted(expected, actual) ? [] : [{ pointer, expected, actual }];
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const longer = expected.length > actual.length ? expected : actual;
    return longer.flatMap((_, index) => compare(expected[index], actual[index], pointerTo(pointer, index), isRedacted));
  }
  if (isObject(expected) && isObject(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) =>
      compare(ownValue(expected, key), ownValue(actual, key), pointerTo(pointer, key), isRedacted),
    );
  }
  return expected === actual ? [] : [{ pointer, expected, actual }];
}

/** Reading `__proto__` when it is not an own key would return the prototype. */
function ownValue(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether a text matches a redacted one. JSON text was serialized again when it was redacted. */
function matchesRedacted(expected: string, actual: unknown): boolean {
  if (typeof actual !== "string") return false;
  const [recorded, received] = [parseJson(expected), parseJson(actual)];
  if (recorded !== undefined && received !== undefined) return compare(recorded, received, "", () => true).length === 0;
  return matchesPieces(expected.split(MARKER), actual);
}

/** Whether the pieces occur in the text in this order, the first at its start and the last at its end. */
function matchesPieces(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? "";
  const last = pieces.at(-1) ?? "";
  if (pieces.length === 1) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
