import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ScriptForm } from "@agent-hook/sdk/internal/installs";
import { isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import { usageError } from "../command-error.js";
import { readRegular } from "../files/regular-file.js";
import { createLike, makeFolder, stagingPath } from "../files/replace-file.js";
import { formatList } from "../format-list.js";

/** What belongs into the folder of a config whose hooks are scripts, and what is there. */
export interface EventScripts {
  readonly folder: string;
  /** The texts of the scripts, by name. */
  readonly expected: ReadonlyMap<string, string>;
  /** The names of scripts that are missing, or have another text. */
  readonly outdated: readonly string[];
  /** The names of our scripts without a hook. */
  readonly orphaned: readonly string[];
}

/**
 * Compares the hooks of a config with the scripts next to it. Files that are not from agent-hook keep their names. Throws
 * `CommandError` if an event has more hooks than names.
 */
export function eventScripts(form: ScriptForm, folder: string, { hooks }: JsonObject): EventScripts {
  const current = startedFiles(form, folder);
  const others = [...current].flatMap(([name, text]) => (form.isOurs(text) ? [] : [name.toLowerCase()]));
  const expected = new Map<string, string>();
  for (const [event, list] of Object.entries(isObject(hooks) ? hooks : {})) {
    const names = form.namesAt(event).filter((name) => !others.includes(name.toLowerCase()));
    const entries = Array.isArray(list) ? list.filter(isObject) : [];
    if (entries.length > names.length) {
      throw usageError(
        `${folder} has names for ${names.length} hooks at ${event}: combine hooks with compose, or remove a file`,
      );
    }
    for (const [index, entry] of entries.entries()) expected.set(names[index] ?? "", form.write(entry));
  }
  return {
    folder,
    expected,
    outdated: [...expected].flatMap(([name, text]) => (current.get(name) === text ? [] : [name])),
    orphaned: [...current].flatMap(([name, text]) => (form.isOurs(text) && !expected.has(name) ? [name] : [])),
  };
}

/**
 * Writes the scripts, each by a rename, so never partially. Returns what was done, or `undefined` if there was nothing to
 * do. Throws `CommandError`.
 */
export function writeScripts({ folder, expected, outdated, orphaned }: EventScripts): string | undefined {
  if (outdated.length + orphaned.length === 0) return undefined;
  try {
    makeFolder(folder);
    for (const name of outdated) {
      const staged = stagingPath(join(folder, name));
      createLike(staged, Buffer.from(expected.get(name) ?? ""), undefined);
      renameSync(staged, join(folder, name));
    }
    for (const name of orphaned) rmSync(join(folder, name));
    const removed = orphaned.length === 0 ? [] : [`removed ${formatList(orphaned)}`];
    const written = outdated.length === 0 ? [] : [`wrote ${formatList(outdated)}`];
    return `${[...written, ...removed].join(", ")} in ${folder}`;
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw usageError(`the scripts in ${folder} cannot be written: ${error.message}`, error);
  }
}

function startedFiles(form: ScriptForm, folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => form.isStarted(name));
  return new Map(files.map((file) => [file.name, file.isFile() ? textIn(join(folder, file.name)) : ""]));
}

/** A file that cannot be read is not ours. */
function textIn(path: string): string {
  try {
    return readRegular(path).bytes.toString("utf8");
  } catch {
    return "";
  }
}
