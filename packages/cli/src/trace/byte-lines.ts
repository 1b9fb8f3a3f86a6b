const NEWLINE = 0x0a;

/** Splits a stream of any bytes into lines. */
export class ByteLines {
  #unfinished: Uint8Array[] = [];
  #length = 0;

  /** A longer line throws a `RangeError`. */
  constructor(private readonly longest: number) {}

  /** Returns the lines that this chunk completes, without newlines. Keeps the rest of the chunk without a copy. */
  push(chunk: Uint8Array): Uint8Array[] {
    const lines: Uint8Array[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
    return lines;
  }

  /** Returns the rest when the stream ends without a newline. */
  end(): Uint8Array[] {
    return this.#length === 0 ? [] : [this.#take()];
  }

  #add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > this.longest) throw new RangeError(`a line has more than ${this.longest} bytes`);
    this.#unfinished.push(piece);
  }

  #take(): Uint8Array {
    const [only = new Uint8Array()] = this.#unfinished;
    const line = this.#unfinished.length <= 1 ? only : Buffer.concat(this.#unfinished);
    this.#unfinished = [];
    this.#length = 0;
    return line;
  }
}
