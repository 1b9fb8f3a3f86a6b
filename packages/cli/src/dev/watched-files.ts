import { type FSWatcher, statSync, watch } from "node:fs";
import { dirname } from "node:path";
import { filesBelow, stampOf } from "./file-stamps.js";
import { filesInCommand } from "./hook-files.js";
import { importedFiles } from "./imported-files.js";

/**
 * The system reports most changes at once. It reports none if its limit of watches is reached, or for files that another
 * machine changed. So the files are also compared at this interval.
 */
const INTERVAL_MS = 500;

/** The hook's files. Compares the files themselves, so that it does not matter how an editor writes them. */
export class WatchedFiles {
  /** A stamp for each file, which is different after each write. */
  #stamps = new Map<string, string>();
  readonly #folders = new Map<string, FSWatcher>();
  readonly #named: readonly string[];
  readonly #extra: readonly string[];
  #imported: readonly string[] = [];
  #isClosed = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    command: readonly string[],
    /** More files and folders. */
    extra: readonly string[],
    private readonly onChange: (files: readonly string[]) => void,
  ) {
    this.#named = filesInCommand(command);
    this.#extra = extra;
    this.#stamps = this.#readStamps();
    this.#watchFolders();
    this.#timer = setInterval(() => this.look(), INTERVAL_MS);
  }

  /**
   * Finds the files that the hook imports now. `since`: when the running version started, in milliseconds since 1970. A
   * file that was not known before and that changed after this time counts as changed.
   */
  async refresh(since = Number.POSITIVE_INFINITY): Promise<void> {
    const imported = await importedFiles(this.#named);
    // New watches would keep the process running.
    if (this.#isClosed) return;
    // A file with a syntax error seems to import nothing.
    this.#imported = [...new Set([...this.#imported, ...imported])];
    const late = imported.filter((file) => !this.#stamps.has(file) && changedAt(file) >= since);
    for (const file of imported) if (!this.#stamps.has(file)) this.#stamps.set(file, stampOf(file));
    this.#watchFolders();
    if (late.length > 0) this.onChange(late);
  }

  /** Calls `onChange` if a file is not as it was at the last look. */
  look(): void {
    const before = this.#stamps;
    this.#stamps = this.#readStamps();
    const all = new Set([...before.keys(), ...this.#stamps.keys()]);
    const changed = [...all].filter((file) => before.get(file) !== this.#stamps.get(file));
    if (changed.length > 0) this.onChange(changed);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const watcher of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  #readStamps(): Map<string, string> {
    const files = [...this.#named, ...this.#imported, ...this.#extra.flatMap(filesBelow)];
    return new Map(files.map((file) => [file, stampOf(file)]));
  }

  /** Watches folders and not files: many editors replace a file by another one with its name. */
  #watchFolders(): void {
    for (const folder of new Set([...this.#stamps.keys()].map((file) => dirname(file)))) {
      if (this.#folders.has(folder)) continue;
      try {
        const watcher = watch(folder, () => this.look());
        watcher.on("error", () => this.#unwatch(folder));
        this.#folders.set(folder, watcher);
      } catch {
        // The folder is missing, or there are too many watches (ENOSPC). See INTERVAL_MS.
      }
    }
  }

  #unwatch(folder: string): void {
    this.#folders.get(folder)?.close();
    this.#folders.delete(folder);
  }
}

function changedAt(file: string): number {
  try {
    return statSync(file).ctimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
