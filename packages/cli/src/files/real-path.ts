import { realpathSync } from "node:fs";

/** Returns the real path, or the path itself if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
