import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { SnapshotError } from "./snapshot-error.js";

/**
 * Returns the project that a folder belongs to, with links resolved: the nearest folder with a `.git`, from the folder
 * itself upwards, else the folder itself. Throws a `SnapshotError` for a folder that does not exist, and for a folder that contains the user's home.
 */
export function projectOf(folder: string): string {
  const start = real(folder);
  const home = real(process.env.HOME || homedir(), "/");
  const containsHome = (path: string) => home === path || home.startsWith(path === sep ? sep : path + sep);
  // Some users keep their settings in a repository that is their home. The projects in the home are not part of it.
  for (let path = start; !containsHome(path) && path !== dirname(path); path = dirname(path)) {
    if (existsSync(join(path, ".git"))) return path;
  }
  if (!containsHome(start) && start !== dirname(start)) return start;
  throw new SnapshotError(
    `${start} is or contains a home folder, which is too much for a checkpoint. Start the agent in a project's folder.`,
  );
}

function real(path: string, otherwise?: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (otherwise !== undefined) return otherwise;
    throw new SnapshotError(`${path} does not exist`, { cause: error });
  }
}

/** What the project's own git knows about its files. It is only read. */
export interface OwnGit {
  /** The path of the list of tracked files. */
  readonly index: string;
  /** The path of the patterns of ignored files that are not in a `.gitignore`. */
  readonly exclude: string;
}

/** Returns the paths of two files of the project's own git repository, or `undefined` if the project has none. */
export function ownGitOf(project: string): OwnGit | undefined {
  const dot = join(project, ".git");
  try {
    if (statSync(dot).isDirectory()) return { index: join(dot, "index"), exclude: join(dot, "info/exclude") };
    // In a submodule or another worktree, it is a file that names the folder.
    const folder = /^gitdir: (.+)$/m.exec(readFileSync(dot, "utf8"))?.[1];
    if (folder === undefined) return undefined;
    const gitDir = resolve(project, folder);
    const common = textOf(join(gitDir, "commondir")).trim();
    return { index: join(gitDir, "index"), exclude: join(resolve(gitDir, common), "info/exclude") };
  } catch {
    return undefined;
  }
}

/** Returns a file's text, or an empty text if it cannot be read. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
