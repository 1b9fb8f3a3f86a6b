import { lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import type { HostFormat } from "../host-config/index.js";
import { type ConfigFile, editedText, readConfigFile } from "./config-file.js";
import { isInside, realFolder } from "./inside.js";
import type { Language } from "./language.js";

/** The removal of a hook's entry from a file. */
export interface Removal {
  /** The name of the entry. */
  readonly name: string;
  readonly format: Pick<HostFormat, "remove" | "namesOf" | "initialFields">;
}

/**
 * Deletes what is left of a hook after its entry was removed: copies of the file that have nothing that the file does not
 * have, and the file if agent-hook created it and nothing else is in it. A copy without our entries shows that the user
 * had the file before: then the file stays, even if it is empty. Returns the deleted files.
 */
export function removeTraces(file: ConfigFile, language: Language, removal: Removal): string[] {
  const now = readConfigFile(file.path, language);
  const copies = copiesOf(file.path).map((path) => ({ path, copy: readCopy(path, language) }));
  const isUsers = copies.some(({ copy }) => copy === undefined || namesIn(copy.value, removal).length === 0);
  const deleted = copies
    .filter(({ copy }) => copy !== undefined && isRepeated(copy, now, language, removal))
    .map(({ path }) => path);
  if (!isUsers && isEmpty(now.value, removal) && isPlain(now, language) && !isLinked(file)) deleted.push(file.path);
  for (const path of deleted) rmSync(path);
  return deleted;
}

/**
 * Returns whether the file has everything that a copy has, except for the removed hook: the same values of the user's,
 * and the same entries of our other hooks. The copy must not have comments that the file does not have.
 */
function isRepeated(copy: ConfigFile, now: ConfigFile, language: Language, removal: Removal): boolean {
  const names = namesIn(copy.value, removal);
  if (names.length === 0) return copy.bom + copy.text === now.bom + now.text;
  const added = namesIn(now.value, removal).filter((name) => !names.includes(name));
  const before = without(copy.value, [removal.name], removal);
  const rest = without(now.value, added, removal);
  if (!isDeepStrictEqual(before, rest)) return false;
  return (
    isPlain(copy, language) ||
    copy.bom + editedText(copy, before, language) === now.bom + editedText(now, rest, language)
  );
}

/** Returns the names of our entries in a value. */
function namesIn(value: JsonObject, removal: Removal): string[] {
  const names = [...(removal.format.namesOf?.(value) ?? []), removal.name];
  return names.filter((name) => !isDeepStrictEqual(without(value, [name], removal), value));
}

function without(value: JsonObject, names: readonly string[], { format }: Removal): JsonObject {
  return names.reduce((rest, name) => format.remove(rest, name), value);
}

/** Returns the copies that changes of a file have left next to it. */
function copiesOf(path: string): string[] {
  const start = `${basename(path)}.bak`;
  const isCopy = (name: string) => name.startsWith(start) && /^(?:\.\d+)?$/.test(name.slice(start.length));
  return readdirSync(dirname(path))
    .filter(isCopy)
    .map((name) => join(dirname(path), name));
}

/** Returns `undefined` for a copy that cannot be read: it may be anything. */
function readCopy(path: string, language: Language): ConfigFile | undefined {
  try {
    return lstatSync(path).isFile() ? readConfigFile(path, language) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a value has only what agent-hook writes into a new file. */
function isEmpty(value: JsonObject, { format: { initialFields } }: Removal): boolean {
  return [{}, initialFields].some((empty) => isDeepStrictEqual(value, empty));
}

/** Returns whether a text has nothing but its value: no comments, for example. */
function isPlain({ bom, text, value }: ConfigFile, language: Language): boolean {
  const compact = (part: string) => part.replaceAll(/\s/g, "");
  return bom === "" && ["", compact(language.print(value))].includes(compact(text));
}

/** A link to the file, or a second name of it, was made by the user. */
function isLinked({ name, path }: ConfigFile): boolean {
  return lstatSync(resolve(name)).isSymbolicLink() || lstatSync(path).nlink > 1;
}

/**
 * Removes a folder and those above it, if they are empty, but not the home folder, the current folder or one above, nor
 * a folder that a link leads to.
 */
export function removeEmptyFolders(folder: string): void {
  const roots = [process.cwd(), process.env.HOME || homedir()];
  const realPath = realFolder(folder);
  const isBelow = (root: string) =>
    isInside(root, folder) && join(realFolder(root), relative(root, folder)) === realPath;
  const isRoot = roots.some((root) => realFolder(root) === realPath);
  if (isRoot || !roots.some(isBelow) || readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  removeEmptyFolders(dirname(folder));
}
