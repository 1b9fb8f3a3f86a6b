import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { type Checkpoint, checkpointsIn, findCheckpoint, record } from "./checkpoints.js";
import { Places } from "./find-changes.js";
import { latin1, readable } from "./git.js";
import { projectOf } from "./project.js";
import { applyChanges, changesBetween, type FileChange, ignoredIn, type KeptFile } from "./restore.js";
import { SnapshotError } from "./snapshot-error.js";
import { knownProjects, openStore, type Store, storeExists, storeOf } from "./store.js";
import { addFiles, saveFiles, withIndex } from "./take-checkpoint.js";
import type { WorkIndex } from "./work-index.js";

/** A checkpoint, and what changed after it. */
export interface ListedCheckpoint {
  /** Counts from 1. */
  readonly id: number;
  /** When the last call before a change was made, in ISO 8601. */
  readonly time: string;
  /** The host's name, such as `claude-code`. For a state before an undo: `agent-hook`. */
  readonly agent: string;
  /** The host's name of the tool of that call. */
  readonly tool: string;
  /** The host's id of the session, if it reports one. */
  readonly sessionId?: string | undefined;
  /** How many files differ from the next checkpoint. For the newest one: from the present state. */
  readonly filesChanged: number;
  /** Files that were not saved: too large or unreadable. They start at the project. */
  readonly skipped: readonly string[];
}

/** A project's checkpoints. */
export interface ProjectCheckpoints {
  /** The project's folder. */
  readonly project: string;
  /** The newest first. */
  readonly checkpoints: readonly ListedCheckpoint[];
}

/**
 * Lists the checkpoints of the project that a folder belongs to. Rejects with a `SnapshotError` if there are none.
 *
 * @example const { checkpoints } = await listCheckpoints(process.cwd());
 */
export async function listCheckpoints(folder: string): Promise<ProjectCheckpoints> {
  const { store, checkpoints } = await existing(folder);
  const present = await withIndex(store, undefined, async (index) => {
    const { tree } = await saveFiles(store, index, presentLimits(checkpoints));
    return tree;
  });
  const listed: ListedCheckpoint[] = [];
  let next = present;
  for (const { id, time, agent, tool, sessionId, tree, skipped } of checkpoints) {
    const filesChanged = tree === next ? 0 : (await changesBetween(store, tree, next)).length;
    listed.push({ id, time, agent, tool, sessionId, filesChanged, skipped: skipped.map(readable) });
    next = tree;
  }
  return { project: store.project, checkpoints: listed };
}

/** What `undo` restores. */
export interface UndoOptions {
  /** A folder of the project. Relative paths start in this folder. */
  readonly folder: string;
  /** The checkpoint's id. Default: the newest one that differs from the present files. */
  readonly id?: number | undefined;
  /** Files and folders to restore. Default: the whole project. */
  readonly paths?: readonly string[] | undefined;
  /** Changes nothing. */
  readonly dryRun?: boolean | undefined;
}

/** What `undo` did, or would do. */
export interface UndoResult {
  readonly project: string;
  /** The id of the restored checkpoint. */
  readonly id: number;
  readonly time: string;
  readonly agent: string;
  readonly tool: string;
  readonly changes: readonly FileChange[];
  /** Files that stay as they are, and why. */
  readonly kept: readonly KeptFile[];
  /** The checkpoint with the state before. Only if files were changed. */
  readonly before?: number | undefined;
}

/**
 * Restores the files of a checkpoint. It records the present state first, so that restoring that one undoes the undo.
 * It never changes ignored files or the project's own git, and deletes only files that it recorded.
 *
 * Rejects with a `SnapshotError` if the checkpoint does not exist, or if the present state cannot be recorded.
 *
 * @example const { changes, before } = await undo({ folder: process.cwd() });
 */
export async function undo({ folder, id, paths = [], dryRun = false }: UndoOptions): Promise<UndoResult> {
  const { store, checkpoints } = await existing(folder);
  const chosen = paths.map((path) => pathInProject(store.project, folder, path));
  const limits = presentLimits(checkpoints);
  const { target, tree, skipped, changes, kept } = await withIndex(store, undefined, async (index) => {
    const present = await saveFiles(store, index, limits);
    const target = id === undefined ? newestOther(checkpoints, present.tree) : findCheckpoint(checkpoints, id);
    const tree = await addOverwritten(store, index, present.tree, target);
    return { target, tree, skipped: present.skipped, ...(await plan(store, tree, target, chosen)) };
  });
  const { time, agent, tool } = target;
  const result = { project: store.project, id: target.id, time, agent, tool };
  if (dryRun || changes.length === 0) return { ...result, ...shown(changes, kept) };
  const state = { agent: "agent-hook", tool: "undo", time: new Date().toISOString(), tree, skipped, limits };
  const before = await record(store, state, { replace: false });
  const failed = await applyChanges(store, target.tree, changes);
  const isFailed = new Set(failed.map(({ path }) => path));
  const done = changes.filter(({ path }) => !isFailed.has(path));
  return { ...result, ...shown(done, [...kept, ...failed]), before };
}

function shown(changes: readonly FileChange[], kept: readonly KeptFile[]): Pick<UndoResult, "changes" | "kept"> {
  const named = <T extends { readonly path: string }>(list: readonly T[]) =>
    list.map((one) => ({ ...one, path: readable(one.path) }));
  return { changes: named(changes), kept: named(kept) };
}

async function existing(folder: string): Promise<{ readonly store: Store; readonly checkpoints: Checkpoint[] }> {
  const project = projectOf(folder);
  const store = storeOf(project);
  const checkpoints = storeExists(store) ? await checkpointsIn(await openStore(project)) : [];
  if (checkpoints.length > 0) return { store, checkpoints };
  const near = knownProjects().filter((other) => isBelow(other, project) || isBelow(project, other));
  const hint = near.length === 0 ? "" : `. There are checkpoints of ${near.slice(0, 5).join(", ")}`;
  throw new SnapshotError(`there are no checkpoints of ${project}${hint}`);
}

function isBelow(path: string, folder: string): boolean {
  return path !== folder && path.startsWith(folder + sep);
}

/** Like the hook, `undo` skips files that are too large. But it records the project even if it has grown too large. */
function presentLimits(checkpoints: readonly Checkpoint[]) {
  const { maxFileBytes } = (checkpoints[0] as Checkpoint).limits;
  return { maxFileBytes, maxFiles: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER };
}

function newestOther(checkpoints: readonly Checkpoint[], present: string): Checkpoint {
  const found = checkpoints.find(({ tree }) => tree !== present);
  if (found !== undefined) return found;
  throw new SnapshotError("nothing to undo: the files are as in every checkpoint");
}

/** Adds files that would be overwritten although they are now ignored or too large. Returns the tree. */
async function addOverwritten(store: Store, index: WorkIndex, present: string, target: Checkpoint): Promise<string> {
  const places = new Places(store.project);
  const missing = (await changesBetween(store, present, target.tree)).filter(({ change }) => change === "recreate");
  const existing = missing.map(({ path }) => path).filter((path) => places.look(path).kind === "file");
  if (existing.length === 0) return present;
  await addFiles(index, existing);
  return (await index.git(["write-tree"])).trim();
}

interface Plan {
  readonly changes: readonly FileChange[];
  readonly kept: readonly KeptFile[];
}

async function plan(store: Store, tree: string, target: Checkpoint, chosen: readonly string[]): Promise<Plan> {
  const isChosen = (path: string) =>
    chosen.length === 0 || chosen.some((one) => one === "" || path === one || path.startsWith(`${one}/`));
  const all = (await changesBetween(store, tree, target.tree)).filter(({ path }) => isChosen(path));
  const created = all.filter(({ change }) => change === "delete").map(({ path }) => path);
  const ignored = await ignoredIn(store, target.tree, created);
  const skipped = new Set(target.skipped);
  const places = new Places(store.project);
  const kept: KeptFile[] = [];
  const changes = all.filter(({ path, change }) => {
    const reason = whyKept(path, change);
    if (reason !== undefined) kept.push({ path, reason });
    return reason === undefined;
  });
  return { changes, kept };

  function whyKept(path: string, change: FileChange["change"]): string | undefined {
    if (change === "recreate" && places.look(path).kind === "unreadable") return "its present content cannot be read";
    if (change !== "delete") return undefined;
    if (ignored.has(path)) return "it was ignored at the checkpoint";
    return skipped.has(path) ? "it existed, but the checkpoint does not have it" : undefined;
  }
}

/** Returns a path as it is in the project, in latin1. Throws a `SnapshotError` for a path outside of it. */
function pathInProject(project: string, folder: string, path: string): string {
  // Only the folder is resolved: a link that was deleted has to be found by its name.
  const inside = relative(project, resolve(realpathSync(folder), path));
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new SnapshotError(`${path} is not in the project ${project}`);
  }
  return latin1(inside);
}
