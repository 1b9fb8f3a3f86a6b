import { realpathSync } from "node:fs";

/** Where a path leads; one that leads nowhere as it is. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
