/** A text to look for, and what the caller knows it by. */
export interface Anchor<T> {
  readonly text: string;
  /** The text is in lower case, and found in any case. */
  readonly isAnyCase?: boolean;
  readonly value: T;
}

interface Entry<T> extends Anchor<T> {
  /** How far the start of the text is before the last of the three characters that are looked up. */
  readonly offset: number;
}

/** Five bits of a character are enough: a letter has the same ones in both cases. */
const BITS = 5;
const THREE = 2 ** (3 * BITS) - 1;
/** From the rarest to the most frequent letter. */
const LETTERS = "zqxjkvbpygfwmucldrhsnioate";
const FREQUENCY = Array.from({ length: 2 ** BITS }, (_, bits) => {
  const letter = LETTERS.indexOf(String.fromCharCode(96 + bits));
  return bits === 0 ? LETTERS.length : letter === -1 ? 1 : letter + 1;
});

/**
 * Finds many short texts in one pass: a table says for each three characters whether a text has them. Measured, that is
 * several times as fast as one regular expression with all texts.
 */
export class Scanner<T> {
  /** For each three characters, the number of a bucket. The first one is empty. */
  readonly #bucketOf = new Uint16Array(THREE + 1);
  readonly #buckets: Entry<T>[][] = [[]];

  constructor(anchors: readonly Anchor<T>[]) {
    for (const anchor of anchors) {
      const { text } = anchor;
      let [rarest, end] = [Number.POSITIVE_INFINITY, 2];
      for (let at = 2; at < text.length; at++) {
        const frequency = frequencyAt(text, at - 2) * frequencyAt(text, at - 1) * frequencyAt(text, at);
        if (frequency < rarest) [rarest, end] = [frequency, at];
      }
      const entry = { ...anchor, offset: end };
      const start = (bitsAt(text, end - 2) << (2 * BITS)) | (bitsAt(text, end - 1) << BITS);
      // Anything may follow a text of two characters.
      const lasts = text.length < 3 ? FREQUENCY.keys() : [bitsAt(text, end)];
      for (const last of lasts) this.#put(start | last, entry);
    }
  }

  #put(three: number, entry: Entry<T>): void {
    const bucket = this.#bucketOf[three] || this.#buckets.push([]) - 1;
    this.#bucketOf[three] = bucket;
    this.#buckets[bucket]?.push(entry);
  }

  /** Calls `found` with the start of each text. Texts that overlap come in no particular order. */
  scan(text: string, found: (at: number, value: T) => void): void {
    const [bucketOf, buckets] = [this.#bucketOf, this.#buckets];
    let three = 0;
    for (let at = 0; at < text.length; at++) {
      three = ((three << BITS) | (text.charCodeAt(at) & (2 ** BITS - 1))) & THREE;
      const bucket = bucketOf[three];
      if (bucket === 0 || bucket === undefined) continue;
      for (const entry of buckets[bucket] ?? []) {
        const start = at - entry.offset;
        if (start >= 0 && isAt(text, start, entry)) found(start, entry.value);
      }
    }
  }
}

function isAt(text: string, start: number, { text: anchor, isAnyCase }: Anchor<unknown>): boolean {
  if (!isAnyCase) return text.startsWith(anchor, start);
  for (let at = 0; at < anchor.length; at++) {
    const code = text.charCodeAt(start + at);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== anchor.charCodeAt(at)) return false;
  }
  return true;
}

function bitsAt(text: string, at: number): number {
  return text.charCodeAt(at) & (2 ** BITS - 1);
}

function frequencyAt(text: string, at: number): number {
  return FREQUENCY[bitsAt(text, at)] ?? 1;
}
