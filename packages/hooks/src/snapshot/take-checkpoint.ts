import { type Details, prune, record } from "./checkpoints.js";
import { findChanges } from "./find-changes.js";
import type { Limits } from "./limits.js";
import { projectOf } from "./project.js";
import { SnapshotError } from "./snapshot-error.js";
import { openStore, type Store } from "./store.js";
import { WorkIndex } from "./work-index.js";

/** How a checkpoint is made. */
export interface TakeOptions {
  readonly limits: Limits;
  /** How many checkpoints of the project are kept at least. */
  readonly keep: number;
  readonly signal?: AbortSignal;
}

/**
 * Records the files of the project that `folder` belongs to, and returns the checkpoint's id. Rejects with a
 * `SnapshotError`, or with the signal's reason. Files that were read before that are not read again the next time.
 */
export async function takeCheckpoint(folder: string, details: Details, options: TakeOptions): Promise<number> {
  const { limits, keep, signal } = options;
  const store = await openStore(projectOf(folder), signal);
  const saved = await withIndex(store, signal, async (index) => {
    const { tree, skipped, added } = await saveFiles(store, index, limits);
    const id = await record(store, { ...details, tree, skipped, limits }, { signal });
    index.share();
    return { id, added };
  });
  // The checkpoint is already saved. If the cleanup fails, the tool call must not fail.
  if (saved.added > MANY || saved.id % PRUNE_EVERY === 0) await prune(store, keep, signal).catch(() => undefined);
  return saved.id;
}

/** After so many new files, git packs them. */
const MANY = 1000;
const PRUNE_EVERY = 20;

/**
 * Calls `use` with an index. If that fails, calls it again with an empty index: a file can change while git reads it,
 * and a store can be damaged.
 */
export async function withIndex<T>(
  store: Store,
  signal: AbortSignal | undefined,
  use: (index: WorkIndex) => Promise<T>,
): Promise<T> {
  const attempt = async (fresh: boolean) => {
    const index = new WorkIndex(store, signal, fresh);
    try {
      return await use(index);
    } finally {
      index.remove();
    }
  };
  return attempt(false).catch((error: unknown) => {
    // A limit is not a failure of git, and would be exceeded again.
    if (signal?.aborted || (error instanceof SnapshotError && error.cause === undefined)) throw error;
    return attempt(true);
  });
}

/** The saved state of a project. */
export interface SavedFiles {
  readonly tree: string;
  readonly skipped: readonly string[];
  /** How many files were read. */
  readonly added: number;
}

/** Saves all files that an index does not have in their present state. */
export async function saveFiles(store: Store, index: WorkIndex, limits: Limits): Promise<SavedFiles> {
  const { toAdd, toRemove, skipped } = await findChanges(store.project, index, limits);
  if (toRemove.length > 0)
    await index.git(["update-index", "-z", "--force-remove", "--stdin"], { input: joined(toRemove) });
  for (let from = 0; from < toAdd.length; from += BATCH) {
    await addFiles(index, toAdd.slice(from, from + BATCH));
    // If the time ends, the next process goes on from here.
    if (from + BATCH < toAdd.length) index.share();
  }
  return { tree: (await index.git(["write-tree"])).trim(), skipped, added: toAdd.length };
}

/** Small enough that a slow machine saves some files in the time that a host gives. */
const BATCH = 1000;

/** Saves files. Those that no longer exist are removed from the index. */
export async function addFiles(index: WorkIndex, paths: readonly string[]): Promise<void> {
  const args = ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"];
  if (paths.length > 0) await index.git(args, { input: joined(paths) });
}

export function joined(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join("");
}
