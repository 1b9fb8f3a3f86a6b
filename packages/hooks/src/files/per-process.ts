import { readlink, realpath, statfs } from "node:fs/promises";
import { dirname, isAbsolute, sep } from "node:path";

/** The type that `statfs` returns for Linux's process file system, wherever it is mounted. */
const PROC = 0x9fa0;
/** macOS has `/dev/fd` but no `/proc`. Other letter case is denied too, because some disks ignore case. */
const PER_PROCESS = /^\/(proc|dev\/(fd|std(in|out|err)))(\/|$)/i;
/** Linux follows at most this many links in one path. */
const MAX_LINKS = 40;

/**
 * Whether a path leads through a place that differs for each process, such as `/proc/self/cwd`. The guard and the agent
 * are different processes, so the guard cannot tell where the agent's write would end up.
 */
export async function isPerProcess(path: string, followed = { links: 0 }): Promise<boolean> {
  if (PER_PROCESS.test(path.normalize("NFKC"))) return true;
  const folder = dirname(path);
  if (folder === path) return false;
  const end = await realpath(path).catch(() => undefined);
  // Without links, the folders around it have the same answers, apart from where they are mounted.
  if (end === path) return (await Promise.all(selfAndFolders(path).map(isOnProc))).includes(true);
  if (await isPerProcess(folder, followed)) return true;

  if (end !== undefined && (PER_PROCESS.test(end) || (await isOnProc(end)))) return true;
  const target = await readlink(path).catch(() => undefined);
  if (target === undefined) return false;
  followed.links++;
  // Not joined with `join`, which would resolve `link/..` to the link's own folder instead of its target's.
  const next = isAbsolute(target) ? target : `${await realpath(folder)}${sep}${target}`;
  return followed.links > MAX_LINKS || isPerProcess(next, followed);
}

/** Returns a path and the folders around it, without the root. */
function selfAndFolders(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [path, ...selfAndFolders(folder)];
}

async function isOnProc(path: string): Promise<boolean> {
  const { type } = await statfs(path).catch(() => ({ type: undefined }));
  return type === PROC;
}
