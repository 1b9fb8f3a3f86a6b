const NEWLINE = 0x0a;

/** Splits a byte stream into lines. It works on bytes, so a character split between chunks stays whole. */
export class LineSplitter {
  #unfinished: Buffer[] = [];

  /** `onLines` receives the bytes of whole lines, without the last newline, before they are decoded. */
  constructor(private readonly onLines?: (lines: Buffer) => void) {}

  /** Returns the lines that this chunk completes. Invalid UTF-8 becomes U+FFFD. */
  push(chunk: Buffer): string[] {
    if (this.#unfinished.length === 0 && chunk[chunk.length - 1] === NEWLINE) return this.#wholeLines(chunk);
    const last = chunk.lastIndexOf(NEWLINE);
    if (last === -1) {
      if (chunk.length > 0) this.#unfinished.push(chunk);
      return [];
    }
    this.#unfinished.push(chunk.subarray(0, last));
    const lines = this.end();
    if (last + 1 < chunk.length) this.#unfinished.push(chunk.subarray(last + 1));
    return lines;
  }

  /** Most chunks are whole lines, which need not be cut before they are decoded. */
  #wholeLines(chunk: Buffer): string[] {
    this.onLines?.(chunk.subarray(0, -1));
    const lines = chunk.toString().split("\n");
    lines.pop();
    return lines;
  }

  /** Returns what is left when the stream ends without a newline. */
  end(): string[] {
    const [only, ...more] = this.#unfinished;
    if (only === undefined) return [];
    const bytes = more.length === 0 ? only : Buffer.concat(this.#unfinished);
    this.#unfinished = [];
    this.onLines?.(bytes);
    return bytes.toString("utf8").split("\n");
  }
}
