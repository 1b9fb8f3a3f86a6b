import type { Readable, Writable } from "node:stream";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

const QUIET_MS = 200;
/** More than a pipe or a socket holds. */
const MAX_REST_BYTES = 1024 * 1024;

/** Copies one direction of a wire byte for byte, as fast as its reader accepts it. */
export class Tee {
  #bytes = 0;
  #isOver = false;
  /** Resolves when no more bytes will come. */
  readonly #over: Promise<void>;

  /** `onChunk` receives each chunk after it was passed on, and `onEnd` is called after the last. */
  constructor(
    private readonly source: Readable,
    private readonly sink: Writable,
    { onChunk = () => {}, onEnd = () => {} }: { onChunk?(chunk: Buffer): void; onEnd?(): void } = {},
  ) {
    source.on("data", (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (!sink.write(chunk)) source.pause();
      onChunk(chunk);
    });
    sink.on("drain", () => source.resume());
    // The reader closed its end: stop reading, so that the writer notices that.
    sink.on("error", () => source.destroy());
    // A source that can no longer be read has ended.
    source.on("error", () => {});
    // Node never closes a stdin that is a file.
    const ended = new Promise((resolve) => source.once("end", resolve).once("close", resolve));
    this.#over = ended.then(() => {
      this.#isOver = true;
      onEnd();
      sink.end();
    });
  }

  /** Stops copying. What the reader has not read yet is lost. */
  stop(): void {
    this.source.destroy();
    this.sink.destroy();
  }

  /**
   * Passes on what was written before the writer's end, and resolves when it was delivered or can no longer be delivered.
   * The wait for it is limited, since a process that the writer started may hold the stream open forever.
   */
  async finish(): Promise<void> {
    const start = this.#bytes;
    while (!this.#isOver && this.#bytes - start <= MAX_REST_BYTES) {
      const before = this.#bytes;
      await Promise.race([this.#over, wait(QUIET_MS, undefined, { ref: false })]);
      // Reads once more, even if the timer fired late.
      await nextTurn();
      if (this.#bytes === before && !this.sink.writableNeedDrain) break;
    }
    this.source.destroy();
    await this.#over;
    await new Promise((resolve) => this.sink.end(resolve));
  }
}
