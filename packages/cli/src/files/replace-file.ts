import { randomUUID } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
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
import { causeText } from "./read-file.js";

/**
 * Replaces a file's content atomically. Mode, owner and symbolic links are kept. Throws a usage error if that is
 * impossible, or if the file no longer contains `before`. The file is then unchanged.
 */
export function replaceFile(path: string, before: Buffer, after: Buffer): void {
  try {
    const file = realpathSync(path);
    const stats = statSync(file);
    if (!stats.isFile()) throw new Error("it is not a regular file");
    const temporary = stagingPath(file);
    try {
      const ownerSet = createLike(temporary, after, stats);
      if (!ownerSet && process.geteuid?.() === 0) throw new Error("its owner cannot be preserved");
      if (!readFileSync(file).equals(before)) throw new Error("it changed in the meantime");
      renameSync(temporary, file);
    } catch (cause) {
      rmSync(temporary, { force: true });
      throw cause;
    }
  } catch (cause) {
    throw usageError(`${path} cannot be written and is unchanged: ${causeText(cause)}`, cause);
  }
}

/**
 * Creates a file with the mode and owner of another and syncs it to disk. Returns whether the owner could be set.
 * Throws if the file exists or cannot be written. No partial file is left.
 */
export function createLike(path: string, bytes: Buffer, like: Stats | undefined): boolean {
  // The content may be more private than the folder.
  const descriptor = openSync(path, "wx", 0o600);
  try {
    writeFileSync(descriptor, bytes);
    const ownerSet = like === undefined || setOwner(descriptor, like);
    // Sets the mode after the owner, because a change of the owner may clear mode bits.
    if (like !== undefined) fchmodSync(descriptor, like.mode & 0o7777);
    fsyncSync(descriptor);
    return ownerSet;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates a folder and those above it. Others may not write in them, whatever the umask is: they could replace the files
 * that an agent starts.
 */
export function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o755 });
}

function setOwner(descriptor: number, { uid, gid }: Stats): boolean {
  const own = fstatSync(descriptor);
  if (own.uid === uid && own.gid === gid) return true;
  try {
    fchownSync(descriptor, uid, gid);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns a path next to a file, for a new version that replaces it by a rename. The path contains the process id. With
 * it, this function recognizes and removes the files that a killed run left behind.
 */
export function stagingPath(path: string): string {
  removeLeftovers(path);
  return join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID().slice(0, 8)}.tmp`);
}

/** A leftover that cannot be removed does not prevent the write. */
function removeLeftovers(path: string): void {
  const start = `.${basename(path)}.`;
  try {
    for (const name of readdirSync(dirname(path))) {
      const pid = name.startsWith(start) ? /^(\d+)\.[0-9a-f]{8}\.tmp$/.exec(name.slice(start.length))?.[1] : undefined;
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(path), name), { force: true });
    }
  } catch {}
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
