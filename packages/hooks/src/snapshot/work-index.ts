import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type GitRun, git } from "./git.js";
import type { Store } from "./store.js";

/**
 * A process's own copy of the index: git's list of files with the times at which they were read. With it, git reads
 * only files that changed. The shared index is only a cache: whoever is last replaces it.
 */
export class WorkIndex {
  readonly path: string;
  readonly #folder: string;
  readonly #shared: string;

  /** `fresh`: starts empty, so that git reads every file. */
  constructor(
    private readonly store: Store,
    private readonly signal: AbortSignal | undefined,
    fresh = false,
  ) {
    this.#folder = mkdtempSync(join(store.folder, "work/"));
    this.path = join(this.#folder, "index");
    // Named `index`, so that `git gc` keeps the objects that it lists.
    this.#shared = join(store.folder, "index");
    if (!fresh) copy(this.#shared, this.path);
  }

  /** Runs git on the project's files with this index. */
  git(args: readonly string[], run: Partial<GitRun> = {}): Promise<string> {
    const { store, signal, path } = this;
    return git(args, { store: store.folder, workTree: store.project, index: path, signal, ...run });
  }

  /** How many files it lists. */
  get size(): number {
    try {
      // The header is "DIRC", the version and the number of entries.
      return readFileSync(this.path).readUInt32BE(8);
    } catch {
      return 0;
    }
  }

  /** Lets later processes start from this index. */
  share(): void {
    const draft = join(this.#folder, "shared");
    if (copy(this.path, draft)) renameSync(draft, this.#shared);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Copies an index, if there is one. */
function copy(from: string, to: string): boolean {
  try {
    const { mtimeMs } = statSync(from);
    writeFileSync(to, readFileSync(from));
    // Git reads a file again if it changed in the second in which the index was written. A copy with a later time would
    // hide such changes.
    const seconds = Math.floor(mtimeMs / 1000);
    utimesSync(to, seconds, seconds);
    return true;
  } catch {
    return false;
  }
}
