import { randomUUID } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { usageError } from "../command-error.js";
import { reason } from "./read-file.js";

/**
 * Puts `after` in the place of a file's content, whole or not at all. Mode and owner stay, and so does a symbolic link.
 * Throws a usage error where that cannot be done, and where the file no longer holds `before`; it is as it was then.
 */
export function replaceFile(path: string, before: Buffer, after: Buffer): void {
  try {
    const file = realpathSync(path);
    const stats = statSync(file);
    if (!stats.isFile()) throw new Error("it is no regular file");
    const temporary = join(dirname(file), `.${basename(file)}.${randomUUID().slice(0, 8)}.tmp`);
    try {
      write(temporary, after, stats);
      if (!readFileSync(file).equals(before)) throw new Error("it was changed meanwhile");
      renameSync(temporary, file);
    } catch (cause) {
      rmSync(temporary, { force: true });
      throw cause;
    }
  } catch (cause) {
    throw usageError(`${path} cannot be written, and is as it was: ${reason(cause)}`, cause);
  }
}

function write(path: string, bytes: Buffer, { mode, uid, gid }: Stats): void {
  // The content may be more private than the folder.
  const descriptor = openSync(path, "wx", 0o600);
  try {
    writeFileSync(descriptor, bytes);
    if (uid !== process.geteuid?.() && process.geteuid?.() === 0) fchownSync(descriptor, uid, gid);
    fchmodSync(descriptor, mode & 0o7777);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
