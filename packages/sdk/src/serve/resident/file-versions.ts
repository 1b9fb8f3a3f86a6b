import { statSync } from "node:fs";

/** The system's time of a file may be this much behind. */
const GRAIN_MS = 50;

/** Notices when a file is no longer the one that was loaded. */
export class FileVersions {
  readonly #versions = new Map<string, string>();
  #isUnsure = false;

  /** `startedAt`: before any file was loaded, in milliseconds as of `Date.now()`. */
  constructor(private startedAt: number) {}

  /**
   * Also watches these files. They were loaded since the last call, so if one changed since then, it is unknown which
   * version was loaded.
   */
  watch(paths: readonly string[]): void {
    const now = Date.now();
    for (const path of paths) {
      if (this.#versions.has(path)) continue;
      const { version, changedAt } = versionOf(path);
      this.#versions.set(path, version);
      if (changedAt >= this.startedAt - GRAIN_MS) this.#isUnsure = true;
    }
    this.startedAt = now;
  }

  /** Returns whether every file is the one that was loaded. */
  areCurrent(): boolean {
    return !this.#isUnsure && [...this.#versions].every(([path, version]) => versionOf(path).version === version);
  }
}

/** The time of the last change of the file's content or attributes, which no program can set. */
function versionOf(path: string): { readonly version: string; readonly changedAt: number } {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return { version: "", changedAt: 0 };
  const { dev, ino, size, mtimeNs, ctimeNs } = stat;
  return { version: [dev, ino, size, mtimeNs, ctimeNs].join(":"), changedAt: Number(ctimeNs / 1_000_000n) };
}
