/**
 * Characters that a browser hides, or that change how others are shown: control, format, private-use and unassigned
 * characters, line separators, and everything that is invisible by default.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

export interface TextPart {
  readonly text: string;
  /** Whether these are escapes, such as `\u001b`, of characters that would not be seen. */
  readonly isEscape: boolean;
}

/** Splits a text into parts, of which each is visible. `keepsLines`: line breaks and tabs stay. */
export function visibleParts(text: string, keepsLines: boolean): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const add = (part: string, isEscape: boolean) => {
    if (part !== "") parts.push({ text: part, isEscape });
  };
  for (const { 0: hidden, index } of text.matchAll(HIDDEN)) {
    add(text.slice(end, index), false);
    end = index + hidden.length;
    // The parts between line breaks.
    for (const part of keepsLines ? hidden.split(/([\n\t]+)/) : [hidden]) {
      const isKept = keepsLines && /^[\n\t]/.test(part);
      add(isKept ? part : escaped(part), !isKept);
    }
  }
  add(text.slice(end), false);
  return parts;
}

/** Returns a text on one line, with escapes instead of characters that would not be seen. */
export function visibleLine(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/** The same for a text of several lines. */
export function visibleLines(text: string): string {
  return text.replace(HIDDEN, (hidden) => hidden.replace(/[^\n\t]+/g, escaped));
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}
