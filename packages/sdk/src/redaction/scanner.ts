/** A text of at least two characters to look for, and what the caller knows it by. */
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
const ONE = (1 << BITS) - 1;
const THREE = (1 << (3 * BITS)) - 1;
/** From the rarest to the most frequent letter. */
const LETTERS = "zqxjkvbpygfwmucldrhsnioate";
const FREQUENCY = Array.from({ length: ONE + 1 }, (_, bits) => {
  const letter = LETTERS.indexOf(String.fromCharCode(96 + bits));
  return bits === 0 ? LETTERS.length : letter === -1 ? 1 : letter + 1;
});

/** The lower eight bits of the characters of a part of a text: they are faster to read than the text. */
const PART = Buffer.alloc(1 << 14);

/**
 * Finds many short texts in one pass: a table says for each three characters whether a text has them. Measured, that is
 * several times as fast as one regular expression with all texts.
 */
class Table<T> {
  /** For each three characters, the number of a bucket. The first one is empty. */
  readonly #bucketOf = new Uint16Array(THREE + 1);
  readonly #buckets: Entry<T>[][] = [[]];

  constructor(anchors: readonly Anchor<T>[]) {
    for (const anchor of anchors) {
      const { text } = anchor;
      let [lowest, end] = [Number.POSITIVE_INFINITY, 2];
      for (let at = 2; at < text.length; at++) {
        // Texts with the same start must not share a bucket.
        const others = this.#buckets[this.#bucketOf[threeAt(text, at)] ?? 0]?.length ?? 0;
        const cost = frequencyAt(text, at - 2) * frequencyAt(text, at - 1) * frequencyAt(text, at) * (1 + others);
        if (cost < lowest) [lowest, end] = [cost, at];
      }
      // Anything may follow a text of two characters.
      const lasts = text.length < 3 ? FREQUENCY.keys() : [bitsAt(text, end)];
      for (const last of lasts) this.#put((threeAt(text, end) & ~ONE) | last, { ...anchor, offset: end });
    }
  }

  #put(three: number, entry: Entry<T>): void {
    const bucket = this.#bucketOf[three] || this.#buckets.push([]) - 1;
    this.#bucketOf[three] = bucket;
    this.#buckets[bucket]?.push(entry);
  }

  /** Calls `found` with the start of each text. Texts that overlap come in no particular order. */
  scan(text: string, found: (at: number, value: T) => void): void {
    const bucketOf = this.#bucketOf;
    let three = 0;
    for (let start = 0; start < text.length; start += PART.length) {
      const length = PART.write(text.slice(start, start + PART.length), "latin1");
      for (let at = 0; at < length; at++) {
        // Not with the constants, which would be read again for each character: measured, that takes a third longer.
        three = ((three << 5) | ((PART[at] as number) & 31)) & 0x7fff;
        const bucket = bucketOf[three] as number;
        if (bucket !== 0) this.#look(text, start + at, bucket, found);
      }
    }
  }

  #look(text: string, at: number, bucket: number, found: (at: number, value: T) => void): void {
    for (const entry of this.#buckets[bucket] as Entry<T>[]) {
      const start = at - entry.offset;
      if (start >= 0 && isAt(text, start, entry)) found(start, entry.value);
    }
  }
}

/**
 * In characters. Building the table takes longer than looking for each anchor in this much text. A process that answers one
 * call searches less.
 */
const SEARCHED_WITHOUT_TABLE = 4096;

/** Finds many short texts in a text. */
export class Scanner<T> {
  #left = SEARCHED_WITHOUT_TABLE;
  #table: Table<T> | undefined;

  constructor(private readonly anchors: readonly Anchor<T>[]) {}

  /** Calls `found` with the start of each text. Texts that overlap come in no particular order. */
  scan(text: string, found: (at: number, value: T) => void): void {
    this.#left -= text.length;
    if (this.#left < 0) {
      this.#table ??= new Table(this.anchors);
      this.#table.scan(text, found);
    } else for (const { at, value } of this.#hits(text)) found(at, value);
  }

  #hits(text: string): { readonly at: number; readonly value: T }[] {
    // Only ASCII, because other letters can change their length.
    const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    const hits: { readonly at: number; readonly value: T }[] = [];
    for (const { text: anchor, isAnyCase, value } of this.anchors) {
      const searched = isAnyCase ? lower : text;
      // As in the table, something follows a text of two characters.
      const end = text.length - Math.max(anchor.length, 3);
      for (let at = searched.indexOf(anchor); at !== -1 && at <= end; at = searched.indexOf(anchor, at + 1)) {
        hits.push({ at, value });
      }
    }
    return hits.sort((one, other) => one.at - other.at);
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

function threeAt(text: string, last: number): number {
  return (bitsAt(text, last - 2) << (2 * BITS)) | (bitsAt(text, last - 1) << BITS) | bitsAt(text, last);
}

function bitsAt(text: string, at: number): number {
  return text.charCodeAt(at) & ONE;
}

function frequencyAt(text: string, at: number): number {
  return FREQUENCY[bitsAt(text, at)] as number;
}
