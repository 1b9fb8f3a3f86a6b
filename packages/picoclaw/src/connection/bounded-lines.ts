import type { Readable } from "node:stream";

const NEWLINE = 0x0a;
/** The part of an oversized line that is kept, enough to find the call that it answers. */
const HEAD_BYTES = 4096;

/** Splits a byte stream into lines, and buffers no more of a line than the limit. Invalid UTF-8 becomes U+FFFD. */
export class BoundedLines {
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(
    /** A line of this many bytes or more, including the newline, is discarded. */
    private readonly maxBytes: number,
    /** Called with the beginning of a discarded line. */
    private readonly onTooLong: (head: string) => void,
  ) {}

  /** Returns the lines that this chunk completes. */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      lines.push(...this.#finish({ newlineBytes: 1 }));
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
    return lines;
  }

  /** Returns the last line, if the stream ends without a newline. */
  end(): string[] {
    return this.#bytes === 0 ? [] : this.#finish({ newlineBytes: 0 });
  }

  #add(piece: Buffer): void {
    this.#bytes += piece.length;
    const hasHead = this.#pieces.length === 1 && this.#pieces[0]?.length === HEAD_BYTES;
    if (this.#bytes < this.maxBytes) this.#pieces.push(piece);
    else if (!hasHead) this.#keepHead(piece);
  }

  #keepHead(piece: Buffer): void {
    // A copy: a slice would keep the whole line in memory.
    this.#pieces = [Buffer.from(Buffer.concat([...this.#pieces, piece]).subarray(0, HEAD_BYTES))];
  }

  #finish({ newlineBytes }: { readonly newlineBytes: 0 | 1 }): string[] {
    const bytes = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    const tooLong = this.#bytes + newlineBytes >= this.maxBytes;
    this.#pieces = [];
    this.#bytes = 0;
    if (!tooLong) return [bytes.toString("utf8")];
    this.onTooLong(bytes.toString("utf8", 0, HEAD_BYTES));
    return [];
  }
}

/** More lines than this in one chunk are treated as a flood. */
export const FLOOD_LINES = 256;

/**
 * Lets timers run during a flood. Otherwise, Node reads 2 MB before any timer runs, which could delay a deadline by a
 * minute.
 */
export function yieldToTimers(stream: Readable): void {
  stream.pause();
  setImmediate(() => stream.resume());
}
