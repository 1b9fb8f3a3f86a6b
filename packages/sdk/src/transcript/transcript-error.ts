import type { TranscriptEntry } from "./entry.js";

/** The kind of problem with a recording. */
export type TranscriptErrorCode =
  /** The file cannot be opened for writing, or others could read it. */
  | "unusable-file"
  /** Writing failed; nothing more is recorded. */
  | "write-failed"
  /** A line is not an entry. */
  | "bad-entry"
  /** The last line is incomplete: the process that wrote it was killed, or the disk was full. */
  | "half-line";

/** A local error: it never crosses a wire. */
export class TranscriptError extends Error {
  override readonly name = "TranscriptError";
  /** The number of the line that cannot be read, from 1. */
  readonly line?: number;
  /** The entries before that line. */
  readonly entries: readonly TranscriptEntry[];

  constructor(
    readonly code: TranscriptErrorCode,
    message: string,
    details: { readonly line?: number; readonly entries?: readonly TranscriptEntry[]; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    if (details.line !== undefined) this.line = details.line;
    this.entries = details.entries ?? [];
  }
}
