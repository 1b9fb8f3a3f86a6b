import { entryOf, type TranscriptEntry } from "./entry.js";
import type { TranscriptError } from "./transcript-error.js";
import { TranscriptWriter } from "./writer.js";

const NEWLINE = 0x0a;

/** Options of a trace. */
export interface TraceOptions {
  /** The hook's name. Several hooks may share a file. */
  readonly hook: string;
  /** Keeps secrets. Default: false. */
  readonly raw?: boolean;
  /** Called once if the recording stops early. */
  readonly onStopped?: (error: TranscriptError) => void;
}

/** Records both directions of one hook's wire in a file. Nothing throws once the file is open. */
export class Trace {
  readonly #writer: TranscriptWriter;

  /** @throws TranscriptError `unusable-file` */
  constructor(
    path: string,
    private readonly options: TraceOptions,
  ) {
    this.#writer = new TranscriptWriter(path, options.onStopped);
  }

  /** Records whole lines from the host, as bytes, without the last newline. */
  recordInput(lines: Uint8Array): void {
    let start = 0;
    for (let end = lines.indexOf(NEWLINE); end !== -1; end = lines.indexOf(NEWLINE, start)) {
      this.#line("host", lines.subarray(start, end));
      start = end + 1;
    }
    this.#line("host", lines.subarray(start));
  }

  /** Records whole lines to the host, including newlines. */
  recordOutput(text: string): void {
    const lines = text.split("\n");
    for (const line of lines.slice(0, -1)) this.#line("hook", line);
  }

  /** Records the exit code of the hook's process and closes the file. */
  recordExit(exit: number): void {
    this.#writer.write({ from: "hook", at: new Date().toISOString(), hook: this.options.hook, exit });
    this.#writer.close();
  }

  #line(from: TranscriptEntry["from"], line: string | Uint8Array): void {
    const { hook, raw = false } = this.options;
    try {
      this.#writer.write(entryOf(from, line, { hook, raw, at: new Date().toISOString() }));
    } catch (cause) {
      this.#writer.stop(cause);
    }
  }
}
