import { closeSync, constants, fchmodSync, fstatSync, openSync, writeSync } from "node:fs";
import { stringify } from "../text/index.js";
import type { TranscriptEntry } from "./entry.js";
import { TranscriptError } from "./transcript-error.js";

/**
 * Appends entries to a file that only its owner may read. It never makes the writing program fail or wait: the first
 * write error goes to `onStopped`, and nothing more is recorded.
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
   * Writes an entry immediately and synchronously. When this returns, the kernel has the line: it is in the file even
   * if the process is killed at once, but not if the machine loses power, because there is no fsync. A usual line takes
   * about 10 µs, one of 0.9 MB about 10 ms; searching for secrets takes twice as long.
   */
  write(entry: TranscriptEntry): void {
    if (this.#descriptor === undefined) return;
    try {
      writeAll(this.#descriptor, Buffer.from(`${stringify(entry)}\n`));
    } catch (cause) {
      this.stop(cause);
    }
  }

  /** Ends the recording because of an error, and reports it. */
  stop(cause: unknown): void {
    if (this.#descriptor === undefined) return;
    this.close();
    const why = `${this.path} can no longer be written (${reason(cause)})`;
    this.onStopped(new TranscriptError("write-failed", why, { cause }));
  }

  close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor === undefined) return;
    try {
      closeSync(descriptor);
    } catch {
      // The descriptor was closed elsewhere; there is nothing left to do.
    }
  }
}

/** Writes each line at once: with O_APPEND, the lines of several processes do not mix. */
function writeAll(descriptor: number, line: Buffer): void {
  // The disk may accept only a part of the line. The next attempt throws the reason.
  for (let written = 0; written < line.length; ) written += writeSync(descriptor, line, written);
}

/**
 * Opens the file. The path's last part must not be a symbolic link: in a directory that others may write to, they could
 * redirect the recording, and the change of mode, to another file. A pipe never blocks, even if it has no
 * reader or is full.
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
    throw new TranscriptError(
      "unusable-file",
      `${what}: expected a file that you own, or a new one in a folder that you own`,
      {
        cause,
      },
    );
  }
}

/** Makes an existing file private, since it may be open to others. Pipes and devices keep their mode. */
function keepPrivate(descriptor: number): void {
  // bigint: on Node 20, a plain `fstat` of a pipe breaks a later `import`.
  const { mode, uid } = fstatSync(descriptor, { bigint: true });
  if ((mode & BigInt(constants.S_IFMT)) !== BigInt(constants.S_IFREG)) return;
  // Windows has no such owners and modes.
  if (uid !== BigInt(process.geteuid?.() ?? uid)) throw new Error("it belongs to another user");
  if ((mode & 0o077n) !== 0n) fchmodSync(descriptor, 0o600);
}

/** Returns the system's message, without the path and the system call that Node adds. */
function reason(cause: unknown): string {
  const { code } = cause as { code?: unknown };
  if (code === "ELOOP") return "ELOOP: it is a symbolic link";
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.replace(/, \w+( '.*')?$/s, "").replaceAll("\n", " ");
}
