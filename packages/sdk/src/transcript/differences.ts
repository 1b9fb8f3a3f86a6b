import type { TranscriptEntry } from "./entry.js";
import { isObject, parseJson, pointerTo } from "./json-inside.js";
import { MARKER } from "./redaction/marker.js";

/** Where what was said differs from what was recorded. A side that has nothing there is undefined. */
export interface Difference {
  /** JSON Pointer into the message; `""` for the whole of it, a text, bytes or an end. */
  readonly pointer: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Whether what stands at a pointer was redacted. */
type IsRedacted = (pointer: string) => boolean;

/**
 * Compares what an entry holds with what another holds, not when and by whom it was said. The order of keys does not
 * matter. `[redacted]` at the recorded entry's `redacted` pointers stands for any value, in a text for any part of it,
 * in JSON text too; elsewhere it is a text like any other.
 *
 * @example differences(recorded, entryOf("hook", line, { raw: true }))
 */
export function differences(recorded: TranscriptEntry, actual: TranscriptEntry): Difference[] {
  const [expected, given] = [held(recorded), held(actual)];
  if (expected.kind !== given.kind) {
    const tagged = ({ kind, value }: Held) => ({ [kind]: value });
    return [{ pointer: "", expected: tagged(expected), actual: tagged(given) }];
  }
  const pointers = new Set(recorded.redacted);
  const isRedacted = (pointer: string) => pointers.has(pointer);
  if (expected.kind !== "base64") return compare(expected.value, given.value, "", isRedacted);
  const same = compare(bytesOf(expected.value), bytesOf(given.value), "", isRedacted).length === 0;
  return same ? [] : [{ pointer: "", expected: expected.value, actual: given.value }];
}

const KINDS = ["message", "text", "base64", "exit", "signal"] as const;

interface Held {
  readonly kind: (typeof KINDS)[number];
  readonly value: unknown;
}

function held(entry: TranscriptEntry): Held {
  const kind = KINDS.find((name) => entry[name] !== undefined) ?? "text";
  return { kind, value: entry[kind] };
}

function bytesOf(base64: unknown): string {
  return Buffer.from(String(base64), "base64").toString("latin1");
}

function compare(expected: unknown, actual: unknown, pointer: string, isRedacted: IsRedacted): Difference[] {
  if (typeof expected === "string" && isRedacted(pointer) && actual !== undefined) {
    return expected === MARKER || fits(expected, actual) ? [] : [{ pointer, expected, actual }];
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const longer = expected.length > actual.length ? expected : actual;
    return longer.flatMap((_, index) => compare(expected[index], actual[index], pointerTo(pointer, index), isRedacted));
  }
  if (isObject(expected) && isObject(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) =>
      compare(own(expected, key), own(actual, key), pointerTo(pointer, key), isRedacted),
    );
  }
  return expected === actual ? [] : [{ pointer, expected, actual }];
}

/** `__proto__` that is no key of its own would give the prototype. */
function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether a text fits one of which parts were taken out. JSON text was written anew when it was redacted. */
function fits(expected: string, actual: unknown): boolean {
  if (typeof actual !== "string") return false;
  const [recorded, given] = [parseJson(expected), parseJson(actual)];
  if (recorded !== undefined && given !== undefined) return compare(recorded, given, "", () => true).length === 0;
  return fitsText(expected.split(MARKER), actual);
}

/** Whether the pieces stand in the text in this order, the first at its start and the last at its end. */
function fitsText(pieces: readonly string[], text: string): boolean {
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
