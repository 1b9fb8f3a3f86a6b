const NEWLINE = 0x0a;
/** Of a line that is too long, enough is kept to tell which call it answers. */
const HEAD_BYTES = 4096;

/** Cuts a stream of bytes into lines, and keeps no more of a line than is taken. Invalid UTF-8 reads as U+FFFD. */
export class BoundedLines {
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(
    /** A line of this many bytes or more, newline included, is not taken. */
    private readonly maxBytes: number,
    /** Told how such a line begins. */
    private readonly onTooLong: (head: string) => void,
  ) {}

  /** The lines that this chunk finishes. */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      lines.push(...this.#finish(1));
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
    return lines;
  }

  /** What is left when the stream ends without a newline. */
  end(): string[] {
    return this.#bytes === 0 ? [] : this.#finish(0);
  }

  #add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes < this.maxBytes) this.#pieces.push(piece);
    else if (this.#pieces.length !== 1 || this.#pieces[0]?.length !== HEAD_BYTES) this.#keepHead(piece);
  }

  #keepHead(piece: Buffer): void {
    // A copy: a slice would hold on to the whole line.
    this.#pieces = [Buffer.from(Buffer.concat([...this.#pieces, piece]).subarray(0, HEAD_BYTES))];
  }

  #finish(newline: number): string[] {
    const bytes = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    const tooLong = this.#bytes + newline >= this.maxBytes;
    this.#pieces = [];
    this.#bytes = 0;
    if (!tooLong) return [bytes.toString("utf8")];
    this.onTooLong(bytes.toString("utf8", 0, HEAD_BYTES));
    return [];
  }
}
