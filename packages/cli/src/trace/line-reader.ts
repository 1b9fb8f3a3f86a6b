const NEWLINE = 0x0a;
/** In bytes. A line without an end would otherwise fill the memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Splits a stream into whole lines of bytes. */
export class LineReader {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  /**
   * Returns the lines that a chunk completes, each with its newline. Throws a `RangeError` if a line is too long. Its
   * message continues a sentence that names the sender.
   */
  push(chunk: Uint8Array): Buffer[] {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end + 1));
      lines.push(this.end());
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
    return lines;
  }

  /** Returns the bytes after the last newline. */
  end(): Buffer {
    const rest = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    return rest;
  }

  #add(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#bytes += piece.length;
    if (this.#bytes > MAX_LINE_BYTES) throw new RangeError(`sent a line of more than ${MAX_LINE_BYTES} bytes`);
    this.#pieces.push(piece);
  }
}
