import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { usageError } from "../command-error.js";
import { createLike, makeFolder, stagingPath } from "../files/replace-file.js";
import type { ConfigFile } from "./config-file.js";

/**
 * Replaces the text of a config file and keeps a copy of the old file next to it. Mode and owner stay the same. The
 * file is replaced by a rename, so never partially. It is overwritten in place if a rename would lose the owner or a
 * hard link. Returns the path of the copy, or `undefined` for a new file. Throws `CommandError`: nothing was written,
 * unless the message states otherwise.
 */
export function writeConfigFile(file: ConfigFile, text: string): string | undefined {
  const bytes = Buffer.from(file.bom + text);
  const createdFiles: string[] = [];
  try {
    if (file.before === undefined) makeFolder(dirname(file.path));
    const staged = stage(file, bytes, createdFiles);
    const backup = file.before && backUp(file.path, file.before, createdFiles);
    assertUnchanged(file);
    if (staged !== undefined) renameSync(staged, file.path);
    else overwrite(file, bytes, createdFiles);
    syncFolder(dirname(file.path));
    return backup;
  } catch (error) {
    for (const path of createdFiles) rmSync(path, { force: true });
    if (!isFileError(error)) throw error;
    throw usageError(`${file.name} cannot be written and is unchanged: ${error.message}`, error);
  }
}

/**
 * Writes the new text next to the file. Returns its path, or `undefined` if a rename would lose the owner or a hard
 * link.
 */
function stage({ path, before }: ConfigFile, bytes: Buffer, createdFiles: string[]): string | undefined {
  // A rename would bypass the mode of a file that is not writable.
  if (before !== undefined && existsSync(path)) closeSync(openSync(path, "r+"));
  if (before !== undefined && before.stat.nlink > 1) return undefined;
  const staged = stagingPath(path);
  const ownerKept = createLike(staged, bytes, before?.stat);
  createdFiles.push(staged);
  if (ownerKept) return staged;
  rmSync(staged);
  return undefined;
}

function backUp(path: string, { bytes, stat }: NonNullable<ConfigFile["before"]>, createdFiles: string[]): string {
  for (let count = 1; ; count++) {
    const backup = count === 1 ? `${path}.bak` : `${path}.bak.${count}`;
    try {
      createLike(backup, bytes, stat);
      createdFiles.push(backup);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function assertUnchanged({ name, path, before }: ConfigFile): void {
  const same = before === undefined ? !existsSync(path) : existsSync(path) && readFileSync(path).equals(before.bytes);
  if (!same) throw usageError(`${name} changed in the meantime: nothing was written, run this again`);
}

function overwrite({ name, path }: ConfigFile, bytes: Buffer, createdFiles: string[]): void {
  const descriptor = openSync(path, "r+");
  // From this point, the copy may be the only intact version.
  const [backup] = createdFiles.splice(0).slice(-1);
  try {
    writeFileSync(descriptor, bytes);
    ftruncateSync(descriptor, bytes.length);
    fsyncSync(descriptor);
  } catch (error) {
    throw usageError(`${name} was only partly written (${(error as Error).message}): restore it from ${backup}`, error);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the rename survive a power loss. If the folder cannot be opened, the rename is not synced. */
function syncFolder(path: string): void {
  try {
    const descriptor = openSync(path, "r");
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {}
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
