import { entryOf, type TranscriptEntry } from "./entry.js";
import type { TranscriptError } from "./transcript-error.js";
import { TranscriptWriter } from "./writer.js";

const NEWLINE = 0x0a;

/** Whose wire is recorded, and how. */
export interface TraceOptions {
  /** The hook's name: several hooks may share a file. */
  readonly hook: string;
  /** Leave secrets in. Default: false. */
  readonly raw?: boolean;
  /** Told once, if the recording ends before its time. */
  readonly onStopped?: (error: TranscriptError) => void;
}

/** Records both directions of one hook's wire in a file. Nothing here throws once it is open. */
export class Trace {
  readonly #writer: TranscriptWriter;

  /** @throws TranscriptError `unusable-file` */
  constructor(
    path: string,
    private readonly options: TraceOptions,
  ) {
    this.#writer = new TranscriptWriter(path, options.onStopped);
  }

  /** Whole lines from the host, as bytes, without the last newline. */
  heard(lines: Uint8Array): void {
    let start = 0;
    for (let end = lines.indexOf(NEWLINE); end !== -1; end = lines.indexOf(NEWLINE, start)) {
      this.#line("host", lines.subarray(start, end));
      start = end + 1;
    }
    this.#line("host", lines.subarray(start));
  }

  /** Whole lines to the host, newlines included. */
  said(text: string): void {
    const lines = text.split("\n");
    for (const line of lines.slice(0, -1)) this.#line("hook", line);
  }

  /** The hook's process ends with this code. */
  ended(exit: number): void {
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
