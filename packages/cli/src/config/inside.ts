import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";

/** Returns a folder's path without links. The last parts of the path need not exist. */
export function realFolder(path: string): string {
  if (existsSync(path) || path === dirname(path)) return realpathSync(path);
  return join(realFolder(dirname(path)), basename(path));
}

/** Returns whether a path is a folder or inside it. Both must be real paths, with links resolved. */
export function isInside(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return relativePath !== ".." && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
}

/** Returns whether a folder is the user's home or contains it, so that it cannot be a project's. */
export function containsHome(folder: string): boolean {
  return isInside(realFolder(folder), realFolder(process.env.HOME || homedir()));
}
