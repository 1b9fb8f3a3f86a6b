/** A text without some of its characters, and where the others were. */
export interface VisibleText {
  readonly text: string;
  /** Returns the position in the original text. */
  original(at: number): number;
}

/** Returns the text without the matches of a global pattern, or `undefined` if there are none. */
export function withoutMatches(text: string, pattern: RegExp): VisibleText | undefined {
  const kept: string[] = [];
  /** Where each kept part begins, in the new text and in the old one. */
  const starts: { readonly to: number; readonly from: number }[] = [];
  let [from, to] = [0, 0];
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (index > from) {
      starts.push({ to, from });
      kept.push(text.slice(from, index));
      to += index - from;
    }
    from = index + match.length;
  }
  if (from === 0) return undefined;
  starts.push({ to, from });
  kept.push(text.slice(from));
  return {
    text: kept.join(""),
    original(at) {
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle]?.to ?? 0) <= at) low = middle;
        else high = middle - 1;
      }
      const { to: start, from: old } = starts[low] ?? { to: 0, from: 0 };
      return old + at - start;
    },
  };
}

/** What the styles of a terminal begin with, also where JSON or a string in code has escaped them. */
export const STYLE_ANCHORS = ["\u001b[", "\\u001b[", "\\u001B[", "\\x1b[", "\\x1B[", "\\033[", "\\e["];
const STYLE = new RegExp(
  `(?:\u001b|${/\\{1,4}(?:u001[bB]|x1[bB]|033|e)/.source})${/\[[\d;:?]{0,30}[A-Za-z]/.source}`,
  "g",
);

/** Returns the text as a terminal shows it, or `undefined` if it has no styles. */
export function withoutStyles(text: string): VisibleText | undefined {
  return withoutMatches(text, STYLE);
}
