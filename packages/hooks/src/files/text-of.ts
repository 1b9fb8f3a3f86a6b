import { readFileSync, statSync } from "node:fs";

/** More than a skill or a patch has. */
const MAX_BYTES = 8_388_608;

/** Returns the text of a file, or `undefined` if it cannot be read or is too long. */
export function textOf(path: string): string | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
