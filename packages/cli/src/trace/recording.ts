import { entryOf, TranscriptWriter } from "@agent-hook/sdk/internal/transcript";
import { messageOf } from "../files/read-file.js";
import { LineReader } from "./line-reader.js";
import type { Ending } from "./start-hook.js";

interface RecordingOptions {
  readonly path: string;
  /** Keeps secrets in the recording. */
  readonly raw: boolean;
  /** The launcher's key. A line that begins with it is a header and not a message, so it is not recorded. */
  readonly answerKey?: string | undefined;
}

/** A recording of both directions of a wire. Errors end the recording and are reported, but never thrown. */
export class Recording {
  /** The number of recorded lines. */
  readonly lines = { host: 0, hook: 0 };
  /** Why recording stopped early. */
  stopped: string | undefined;
  readonly #readers = { host: new LineReader(), hook: new LineReader() };
  #writer: TranscriptWriter | undefined;

  constructor(
    private readonly options: RecordingOptions,
    /** Called once if the recording stops early. */
    private readonly onStopped: (why: string) => void,
  ) {
    try {
      this.#writer = new TranscriptWriter(options.path, (error) => this.#stop(error));
    } catch (error) {
      this.#stop(error);
    }
  }

  /** Records the lines that a chunk completes. */
  add(from: "host" | "hook", chunk: Uint8Array): void {
    if (this.#writer === undefined) return;
    try {
      for (const line of this.#readers[from].push(chunk)) this.#write(from, line.subarray(0, -1));
    } catch (error) {
      this.#stop(error instanceof RangeError ? `the ${from} ${error.message}` : error);
    }
  }

  /** Records a last line without a newline. */
  endOf(from: "host" | "hook"): void {
    const rest = this.#readers[from].end();
    if (rest.length > 0) this.#write(from, rest);
  }

  /** Records how the hook ended, and closes the file. */
  end(ending: Ending): void {
    this.endOf("host");
    this.endOf("hook");
    this.#writer?.write({ from: "hook", at: now(), ...ending });
    this.#writer?.close();
  }

  #write(from: "host" | "hook", line: Buffer): void {
    const { raw, answerKey } = this.options;
    if (from === "hook" && answerKey !== undefined && line.indexOf(`${answerKey} `, 0, "latin1") === 0) return;
    this.#writer?.write(entryOf(from, line, { raw, at: now() }));
    if (this.stopped === undefined) this.lines[from] += 1;
  }

  #stop(error: unknown): void {
    if (this.stopped !== undefined) return;
    this.#writer?.close();
    this.#writer = undefined;
    this.stopped = messageOf(error);
    this.onStopped(this.stopped);
  }
}

function now(): string {
  return new Date().toISOString();
}
