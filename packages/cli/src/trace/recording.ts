import { entryOf, TranscriptWriter } from "@agent-hook/sdk/internal/transcript";
import { messageOf } from "../files/read-file.js";
import type { Ending } from "./start-hook.js";

interface RecordingOptions {
  readonly path: string;
  /** Keeps secrets in the recording. */
  readonly raw: boolean;
  /** The launcher's key. A line that begins with it is a header and not a message, so it is not recorded. */
  readonly answerKey?: string | undefined;
}

const NEWLINE = 0x0a;
/** In bytes. The search for secrets keeps several copies of a line in memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** A recording of both directions of a wire. Errors end the recording and are reported, but never thrown. */
export class Recording {
  /** The number of recorded lines. */
  readonly lines = { host: 0, hook: 0 };
  /** Why recording stopped early. */
  stopped: string | undefined;
  readonly #unfinished = { host: new UnfinishedLine(), hook: new UnfinishedLine() };
  #writer: TranscriptWriter | undefined;

  constructor(
    private readonly options: RecordingOptions,
    /** Called once if the recording stops early. */
    private readonly onStopped: (why: string) => void,
  ) {
    this.#try(() => {
      this.#writer = new TranscriptWriter(options.path, (error) => this.#stop(error));
    });
  }

  /** Records the lines that a chunk completes. Keeps the rest of the chunk without a copy. */
  add(from: "host" | "hook", chunk: Uint8Array): void {
    this.#try(() => {
      const unfinished = this.#unfinished[from];
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        unfinished.add(chunk.subarray(start, end));
        this.#write(from, unfinished.take());
        start = end + 1;
      }
      unfinished.add(chunk.subarray(start));
    });
  }

  /** Records a last line without a newline. */
  endOf(from: "host" | "hook"): void {
    this.#try(() => {
      const unfinished = this.#unfinished[from];
      if (unfinished.length > 0) this.#write(from, unfinished.take());
    });
  }

  /** Records how the hook ended, and closes the file. */
  end(ending: Ending): void {
    this.endOf("host");
    this.endOf("hook");
    this.#writer?.write({ from: "hook", at: now(), ...ending });
    this.#writer?.close();
  }

  #write(from: "host" | "hook", line: Uint8Array): void {
    if (this.#writer === undefined) return;
    const { raw, answerKey } = this.options;
    if (from === "hook" && answerKey !== undefined && isHeader(line, answerKey)) return;
    this.#writer.write(entryOf(from, line, { raw, at: now() }));
    if (this.stopped === undefined) this.lines[from] += 1;
  }

  #try(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#stop(error);
    }
  }

  #stop(error: unknown): void {
    if (this.stopped !== undefined) return;
    this.#writer?.close();
    this.#writer = undefined;
    this.stopped = messageOf(error);
    this.onStopped(this.stopped);
  }
}

/** The bytes of a line before its newline arrives. */
class UnfinishedLine {
  length = 0;
  #pieces: Uint8Array[] = [];

  add(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.length += piece.length;
    if (this.length > MAX_LINE_BYTES) throw new RangeError(`a line has more than ${MAX_LINE_BYTES} bytes`);
    this.#pieces.push(piece);
  }

  take(): Uint8Array {
    const [only = new Uint8Array(), ...more] = this.#pieces;
    const line = more.length === 0 ? only : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.length = 0;
    return line;
  }
}

function isHeader(line: Uint8Array, key: string): boolean {
  return Buffer.from(line.subarray(0, key.length + 1)).toString("latin1") === `${key} `;
}

function now(): string {
  return new Date().toISOString();
}
