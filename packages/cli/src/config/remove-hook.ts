import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { formatList } from "../format-list.js";
import type { HostFormat } from "../host-config/index.js";
import type { Invocation } from "../invocation.js";
import { approval, type ChangeFlags, changeFile, changeLines } from "./change-file.js";
import { type ConfigFile, languageOf } from "./config-file.js";
import { sessionNotes } from "./config-notes.js";
import { orUsageError } from "./config-plan.js";
import { elsewhereText, readTarget, type Target } from "./config-target.js";
import { writeScripts } from "./event-scripts.js";
import { scriptsOf } from "./install-hook.js";
import { removeMod } from "./mod-folder.js";
import { printDone } from "./print-done.js";
import { removeEmptyFolders } from "./remove-traces.js";
import { trustBeforeRemoval } from "./settle-trust.js";

/**
 * Removes a hook's entry from a host's file, and what belongs to it, after the user agreed, and prints what was done. Returns
 * what `--json` prints, or `undefined` if the user declined. Throws `CommandError`.
 */
export async function removeHook(
  invocation: Invocation,
  format: HostFormat,
  name: string,
  target: Target,
  flags: ChangeFlags,
): Promise<object | undefined> {
  const language = await languageOf(format);
  const file = readTarget(target, language);
  const newValue = orUsageError(() => format.remove(file.value, name), file.name);
  const scripts = scriptsOf(format, file, newValue);
  const isRemoved = !isDeepStrictEqual(newValue, file.value);
  const settle = isRemoved ? await trustBeforeRemoval(format, file.path, invocation) : undefined;
  const change = await changeFile(file, newValue, language, approval(invocation, flags), { name, format });
  if (change === undefined) return undefined;
  const { isAsBefore = false, warning } = (await settle?.()) ?? {};
  const written = scripts && writeScripts(scripts);
  const isHosts = target.named === undefined;
  if (isHosts && change.deleted?.includes(change.file)) removeEmptyFolders(dirname(resolve(file.name)));
  // The mod belongs to the entry in the user's own config.
  const mod = isHosts && !target.isProjects ? removeMod(format.name, name) : undefined;
  const elsewhere = target.isProjects ? elsewhereText() : "";
  const lines = [
    ...changeLines(
      change,
      file.name,
      `nothing to remove: ${file.name} has no "${name}"${otherNamesText(format, file)}${elsewhere}`,
    ),
    ...(written === undefined ? [] : [written]),
    ...(mod === undefined ? [] : [`removed the mod ${mod}`]),
  ];
  const notes = [
    ...(isAsBefore ? [] : (format.removalNotes?.(file.value, name) ?? [])),
    ...(warning === undefined ? [] : [warning]),
    ...(change.changed ? sessionNotes(format) : []),
  ];
  const json = { host: format.name, ...(mod && { mod }), ...(notes.length > 0 && { notes }), ...change };
  if (!flags.json) printDone({ lines, notes, json }, invocation.terminal);
  return json;
}

/** Lists the hooks in the file, in case the user meant another one. */
function otherNamesText({ namesOf }: HostFormat, { value }: ConfigFile): string {
  const names = namesOf?.(value) ?? [];
  return names.length === 0 ? "" : `; it has ${formatList(names.map((name) => `"${name}"`))}`;
}
