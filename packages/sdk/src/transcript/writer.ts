import { closeSync, constants, fchmodSync, fstatSync, openSync, writeSync } from "node:fs";
import { stringify } from "@agent-hook/protocol/text";
import type { TranscriptEntry } from "./entry.js";
import { TranscriptError } from "./transcript-error.js";

/**
 * Appends entries to a file that only its owner may read. Never a reason for the writing program to fail or to wait:
 * the first write that fails is told to `onStopped`, and nothing more is recorded.
 */
export class TranscriptWriter {
  #descriptor: number | undefined;

  /** @throws TranscriptError `unusable-file` */
  constructor(
    private readonly path: string,
    private readonly onStopped: (error: TranscriptError) => void = () => {},
  ) {
    this.#descriptor = open(path);
  }

  /**
   * When this returns, the line is the kernel's: it is in the file even if the process is killed the next moment (not
   * if the machine loses power: there is no fsync). So it is written at once and synchronously. A usual line
   * takes some 10 µs, one of 0.9 MB some 10 ms; to look for secrets takes twice as long.
   */
  write(entry: TranscriptEntry): void {
    if (this.#descriptor === undefined) return;
    try {
      append(this.#descriptor, Buffer.from(`${stringify(entry)}\n`));
    } catch (cause) {
      this.stop(cause);
    }
  }

  /** Ends the recording because of an error, and tells it. */
  stop(cause: unknown): void {
    if (this.#descriptor === undefined) return;
    this.close();
    const why = `${this.path} cannot be written to any more (${reason(cause)})`;
    this.onStopped(new TranscriptError("write-failed", why, { cause }));
  }

  close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor === undefined) return;
    try {
      closeSync(descriptor);
    } catch {
      // Somebody else closed it; there is nothing left to do.
    }
  }
}

/** One write a line: with O_APPEND the lines of several processes do not mix. */
function append(descriptor: number, line: Buffer): void {
  // The disk took a part of it: the next attempt says why.
  for (let written = 0; written < line.length; ) written += writeSync(descriptor, line, written);
}

/**
 * No symbolic link as the last part of the path: in a folder that others may write to, they could lead the record, and
 * the change of mode, to another file. A pipe is not waited for, neither for its reader nor for room.
 */
function open(path: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
    keepPrivate(descriptor);
    return descriptor;
  } catch (cause) {
    if (descriptor !== undefined) closeSync(descriptor);
    const what = `${path} cannot be used as a transcript (${reason(cause)})`;
    throw new TranscriptError("unusable-file", `${what}: expected a file of yours, or a new one in a folder of yours`, {
      cause,
    });
  }
}

/** A file that was there before may be open to others. What is no file (a pipe, a device) keeps its mode. */
function keepPrivate(descriptor: number): void {
  // bigint: on Node 20 a plain fstat of a pipe makes a later `import` go wrong.
  const { mode, uid } = fstatSync(descriptor, { bigint: true });
  if ((mode & BigInt(constants.S_IFMT)) !== BigInt(constants.S_IFREG)) return;
  // Windows has no such owners and modes.
  if (uid !== BigInt(process.geteuid?.() ?? uid)) throw new Error("it belongs to another user");
  if ((mode & 0o077n) !== 0n) fchmodSync(descriptor, 0o600);
}

/** What the system said, without the path and the call that Node adds. */
function reason(cause: unknown): string {
  const { code } = cause as { code?: unknown };
  if (code === "ELOOP") return "ELOOP: it is a symbolic link";
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.replace(/, \w+( '.*')?$/s, "").replaceAll("\n", " ");
}
