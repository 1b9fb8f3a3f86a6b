import type { Readable, Writable } from "node:stream";
import { readFrom } from "./descriptors.js";

/** Receives each chunk of a flow after the chunk was forwarded, and the end of the flow. */
interface Listener {
  onChunk(chunk: Uint8Array): void;
  onEnd(): void;
}

/** Copies one direction of a wire byte for byte, as fast as its sink accepts it. */
export class Flow {
  /** The number of bytes received. */
  bytes = 0;
  isOver = false;
  /** Resolves when no more bytes will come. */
  readonly over: Promise<void>;
  /** Resolves when all bytes were delivered, or can no longer be delivered. */
  readonly delivered: Promise<void>;
  readonly source: Readable;

  constructor(
    source: Readable | number,
    readonly sink: Writable,
    private readonly listener?: Listener,
  ) {
    this.source = readFrom(source, (chunk) => this.#forward(chunk));
    // A source that can no longer be read has ended.
    this.source.on("error", () => {});
    this.source.once("end", () => listener?.onEnd());
    // Node never closes a stdin that is a file.
    const ended = new Promise((resolve) => this.source.once("end", resolve).once("close", resolve));
    this.over = ended.then(() => {
      this.isOver = true;
    });
    this.delivered = this.over.then(() => new Promise((resolve) => sink.end(() => resolve())));
    sink.on("drain", () => this.source.resume());
    // The reader closed its end: stop reading, so that the writer notices that.
    sink.on("error", () => this.stop());
  }

  /** Whether the flow waits for the reader. */
  get isBlocked(): boolean {
    return this.sink.writableNeedDrain;
  }

  /** Stops reading. */
  stop(): void {
    this.source.destroy();
  }

  #forward(chunk: Buffer): boolean {
    this.bytes += chunk.length;
    const copy = Buffer.from(chunk);
    this.sink.write(copy);
    this.listener?.onChunk(copy);
    return !this.isBlocked;
  }
}
