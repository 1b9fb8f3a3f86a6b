import { readFileSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { usageError } from "../command-error.js";
import { createLike } from "./create-like.js";
import { reason } from "./read-file.js";
import { stagingPath } from "./staging.js";

/**
 * Replaces a file's content atomically. Mode, owner and symbolic links are kept. Throws a usage error if that is
 * impossible, or if the file no longer contains `before`. The file is then unchanged.
 */
export function replaceFile(path: string, before: Buffer, after: Buffer): void {
  try {
    const file = realpathSync(path);
    const stats = statSync(file);
    if (!stats.isFile()) throw new Error("it is not a regular file");
    const temporary = stagingPath(file);
    try {
      const owned = createLike(temporary, after, stats);
      if (!owned && process.geteuid?.() === 0) throw new Error("its owner cannot be preserved");
      if (!readFileSync(file).equals(before)) throw new Error("it changed in the meantime");
      renameSync(temporary, file);
    } catch (cause) {
      rmSync(temporary, { force: true });
      throw cause;
    }
  } catch (cause) {
    throw usageError(`${path} cannot be written and is unchanged: ${reason(cause)}`, cause);
  }
}
