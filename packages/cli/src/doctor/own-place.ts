import { isAbsolute } from "node:path";

/**
 * Returns whether a path can be the user's own, or the organisation's. An empty or relative home or variable leads to
 * doctor's working directory, where a project may have put anything.
 */
export function isOwnPlace(path: string): boolean {
  return isAbsolute(path);
}
