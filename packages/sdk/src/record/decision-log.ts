import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { makeFolder } from "../runtime/state-folder.js";
import type { DecisionObserver } from "./decision-record.js";
import { type LogFile, logFile, logFiles, MAX_FILE_BYTES, MAX_FILES } from "./log-files.js";

const { O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const NEWLINE = 0x0a;
/**
 * A file to which somebody wrote in this time is not deleted, even if there are too many: a process may have it open, and
 * write to it.
 */
const YOUNG_MS = 60_000;
/** In characters: at most 64 KiB of UTF-8. Lines of a batch are written together up to this length. */
const MAX_WRITE_LENGTH = 21_845;
/** How often to look for a file with room. Other processes cannot fill this many files in the meantime. */
const MAX_ATTEMPTS = 50;

export interface DecisionLogOptions {
  /** Called for the first record that cannot be written. The log still tries to write the next ones. */
  readonly onProblem: (problem: string) => void;
  /** Keeps the file open for the next record, for a process that makes many. */
  readonly keepsOpen: boolean;
  /** Default: 5 MB. */
  readonly maxFileBytes?: number;
  /** Default: 10. */
  readonly maxFiles?: number;
}

interface OpenFile extends LogFile {
  readonly descriptor: number;
}

/**
 * Writes each record as one line. Many processes share the log: each write is of whole lines, with O_APPEND, and no file is
 * ever renamed. When the newest file is full, everybody goes on with the file of the next number, so that a process with an old
 * file open loses nothing. Never throws.
 */
export class DecisionLog implements DecisionObserver {
  #open: OpenFile | undefined;
  #bytes: Buffer | undefined;
  #hasProblem = false;

  constructor(
    private readonly folder: string,
    private readonly options: DecisionLogOptions,
  ) {}

  decided(lines: readonly string[]): void {
    try {
      for (const text of inWrites(lines)) this.#append(text);
    } catch (error) {
      this.#report(error);
    } finally {
      if (!this.options.keepsOpen) this.close();
    }
  }

  close(): void {
    const file = this.#open;
    this.#open = undefined;
    if (file === undefined) return;
    try {
      closeSync(file.descriptor);
    } catch {
      // The author's code may have closed it. There is nothing left to do.
    }
  }

  #append(lines: string): void {
    // Kept, because a buffer for each write costs as much as the write.
    this.#bytes ??= Buffer.allocUnsafeSlow(MAX_WRITE_LENGTH * 3);
    const length = this.#bytes.write(lines);
    const { descriptor } = this.#writable(length);
    for (let written = 0; written < length; ) {
      written += writeSync(descriptor, this.#bytes, written, length - written);
    }
  }

  /** Returns a file that exists and has room for some lines. */
  #writable(bytes: number): OpenFile {
    const { maxFileBytes = MAX_FILE_BYTES } = this.options;
    // Bounded, because a hook must never wait for its log, whatever is in the folder.
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const isKept = this.#open !== undefined;
      this.#open ??= openNewest(this.folder);
      const { size, nlink } = fstatSync(this.#open.descriptor);
      if (nlink > 0 && (size === 0 || size + bytes <= maxFileBytes)) return this.#open;
      const { number } = this.#open;
      this.close();
      // The file was deleted, or others may have gone on with a new one.
      if (isKept) continue;
      if (nlink > 0) this.#startNext(number + 1);
    }
    throw new Error("no file in it has room");
  }

  /** Starts the file of a number, unless another process has. Who starts it deletes the oldest ones. */
  #startNext(number: number): void {
    const { maxFiles = MAX_FILES } = this.options;
    try {
      closeSync(openSync(logFile(this.folder, number).path, O_RDWR | O_CREAT | O_EXCL, 0o600));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
      throw error;
    }
    for (const { path } of logFiles(this.folder).slice(0, -maxFiles)) deleteIfOld(path);
  }

  #report(error: unknown): void {
    if (this.#hasProblem) return;
    this.#hasProblem = true;
    const { code, message } = error as NodeJS.ErrnoException;
    this.options.onProblem(`${this.folder} cannot be written (${code ?? message})`);
  }
}

/** Joins lines to one text for each write. */
function inWrites(lines: readonly string[]): readonly string[] {
  const writes: string[] = [];
  let text = "";
  for (const line of lines) {
    if (text.length + line.length > MAX_WRITE_LENGTH && text !== "") {
      writes.push(text);
      text = "";
    }
    text += line;
  }
  return [...writes, text];
}

/** Opens the newest file for appending, and creates it and the folder if they are missing. */
function openNewest(folder: string): OpenFile {
  const newest = newestIn(folder);
  const descriptor = openSync(newest.path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    assertOwn(descriptor);
    endLastLine(descriptor);
    return { ...newest, descriptor };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function newestIn(folder: string): LogFile {
  try {
    const newest = logFiles(folder).at(-1);
    if (newest !== undefined) return newest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  makeFolder(folder);
  return logFile(folder, 1);
}

/** Others must not read the log, nor redirect it. */
function assertOwn(descriptor: number): void {
  // bigint: on Node 20, a plain `fstat` of a pipe breaks a later `import`.
  const stats = fstatSync(descriptor, { bigint: true });
  if (!stats.isFile()) throw new Error("it is not a file");
  // Windows has no such owners and modes.
  if (stats.uid !== BigInt(process.geteuid?.() ?? stats.uid)) throw new Error("it belongs to another user");
  if ((stats.mode & 0o077n) !== 0n && process.platform !== "win32") fchmodSync(descriptor, 0o600);
}

/** Ends a line that was cut off, for example because the disk was full. Otherwise, the next line would be lost too. */
function endLastLine(descriptor: number): void {
  const { size } = fstatSync(descriptor);
  if (size === 0) return;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  if (last[0] !== NEWLINE) writeSync(descriptor, "\n");
}

function deleteIfOld(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > YOUNG_MS) unlinkSync(path);
  } catch {
    // Another process has deleted it.
  }
}
