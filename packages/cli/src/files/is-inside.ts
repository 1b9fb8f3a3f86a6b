import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is a folder or below it. Both are real paths: links were followed. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
