const NEWLINE = 10;

/** A line of words, the last of which is a length in bytes, and so many bytes after it. */
export interface Frame {
  readonly words: readonly string[];
  readonly body: Buffer;
}

/** Puts frames together from the chunks of a connection. The other side waits for an answer to each frame. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;
  /** Unknown until the line has ended. */
  #whole = 0;

  /** Returns the frame that this chunk completes, or `undefined`. */
  push(chunk: Buffer): Frame | undefined {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#whole) return undefined;
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = [bytes];
    const end = bytes.indexOf(NEWLINE);
    if (end === -1) return undefined;
    const words = bytes.toString("latin1", 0, end).split(" ");
    this.#whole = end + 1 + Number(words.at(-1));
    if (this.#size < this.#whole) return undefined;
    [this.#chunks, this.#size, this.#whole] = [[], 0, 0];
    return { words, body: bytes.subarray(end + 1) };
  }
}
