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
 * Makes a file with the mode and owner of another, on the disk when this returns; whether the owner could be given.
 * Throws where there is one already, and where it cannot be written: nothing is left of it then.
 */
export function createLike(path: string, bytes: Buffer, like: Stats | undefined): boolean {
  // The content may be more private than the folder.
  const descriptor = openSync(path, "wx", 0o600);
  try {
    writeFileSync(descriptor, bytes);
    const owned = like === undefined || giveOwner(descriptor, like);
    // After the owner: a change of owner may clear bits.
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
