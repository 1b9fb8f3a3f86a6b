import type { Readable, Writable } from "node:stream";
import { readFrom } from "./descriptors.js";
import type { Recorder } from "./recorder.js";

/** Records nothing. */
export const UNRECORDED: Pick<Recorder, "isFull" | "add" | "onRoom"> = { isFull: false, add() {}, onRoom() {} };

/** Copies one direction of a wire byte for byte, as fast as it is read. Each chunk is then recorded. */
export class Flow {
  /** The number of bytes received. */
  bytes = 0;
  isOver = false;
  /** Resolves when no more bytes will come. */
  readonly over: Promise<void>;
  /** Resolves when all bytes were delivered, or never will be. */
  readonly delivered: Promise<void>;
  readonly source: Readable;

  constructor(
    private readonly from: "host" | "hook",
    source: Readable | number,
    readonly sink: Writable,
    private readonly recorder: Pick<Recorder, "isFull" | "add" | "onRoom">,
  ) {
    this.source = readFrom(source, (chunk) => this.#carry(chunk));
    // A source that can no longer be read has ended.
    this.source.on("error", () => {});
    this.source.once("end", () => recorder.add(from, new Uint8Array()));
    // Node never closes a stdin that is a file.
    const ended = new Promise((resolve) => this.source.once("end", resolve).once("close", resolve));
    this.over = ended.then(() => {
      this.isOver = true;
    });
    this.delivered = this.over.then(() => new Promise((resolve) => sink.end(() => resolve())));
    sink.on("drain", () => this.#go());
    // The reader is gone: stop reading, so that the writer notices.
    sink.on("error", () => this.stop());
    recorder.onRoom(() => this.#go());
  }

  /** Whether it waits for the reader or the recorder. */
  get isHeld(): boolean {
    return this.sink.writableNeedDrain || this.recorder.isFull;
  }

  /** Stops reading. */
  stop(): void {
    this.source.destroy();
  }

  #go(): void {
    if (!this.isHeld) this.source.resume();
  }

  #carry(chunk: Buffer): boolean {
    this.bytes += chunk.length;
    this.sink.write(Buffer.from(chunk));
    this.recorder.add(this.from, chunk);
    return !this.isHeld;
  }
}
