/** In characters. A browser lays out a block only when it is about to be seen. */
const BLOCK = 16_384;

/** Splits a long text into blocks, at a line break if there is one. Together, the blocks are the text. */
export function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfBlock(text, start);
    blocks.push(text.slice(start, end));
    start = end;
  }
  return blocks;
}

function endOfBlock(text: string, start: number): number {
  const limit = start + BLOCK;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf("\n", limit - 1);
  if (line > start) return line + 1;
  // Never between the two halves of a character.
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
}
