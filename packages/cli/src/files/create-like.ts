import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";

/**
 * Creates a file with the mode and owner of another and syncs it to disk. Returns whether the owner could be set.
 * Throws if the file exists or cannot be written. No partial file is left.
 */
export function createLike(path: string, bytes: Buffer, like: Stats | undefined): boolean {
  // The content may be more private than the folder.
  const descriptor = openSync(path, "wx", 0o600);
  try {
    writeFileSync(descriptor, bytes);
    const owned = like === undefined || giveOwner(descriptor, like);
    // After the owner: changing the owner may clear mode bits.
    if (like !== undefined) fchmodSync(descriptor, like.mode & 0o7777);
    fsyncSync(descriptor);
    return owned;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function giveOwner(descriptor: number, { uid, gid }: Stats): boolean {
  const own = fstatSync(descriptor);
  if (own.uid === uid && own.gid === gid) return true;
  try {
    fchownSync(descriptor, uid, gid);
    return true;
  } catch {
    return false;
  }
}
