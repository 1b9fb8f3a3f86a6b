import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, normalize, relative, sep } from "node:path";
import { isPerProcess } from "./per-process.js";

/**
 * Returns the reason for the model why a file may not be written, or `undefined` if it is inside the workspace.
 *
 * A relative path is denied: PicoClaw resolves it from its own working folder or from the agent's workspace, depending
 * on a setting that a hook cannot see. `link/..` also has two meanings, by text or through the link: both must be
 * inside.
 */
export async function whyNotWritable(workspace: string, path: string): Promise<string | undefined> {
  if (!isAbsolute(path)) return `write the whole path, beginning with ${join(workspace, sep)}`;
  if (path.endsWith(sep)) return "name a file, not a folder";
  if (path !== path.normalize("NFC")) return "write the path in composed Unicode letters (NFC)";
  try {
    const root = await realpath(workspace);
    for (const reading of [path, normalize(path)]) {
      const target = await targetOf(reading);
      if (target === undefined) return "the path goes through a link that leads nowhere; name the file itself";
      if (await isPerProcess(reading)) return "the path leads through /proc or /dev/fd; name the file itself";
      if (!isInside(root, target)) return `only files under ${workspace} may be written`;
    }
    return undefined;
  } catch (error) {
    return `the path cannot be followed (${codeOf(error)})`;
  }
}

/** Returns where a write would end up after following every link, or `undefined` if a link's target does not exist. */
async function targetOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  if (await exists(path)) return undefined;
  const parent = await targetOf(dirname(path));
  return parent === undefined ? undefined : join(parent, basename(path));
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}

function isInside(root: string, target: string): boolean {
  const way = relative(root, target);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
