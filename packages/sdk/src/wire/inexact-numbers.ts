/** Matches every text that may contain an inexact number. Most texts do not match and are not scanned. */
const MAYBE_INEXACT = /\d{16}|[eE]\+?\d{3}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const INTEGER = /^-?\d+$/;

/** JSON with numbers that JavaScript cannot represent. */
export interface InexactJson {
  /** The parsed value, with a marker instead of each such number. */
  readonly value: unknown;
  /** Returns the path of the first marker in a part of the value, or `undefined`. */
  pathIn(part: unknown): string | undefined;
}

/**
 * Finds integers that JavaScript cannot represent, such as 9007199254740993, and numbers beyond the range of doubles.
 * Returns `undefined` if there are none. Fractions may be rounded, since every reader converts them to doubles. The
 * text must be JSON.
 */
export function inexactJson(text: string): InexactJson | undefined {
  if (!MAYBE_INEXACT.test(text)) return undefined;
  // The marker is random, so no string in the value can be mistaken for it.
  const marker = crypto.randomUUID();
  const marked = markInexact(text, `"${marker}"`);
  if (marked === undefined) return undefined;
  return { value: JSON.parse(marked), pathIn: (part) => pathOf(part, marker)?.slice(1) };
}

/** Returns the message for an inexact number at a path. */
export function inexactProblem(path: string): string {
  return `${path}: expected a number that JavaScript can represent, got one that would change when read; send it as a string`;
}

function markInexact(text: string, marker: string): string | undefined {
  const parts: string[] = [];
  let copiedUntil = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"') {
      at = endOfText(text, at);
    } else if (char === "-" || (char >= "0" && char <= "9")) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(text)?.[0] ?? char;
      if (!isExact(number)) {
        parts.push(text.slice(copiedUntil, at), marker);
        copiedUntil = at + number.length;
      }
      at += number.length - 1;
    }
  }
  return parts.length === 0 ? undefined : parts.join("") + text.slice(copiedUntil);
}

/** Returns the index of the quote that ends the string starting at `start`. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === "\\") escapes++;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

function isExact(number: string): boolean {
  const value = Number(number);
  if (!Number.isFinite(value)) return false;
  return !INTEGER.test(number) || Number.isSafeInteger(value) || String(value) === number;
}

function pathOf(value: unknown, marker: string): string | undefined {
  if (value === marker) return "";
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const path = pathOf(inner, marker);
    if (path !== undefined) return `.${key}${path}`;
  }
  return undefined;
}
