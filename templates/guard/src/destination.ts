import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Where a path ends when every link on the way is followed; `undefined` if that cannot be told. What is not there yet
 * ends in the folder that it would be made in.
 */
export async function destinationOf(path: string): Promise<string | undefined> {
  const end = await realpath(path).catch(() => undefined);
  if (end !== undefined) return end;
  // A link that leads nowhere is something too: a write would make what it leads to.
  if (!(await isMissing(path))) return undefined;
  const folder = await destinationOf(dirname(path));
  return folder === undefined ? undefined : join(folder, basename(path));
}

async function isMissing(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
}
