import { lstatSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { CreateError, UsageError } from "../create-error.js";
import { type ProjectName, projectName } from "./project-name.js";

/** The folder and the name of a project. */
export interface Place {
  /** As the user gave it. */
  readonly argument: string;
  /** Absolute. */
  readonly folder: string;
  readonly name: ProjectName;
}

const SCOPED = /^@([^/\\]+)\/([^/\\]+)$/;

/** Resolves a folder's path, or a scoped name, whose second part names the folder. */
export function placeOf(argument: string, dependencies: readonly string[]): Place {
  // A folder named `~` is always a mistake, and dangerous to remove.
  if (/^~(\/|$)/.test(argument)) throw new UsageError(`${argument}: only a shell expands ~; use the full path`);
  const [, scope, name] = SCOPED.exec(argument) ?? [];
  const folder = resolve(name ?? argument);
  return { argument, folder, name: projectName(basename(folder), scope, dependencies) };
}

/** Throws unless a project may be written to a folder. A repository without files counts as empty. */
export function assertEmpty(folder: string, force: boolean): void {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) throw new CreateError(`${shownPath(folder)} is a file: use the path of a new folder`);
  const entries = readdirSync(folder).filter((entry) => entry !== ".git");
  if (entries.length === 0 || force) return;
  throw new CreateError(
    `${shownPath(folder)} is not empty (it has ${entryList(entries)}): nothing was written. Use a new folder, or --force to ` +
      "write into this one: it replaces files of the same name and deletes none",
  );
}

/** Returns whether a folder is in a git repository, or will be when it is created. */
export function inRepository(folder: string): boolean {
  if (lstatSync(join(folder, ".git"), { throwIfNoEntry: false })) return true;
  return dirname(folder) !== folder && inRepository(dirname(folder));
}

/** Returns a path relative to the current folder, or the absolute path if it is outside. */
export function shownPath(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path === "" ? "." : path.startsWith("..") ? folder : path;
}

function entryList(entries: readonly string[]): string {
  const [first, second, ...others] = entries;
  if (others.length > 0) return `${first}, ${second} and ${others.length} more`;
  return second === undefined ? `${first}` : `${first} and ${second}`;
}
