import { readlink, realpath, statfs } from "node:fs/promises";
import { dirname, isAbsolute, sep } from "node:path";

/** What `statfs` calls the file system of processes on Linux, wherever it is mounted. */
const PROC = 0x9fa0;
/** macOS has `/dev/fd` without `/proc`. Another case of letters is refused too: some disks ignore it. */
const PER_PROCESS = /^\/(proc|dev\/(fd|std(in|out|err)))(\/|$)/i;
/** As many as Linux follows in one path. */
const MOST_LINKS = 40;

/**
 * Whether a path leads through a place where each process finds other files, such as `/proc/self/cwd`. The guard is
 * another process than the agent, so it cannot tell where the agent's write would end.
 */
export async function isPerProcess(path: string, followed = { links: 0 }): Promise<boolean> {
  if (PER_PROCESS.test(path.normalize("NFKC"))) return true;
  const folder = dirname(path);
  if (folder === path) return false;
  if (await isPerProcess(folder, followed)) return true;

  const end = await realpath(path).catch(() => undefined);
  if (end !== undefined && (PER_PROCESS.test(end) || (await isOnProc(end)))) return true;
  const target = await readlink(path).catch(() => undefined);
  if (target === undefined) return false;
  followed.links++;
  // Not joined: `link/..` is the folder above the link's target, and `join` would take the link's own.
  const next = isAbsolute(target) ? target : `${await realpath(folder)}${sep}${target}`;
  return followed.links > MOST_LINKS || isPerProcess(next, followed);
}

async function isOnProc(path: string): Promise<boolean> {
  const { type } = await statfs(path).catch(() => ({ type: undefined }));
  return type === PROC;
}
