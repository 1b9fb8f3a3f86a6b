import { isAbsolute } from "node:path";

/**
 * Whether a place can be the user's own, or the company's. A home or a variable that is empty or relative leads into the
 * folder in which doctor runs, where a project may have put anything.
 */
export function isOwnPlace(path: string): boolean {
  return isAbsolute(path);
}
