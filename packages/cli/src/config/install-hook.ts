import { dirname } from "node:path";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { usageError } from "../command-error.js";
import { formatList } from "../format-list.js";
import type { HostFormat } from "../host-config/index.js";
import { type Approve, changeFile, changeLines } from "./change-file.js";
import type { ConfigFile } from "./config-file.js";
import { fileNotes, inactiveNotes, sessionNotes } from "./config-notes.js";
import { type ConfigPlan, orUsageError } from "./config-plan.js";
import { type EventScripts, eventScripts, writeScripts } from "./event-scripts.js";
import type { Language } from "./language.js";
import { assertOwnFolder, hostWithMod, writeMod } from "./mod-folder.js";

/** A hook's entry, and the file that receives it. */
export interface InstallPlan extends ConfigPlan {
  readonly file: ConfigFile;
  /** The command that removes the entry, unless another command removes more. */
  readonly undo?: string;
}

/** What was done to a host's config. */
export interface Done {
  /** One line for each file. */
  readonly lines: readonly string[];
  readonly notes: readonly string[];
  /** What `--json` prints. */
  readonly json: object;
}

export interface Installed extends Done {
  /** The real path of the host's file. */
  readonly path: string;
  /** Why the host does not start the hook yet. */
  readonly inactive: readonly string[];
  readonly isSwitchedOff: boolean;
}

/**
 * Writes a hook's entry into a host's file, with the scripts or the mod that belong to it. Returns `undefined` if the file
 * may not be changed. Throws `CommandError`.
 */
export async function installHook(plan: InstallPlan, approve: Approve): Promise<Installed | undefined> {
  const { format, language, launch, file, mod, host } = plan;
  const newValue = mergedValue(plan);
  const scripts = scriptsOf(format, file, newValue);
  if (mod !== undefined) assertOwnFolder(mod, hostWithMod(format.name).mod);
  const change = await changeFile(file, newValue, language, approve);
  if (change === undefined) return undefined;
  const written = scripts && writeScripts(scripts);
  // After the entry, which decides on every call.
  if (mod !== undefined) writeMod(mod);
  const extras = extrasOf(file, language);
  const plainNotes = extras.length === 0 || format.plainJsonOnly === undefined ? [] : [format.plainJsonOnly];
  const notes = [...fileNotes(plan, file), ...sessionNotes(format), ...plainNotes];
  const { switchedOffNotes } = await import("./switched-off.js");
  const switchedOff = switchedOffNotes(format.name, change.file, launch.name);
  const inactive = [...inactiveNotes(plan), ...switchedOff];
  const undo = change.changed ? plan.undo : undefined;
  return {
    path: change.file,
    lines: [
      ...changeLines(change, file.name, `nothing to change: ${file.name} already has "${launch.name}"`),
      ...(written === undefined ? [] : [written]),
      ...(mod === undefined ? [] : [`wrote the mod ${mod.path}`]),
    ],
    notes: [
      ...(change.changed || plainNotes.length > 0 ? notes : []),
      ...(undo === undefined ? [] : [`To undo it, remove the hook: ${undo}`]),
    ],
    inactive,
    isSwitchedOff: switchedOff.length > 0,
    json: {
      ...{ host, config: printable(plan), notes: [...notes, ...inactive] },
      ...change,
      ...(mod && { mod: mod.path }),
      ...(undo && { undo }),
    },
  };
}

/** Returns the value of the file with the entry. Throws `CommandError` if the host cannot read the file. */
export function mergedValue({ format, config, launch, language, file }: InstallPlan): JsonObject {
  const { title, rejectsJson = [] } = format;
  // The host's hooks would guard nothing.
  const rejected = extrasOf(file, language).filter((extra) => rejectsJson.includes(extra));
  if (rejected.length > 0) {
    const what = formatList(rejected);
    throw usageError(`${file.name} has ${what}, and ${title} does not read such files: remove that first`);
  }
  return orUsageError(() => format.merge(file.value, config, launch.name, launch.version), file.name);
}

/** Returns the features of a file that not every parser accepts. */
function extrasOf({ text, bom }: ConfigFile, language: Language) {
  return [...language.extrasOf(text), ...(bom === "" ? [] : (["a byte order mark"] as const))];
}

/** Returns the entry as the host reads it in its file. */
export function printable({ config, language }: Pick<ConfigPlan, "config" | "language">): JsonObject {
  return language.printable?.(config) ?? config;
}

/** Returns the scripts of a value, if the host starts hooks as scripts. */
export function scriptsOf({ scripts }: HostFormat, { path }: ConfigFile, value: JsonObject): EventScripts | undefined {
  return scripts === undefined ? undefined : eventScripts(scripts, dirname(path), value);
}
