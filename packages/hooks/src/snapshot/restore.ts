import { chmodSync, lstatSync, mkdtempSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Places } from "./find-changes.js";
import { git, parts, readable } from "./git.js";
import type { Store } from "./store.js";
import { joined } from "./take-checkpoint.js";
import { WorkIndex } from "./work-index.js";

/** What a restoration does to a file. */
export interface FileChange {
  /** Starts at the project. */
  readonly path: string;
  /** `restore` writes the old content, `recreate` a file that is gone, `delete` removes a file that did not exist. */
  readonly change: "restore" | "recreate" | "delete";
}

/** A file that stays as it is. */
export interface KeptFile {
  /** Starts at the project. */
  readonly path: string;
  readonly reason: string;
}

/** Returns the changes from one state to another. Paths are in latin1. */
export async function changesBetween(
  store: Store,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<FileChange[]> {
  const args = ["diff-tree", "-r", "-z", "--no-renames", "--name-status", from, to];
  const fields = parts(await git(args, { store: store.folder, signal }));
  const names = { A: "recreate", D: "delete" } as const;
  const changes: FileChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const change = names[fields[at] as keyof typeof names] ?? "restore";
    changes.push({ path: fields[at + 1] as string, change });
  }
  return changes;
}

/** Returns which paths a state's own `.gitignore` files ignore. */
export async function ignoredIn(store: Store, tree: string, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  // Git reads patterns from files, so a folder gets the state's `.gitignore` files and nothing else.
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-"));
  try {
    const run = { store: store.folder, workTree: folder, index: join(folder, ".index") };
    await git(["read-tree", tree], run);
    const all = parts(await git(["ls-files", "-z"], run));
    const patterns = all.filter((path) => path === ".gitignore" || path.endsWith("/.gitignore"));
    await git(["checkout-index", "-z", "--stdin"], { ...run, input: joined(patterns) });
    const args = ["check-ignore", "-z", "--no-index", "--stdin"];
    // A name that starts with a colon would be a pattern.
    const input = joined(paths.map((path) => `./${path}`));
    return new Set(parts(await git(args, { ...run, input, codes: [0, 1] })).map((path) => path.slice(2)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the changes that lead to `tree`. Returns the files that could not be changed. */
export async function applyChanges(store: Store, tree: string, changes: readonly FileChange[]): Promise<KeptFile[]> {
  const kept: KeptFile[] = [];
  const places = new Places(store.project);
  for (const { path } of changes.filter(({ change }) => change === "delete")) {
    const reason = deleteFile(places, path);
    if (reason !== undefined) kept.push({ path, reason });
  }
  // Deleted files can have made room for folders.
  const now = new Places(store.project);
  const modes = new Map<string, number>();
  const toWrite = changes.filter(({ change }) => change !== "delete").map(({ path }) => path);
  const writable = toWrite.filter((path) => {
    const reason = whyNotWritable(now, path);
    if (reason !== undefined) kept.push({ path, reason });
    else rememberMode(now, path, modes);
    return reason === undefined;
  });
  const failed = await writeFiles(store, tree, writable);
  for (const [path, mode] of modes) restoreMode(now, path, mode);
  for (const path of failed) kept.push({ path, reason: "it could not be written" });
  return kept;
}

/** Writes files as they are in `tree`. Returns the files that could not be written. */
async function writeFiles(store: Store, tree: string, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const index = new WorkIndex(store, undefined, true);
  try {
    const isChosen = new Set(paths);
    const entries = parts(await index.git(["ls-tree", "-r", "-z", tree]));
    const chosen = entries.filter((entry) => isChosen.has(entry.slice(entry.indexOf("\t") + 1)));
    await index.git(["update-index", "-z", "--index-info"], { input: joined(chosen) });
    // Fails if one of the files cannot be written, after it has written the others.
    await index.git(["checkout-index", "--all", "--force", "--quiet", "--index"], { codes: [0, 1, 128] });
    return [...new Set(parts(await index.git(["ls-files", "-z", "--modified", "--deleted"])))];
  } finally {
    index.remove();
  }
}

function deleteFile(places: Places, path: string): string | undefined {
  let folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (!places.isRealFolder(folder)) return undefined;
  try {
    unlinkSync(places.absolute(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? undefined : `it could not be deleted (${code})`;
  }
  // Folders that are empty now go too, as with git.
  try {
    for (; folder !== ""; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
      rmdirSync(places.absolute(folder));
    }
  } catch {
    // It is not empty.
  }
  return undefined;
}

/** Git would remove a folder or a link in the way, with files that no checkpoint has. */
function whyNotWritable(places: Places, path: string): string | undefined {
  const names = path.split("/");
  for (let depth = 1; depth < names.length; depth++) {
    const folder = names.slice(0, depth).join("/");
    const stats = lstatSync(places.absolute(folder), { throwIfNoEntry: false });
    if (stats === undefined) break;
    if (!stats.isDirectory()) return `${readable(folder)} is a file or a link now`;
  }
  if (lstatSync(places.absolute(path), { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  try {
    // Only an empty folder can be removed.
    rmdirSync(places.absolute(path));
    return undefined;
  } catch {
    return "a folder with other files is in its place";
  }
}

/** Git writes a new file with the usual permissions. A file that only its owner could read stays so. */
function rememberMode(places: Places, path: string, modes: Map<string, number>): void {
  const stats = lstatSync(places.absolute(path), { throwIfNoEntry: false });
  if (stats?.isFile()) modes.set(path, stats.mode & 0o777);
}

function restoreMode(places: Places, path: string, before: number): void {
  const stats = lstatSync(places.absolute(path), { throwIfNoEntry: false });
  if (!stats?.isFile()) return;
  const isExecutable = (stats.mode & 0o100) !== 0;
  // Whoever may read an executable file may run it.
  chmodSync(places.absolute(path), isExecutable ? before | ((before & 0o444) >> 2) : before & ~0o111);
}
