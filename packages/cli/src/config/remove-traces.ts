import { lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/protocol";
import { isObject } from "../json-object.js";
import { type ConfigFile, readConfigFile } from "./config-file.js";
import { isInside, realFolder } from "./inside.js";
import type { Language } from "./language.js";

/**
 * Deletes what is left of a hook after its entry was removed: copies of the file that have nothing of the user's that the
 * file does not have, and the file if agent-hook created it and nothing else is in it. A copy without our entries shows
 * that the user had the file before: then the file stays, even if it is empty. `withoutOurs` takes the entries of
 * agent-hook out of a value. Returns the deleted files.
 */
export function removeTraces(
  file: ConfigFile,
  language: Language,
  withoutOurs: (value: JsonObject) => JsonObject,
): string[] {
  const now = readConfigFile(file.path, language);
  const rest = withoutOurs(now.value);
  const copies = copiesOf(file.path).map((path) => ({ path, state: stateOf(path, language, withoutOurs) }));
  const isUsers = copies.some(({ state }) => state?.hasOurs !== true);
  const isRepeated = ({ state }: (typeof copies)[number]) =>
    state?.hasOurs ? isDeepStrictEqual(state.rest, rest) : state?.text === now.bom + now.text;
  const deleted = copies.filter(isRepeated).map(({ path }) => path);
  if (!isUsers && isEmpty(now.value) && isPlain(now, language) && !isLinked(file)) deleted.push(file.path);
  for (const path of deleted) rmSync(path);
  return deleted;
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
function stateOf(path: string, language: Language, withoutOurs: (value: JsonObject) => JsonObject) {
  try {
    if (!lstatSync(path).isFile()) return undefined;
    const { bom, text, value } = readConfigFile(path, language);
    const rest = withoutOurs(value);
    return { text: bom + text, rest, hasOurs: !isDeepStrictEqual(rest, value) };
  } catch {
    return undefined;
  }
}

/** Hosts require some files to state their version. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.entries(value).every(([key, field]) => key === "version" || isEmpty(field));
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

/** Removes a folder and those above it, if they are empty, but not the home folder, the current folder or one above. */
export function removeEmptyFolders(folder: string): void {
  const roots = [process.cwd(), process.env.HOME || homedir()].map(realFolder);
  const isInRoot = !roots.includes(folder) && roots.some((root) => isInside(root, folder));
  if (!isInRoot || readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  removeEmptyFolders(dirname(folder));
}
