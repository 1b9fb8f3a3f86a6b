import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Returns the path after following every link, or `undefined` if a link cannot be followed. A missing file ends up in
 * the folder that it would be created in.
 */
export async function destinationOf(path: string): Promise<string | undefined> {
  const end = await realpath(path).catch(() => undefined);
  if (end !== undefined) return end;
  // A dangling link exists too: a write would create its target.
  if (!(await isMissing(path))) return undefined;
  // A drive of Windows can be missing.
  if (dirname(path) === path) return path;
  const folder = await destinationOf(dirname(path));
  return folder === undefined ? undefined : join(folder, basename(path));
}

async function isMissing(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    // Nothing is below a file, either.
    ({ code }: NodeJS.ErrnoException) => code === "ENOENT" || code === "ENOTDIR",
  );
}
