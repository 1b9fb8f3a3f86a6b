import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CreateError } from "../create-error.js";
import type { Files } from "../shipped.js";
import { shownPath } from "./place.js";

/** Files and folders that the installation and git add to a project. */
const ADDED_LATER = [
  ".git",
  "node_modules",
  "package-lock.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  ".yarn",
  "bun.lock",
  "deno.lock",
];

/** A written project, which can be undone. */
export interface WrittenProject {
  /** Existing files that were replaced. */
  readonly replaced: readonly string[];
  /**
   * Removes everything that was added, also after the project was written, and restores the files that were replaced.
   */
  undo(): void;
}

/** Writes all files or none. */
export function writeProject(folder: string, files: Files): WrittenProject {
  const paths = Object.keys(files);
  const folderExists = existsSync(folder);
  if (folderExists) for (const path of paths) assertPlainPath(folder, path);
  const replaced = paths.filter((path) => existsSync(join(folder, path)));
  const before = replaced.map((path) => [path, readFileSync(join(folder, path))] as const);
  const added = new Set([...paths, ...ADDED_LATER].flatMap((path) => topmostMissing(join(folder, path)) ?? []));
  const undo = () => {
    for (const path of added) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    for (const [path, content] of before) writeFileSync(join(folder, path), content);
  };
  try {
    if (folderExists) writeAll(folder, files);
    else writeAndRename(folder, files);
  } catch (error) {
    undo();
    throw error;
  }
  return { replaced, undo };
}

/** Renames a finished folder, so that an incomplete project never appears under its name. */
function writeAndRename(folder: string, files: Files): void {
  const sibling = join(dirname(folder), `.create-agent-hook-${randomUUID()}`);
  try {
    writeAll(sibling, files);
    renameSync(sibling, folder);
  } catch (error) {
    rmSync(sibling, { recursive: true, force: true });
    throw error;
  }
}

function writeAll(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    makeFolder(dirname(join(folder, path)));
    writeFileSync(join(folder, path), text);
  }
}

/** Does not use mkdir's `recursive`, which never ends where no folder can be created, such as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Rejects links, which could lead out of the folder, and anything else that a file or folder cannot replace. */
function assertPlainPath(folder: string, path: string): void {
  const parts = path.split("/");
  for (const [index] of parts.entries()) {
    const part = parts.slice(0, index + 1).join("/");
    const stat = lstatSync(join(folder, part), { throwIfNoEntry: false });
    if (stat === undefined) return;
    const kind = part === path ? "file" : "folder";
    if (kind === "file" ? stat.isFile() : stat.isDirectory()) continue;
    throw new CreateError(
      `${shownPath(join(folder, part))} already exists, but the project needs a ${kind} there. Nothing was written`,
    );
  }
}

/** Returns the outermost missing folder or file on a path, or `undefined` if the path exists. */
function topmostMissing(path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })) return undefined;
  return topmostMissing(dirname(path)) ?? path;
}
