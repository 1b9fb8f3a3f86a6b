import { isAbsolute, relative, sep } from "node:path";

/** Returns whether a path is a folder or inside it. Both must be real paths, with links resolved. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
