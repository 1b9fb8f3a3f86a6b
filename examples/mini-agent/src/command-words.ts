/**
 * Splits a command into words as a shell would: at spaces, but not inside '...' or "...". Nothing else is special: no
 * backslash, no variable, no pattern. Returns `undefined` if a quote is never closed.
 */
export function commandWords(command: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (const character of command) {
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else word = `${word ?? ""}${character}`;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = `${word ?? ""}${character}`;
    }
  }
  if (word !== undefined) words.push(word);
  return quote === undefined ? words : undefined;
}
