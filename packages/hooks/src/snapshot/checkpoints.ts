import { readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type GitRun, git, latin1, readable } from "./git.js";
import type { Limits } from "./limits.js";
import { SnapshotError } from "./snapshot-error.js";
import { DRAFT_STORE, type Store } from "./store.js";

/** Why a checkpoint was made. */
export interface Details {
  /** The host's name, such as `claude-code`. */
  readonly agent: string;
  /** The host's name of the tool that was about to run. */
  readonly tool: string;
  /** ISO 8601. */
  readonly time: string;
  readonly sessionId?: string | undefined;
}

/** The state of a project before a call. */
export interface Checkpoint extends Details {
  /** Counts from 1. */
  readonly id: number;
  /** The files, as git's id of a tree. */
  readonly tree: string;
  /** Files that were not saved: too large or unreadable. Paths relative to the project. */
  readonly skipped: readonly string[];
  readonly limits: Limits;
}

interface Recorded extends Checkpoint {
  readonly ref: string;
  readonly commit: string;
}

const REFS = "refs/checkpoints";
/** Names sort as numbers do. */
const refOf = (id: number) => `${REFS}/${String(id).padStart(10, "0")}`;
const NOTHING = "0".repeat(40);

/** Returns a project's checkpoints, the newest first. */
export async function checkpointsIn(store: Store, signal?: AbortSignal): Promise<Checkpoint[]> {
  return list(store, signal);
}

async function list({ folder }: Store, signal?: AbortSignal, ...options: string[]): Promise<Recorded[]> {
  const format = "--format=%(refname) %(objectname) %(tree) %(contents:subject)";
  const output = await git(["for-each-ref", "--sort=-refname", format, ...options, REFS], { store: folder, signal });
  return output.split("\n").filter(Boolean).map(parse);
}

function parse(line: string): Recorded {
  const [ref = "", commit = "", tree = ""] = line.split(" ", 3);
  const text = line.slice(ref.length + commit.length + tree.length + 3);
  return { ...JSON.parse(readable(text)), id: Number(ref.slice(REFS.length + 1)), tree, ref, commit };
}

/**
 * Records a state and returns the checkpoint's id. If the files equal those of the newest checkpoint, none is added: the
 * newest one gets the details of this call, which is now the last call before a change. Processes that record at the
 * same time get different ids.
 */
export async function record(
  store: Store,
  state: Omit<Checkpoint, "id">,
  { replace = true, signal }: { readonly replace?: boolean; readonly signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const { tree, ...details } = state;
  const run: GitRun = { store: store.folder, signal };
  const input = latin1(JSON.stringify(details));
  const newCommit = async () => (await git(["commit-tree", tree], { ...run, input })).trim();
  let commit: string | undefined;
  let ahead = 1;
  let previousNewest = 0;
  for (let tries = 1; ; tries++) {
    const [last] = await list(store, signal, "--count=1");
    if (last !== undefined && last.tree === tree && String(last.skipped) === String(state.skipped)) {
      // If another process does this at the same time, the checkpoint gets the details of either call.
      const args = ["update-ref", last.ref];
      if (replace) await git([...args, await newCommit(), last.commit], run).catch(ignoreUnlessAborted(signal));
      return last.id;
    }
    const newest = last?.id ?? 0;
    // If no other process took the number since the last try, a killed one left a lock on it: try the next number.
    ahead = newest === previousNewest && tries > 1 ? ahead + 1 : 1;
    previousNewest = newest;
    try {
      commit ??= await newCommit();
      // Because NOTHING is the expected old value, git refuses if another process took the number.
      await git(["update-ref", refOf(newest + ahead), commit, NOTHING], run);
      return newest + ahead;
    } catch (error) {
      if (signal?.aborted || tries === MAX_TRIES) throw error;
    }
  }
}

const MAX_TRIES = 100;

function ignoreUnlessAborted(signal: AbortSignal | undefined) {
  return (error: unknown) => {
    if (signal?.aborted) throw error;
  };
}

/** Returns the checkpoint with an id. Throws a `SnapshotError` if the id is unknown. */
export function findCheckpoint(checkpoints: readonly Checkpoint[], id: number): Checkpoint {
  const found = checkpoints.find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new SnapshotError(`there is no checkpoint ${id}: agent-hook undo --list shows all`);
}

/** Removes the oldest checkpoints, and what killed processes left. Git removes unused objects in the background. */
export async function prune(store: Store, keep: number, signal?: AbortSignal): Promise<void> {
  const old = (await list(store, signal)).slice(keep);
  const input = old.map(({ ref }) => `delete ${ref}\n`).join("");
  // Another process can be removing the same checkpoints.
  if (input !== "") await git(["update-ref", "--stdin"], { store: store.folder, input, signal }).catch(() => undefined);
  const refs = join(store.folder, REFS);
  removeOld(refs, (name) => name.endsWith(".lock"));
  removeOld(store.folder, (name) => name === "packed-refs.lock");
  removeOld(join(store.folder, "work"), () => true);
  removeOld(dirname(store.folder), (name) => name.startsWith(DRAFT_STORE));
  await git(["gc", "--auto", "--quiet"], { store: store.folder, signal }).catch(() => undefined);
}

/** How old a file of a running process can be, in milliseconds. */
const OLDEST_RUN = 3_600_000;

function removeOld(folder: string, isLeftOver: (name: string) => boolean): void {
  for (const name of readdirSync(folder).filter(isLeftOver)) {
    const path = join(folder, name);
    try {
      if (Date.now() - statSync(path).mtimeMs > OLDEST_RUN) rmSync(path, { recursive: true, force: true });
    } catch {
      // Another process removed it.
    }
  }
}
