import type { Readable, Writable } from "node:stream";
import { readFrom } from "./descriptors.js";
import type { Recorder } from "./recorder.js";

/** Keeps no record. */
export const UNRECORDED: Pick<Recorder, "isFull" | "add" | "onRoom"> = { isFull: false, add() {}, onRoom() {} };

/** Carries one direction of a wire, byte for byte, no faster than it is taken. Each chunk is then recorded. */
export class Flow {
  /** How many bytes have come. */
  bytes = 0;
  isOver = false;
  /** No more will come. */
  readonly over: Promise<void>;
  /** And all that came was taken, or will never be. */
  readonly delivered: Promise<void>;
  readonly source: Readable;

  constructor(
    private readonly from: "host" | "hook",
    source: Readable | number,
    readonly sink: Writable,
    private readonly recorder: Pick<Recorder, "isFull" | "add" | "onRoom">,
  ) {
    this.source = readFrom(source, (chunk) => this.#carry(chunk));
    // What cannot be read any more has ended.
    this.source.on("error", () => {});
    this.source.once("end", () => recorder.add(from, new Uint8Array()));
    // Node never closes a stdin that is a file.
    const ended = new Promise((resolve) => this.source.once("end", resolve).once("close", resolve));
    this.over = ended.then(() => {
      this.isOver = true;
    });
    this.delivered = this.over.then(() => new Promise((resolve) => sink.end(() => resolve())));
    sink.on("drain", () => this.#go());
    // Nobody reads any more: who writes is to learn it.
    sink.on("error", () => this.stop());
    recorder.onRoom(() => this.#go());
  }

  /** It waits for a reader, or for the recorder. */
  get isHeld(): boolean {
    return this.sink.writableNeedDrain || this.recorder.isFull;
  }

  /** Reads no more. */
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
