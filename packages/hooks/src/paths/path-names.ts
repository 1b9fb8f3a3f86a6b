import { isAbsolute, normalize, sep } from "node:path";

/** Most paths are printable ASCII, which has only one form. */
const PLAIN = /^[ -~]*$/;
/** Characters that some disks ignore in names, such as a zero-width joiner, and control characters. */
const INVISIBLE = /\p{C}/gu;

/**
 * Returns the same text for all names that a disk may treat as equal: a disk can ignore letter case, Unicode
 * composition and invisible characters.
 */
export function foldedPath(path: string): string {
  if (PLAIN.test(path)) return path.toLowerCase();
  return path.normalize("NFKC").replaceAll(INVISIBLE, "").toLowerCase();
}

/** Whether a path is a folder or in it, by its text: both must be absolute, and free of links. */
export function isBelow(folder: string, path: string): boolean {
  // Its disks ignore letter case, and the environment may have another one than the disk.
  if (process.platform === "win32") return startsWith(path.toLowerCase(), folder.toLowerCase());
  return startsWith(path, folder);
}

function startsWith(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/**
 * Returns the absolute path, or `undefined` for a path that agents could read in several ways: `~/x`, `$HOME/x`,
 * `file:x`, ` /x`, `a/link/..`.
 *
 * @example wholePath("notes/a.txt", "/home/ada") // "/home/ada/notes/a.txt"
 */
export function wholePath(written: string, cwd: string | undefined): string | undefined {
  const path = cwd !== undefined && /^\w[^:]*$/.test(written) ? `${cwd}/${written}` : written;
  const hasOneReading = isAbsolute(path) && normalize(path) === path && path.trim() === path && !/\p{C}/u.test(path);
  return hasOneReading ? path : undefined;
}
