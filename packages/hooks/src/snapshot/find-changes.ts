import { accessSync, constants, lstatSync } from "node:fs";
import { join } from "node:path";
import { bytesOf, latin1, parts } from "./git.js";
import type { Limits } from "./limits.js";
import { ownGitOf } from "./project.js";
import { SnapshotError } from "./snapshot-error.js";
import type { WorkIndex } from "./work-index.js";

/** How the project's files differ from an index. Paths start at the project, in latin1. */
export interface Changes {
  readonly toAdd: readonly string[];
  readonly toRemove: readonly string[];
  /** Files that cannot be saved: too large, unreadable, or with a name that git does not accept. */
  readonly skipped: readonly string[];
}

/** Compares the project's files with an index. Throws a `SnapshotError` if they exceed a limit. */
export async function findChanges(project: string, index: WorkIndex, limits: Limits): Promise<Changes> {
  const [listed, ignored, kept] = await Promise.all([
    listFiles(index),
    index.git(["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"]).then(parts),
    trackedThoughIgnored(project, index),
  ]);
  const isKept = new Set(kept);
  const wasListed = new Set(ignored);
  const places = new Places(project);
  const toRemove = new Set(ignored.filter((path) => !isKept.has(path)));
  const toAdd = new Set<string>();
  const skipped: string[] = [];
  let bytes = 0;
  for (const path of [...listed, ...kept.filter((one) => !wasListed.has(one))]) {
    if (toRemove.has(path) || toAdd.has(path)) continue;
    const { kind, size } = places.look(path);
    if (kind === "none") toRemove.add(path);
    else if (kind === "unreadable" || size > limits.maxFileBytes || hasGitsName(path)) {
      toRemove.add(path);
      skipped.push(path);
    } else {
      toAdd.add(path);
      bytes += size;
    }
  }
  if (index.size + toAdd.size > limits.maxFiles) throw tooMuch(`has more than ${limits.maxFiles} files`, "maxFiles");
  if (bytes > limits.maxBytes) throw tooMuch(`has more than ${limits.maxBytes} bytes of new files`, "maxBytes");
  return { toAdd: [...toAdd], toRemove: [...toRemove], skipped: skipped.sort() };
}

function tooMuch(what: string, option: string): SnapshotError {
  return new SnapshotError(
    `the project ${what}. List folders that need no checkpoint in .gitignore, or raise the option ${option}.`,
  );
}

/** Lists new, changed and deleted files, also in nested repositories. */
async function listFiles(index: WorkIndex): Promise<string[]> {
  const list = () =>
    index.git(["ls-files", "-z", "-t", "--others", "--modified", "--deleted", "--exclude-standard"]).then(parts);
  let lines = await list();
  // A repository in the project is listed as a folder. Git looks into it once the index lists a file there. The entry
  // is removed with the deleted files.
  for (let round = 0; round < MAX_NESTING && lines.some(isNested); round++) {
    const entries = lines.filter(isNested).map((line) => `100644 ${EMPTY_BLOB}\t${line.slice(2)}${PLACEHOLDER}\0`);
    await index.git(["update-index", "-z", "--index-info"], { input: entries.join("") });
    lines = await list();
  }
  // Each line starts with a letter and a space.
  return lines.filter((line) => !isNested(line)).map((line) => line.slice(2));
}

const isNested = (line: string) => line.endsWith("/");
const MAX_NESTING = 10;
const PLACEHOLDER = ".agent-hook-placeholder";
const EMPTY_BLOB = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

/** Lists files that the project's own git tracks although a pattern ignores them. */
async function trackedThoughIgnored(project: string, index: WorkIndex): Promise<string[]> {
  const own = ownGitOf(project);
  if (own === undefined) return [];
  // Only this file of the project's git is read. A form of it that needs more files is treated as empty.
  const args = ["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"];
  return index.git(args, { index: own.index, codes: [0, 128] }).then(parts);
}

/** Git accepts no part of a path with its own name. */
function hasGitsName(path: string): boolean {
  return path.split("/").some((part) => part.toLowerCase() === ".git");
}

/** What is at a path. `file` is also a link. */
interface Found {
  readonly kind: "file" | "unreadable" | "none";
  readonly size: number;
}

const NONE: Found = { kind: "none", size: 0 };

/** Looks at files without following links. */
export class Places {
  readonly #root: string;
  readonly #folders = new Map<string, boolean>([["", true]]);

  constructor(project: string) {
    this.#root = latin1(project);
  }

  /** Returns the path for the file system. */
  absolute(path: string): Buffer {
    return bytesOf(join(this.#root, path));
  }

  look(path: string): Found {
    if (!this.isRealFolder(path.slice(0, Math.max(0, path.lastIndexOf("/"))))) return NONE;
    try {
      const stats = lstatSync(this.absolute(path));
      if (stats.isSymbolicLink()) return { kind: "file", size: stats.size };
      if (!stats.isFile()) return NONE;
      accessSync(this.absolute(path), constants.R_OK);
      return { kind: "file", size: stats.size };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === "EACCES" || code === "EPERM" ? { kind: "unreadable", size: 0 } : NONE;
    }
  }

  /** Whether a folder of the project exists, and no part of its path is a link. Remembers the answer. */
  isRealFolder(path: string): boolean {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    let isReal = this.isRealFolder(parent);
    try {
      isReal &&= lstatSync(this.absolute(path)).isDirectory();
    } catch {
      isReal = false;
    }
    this.#folders.set(path, isReal);
    return isReal;
  }
}
