import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { assertNotAgent } from "../agent-shell.js";
import { usageError } from "../command-error.js";
import { EXIT_CODES } from "../exit-codes.js";
import { formatList } from "../format-list.js";
import { type HostFormat, type NamedHost, parseHost } from "../host-config/index.js";
import type { Invocation } from "../invocation.js";
import { assertShown } from "../platform.js";
import { shownCommand } from "../shown-command.js";
import { changeFile } from "./change-file.js";
import { type ConfigFile, editedText, languageOf, readConfigFile } from "./config-file.js";
import { type ConfigPlan, hookOf, orUsageError, planConfig } from "./config-plan.js";
import {
  assertInside,
  assertSearchedFolder,
  assertTarget,
  type ConfigFlags,
  elsewhereText,
  hostFile,
  type InstallOverrides,
  managedFile,
  namedFile,
} from "./config-target.js";
import { type EventScripts, eventScripts, writeScripts } from "./event-scripts.js";
import { assertName } from "./hook-summary.js";
import type { Language } from "./language.js";
import { hostWithMod, removeMod, writeMod } from "./mod-folder.js";
import { offerTrust, trustableEntries } from "./offer-trust.js";
import { removeEmptyFolders } from "./remove-traces.js";
import { trustBeforeRemoval } from "./settle-trust.js";

/** Prints the entry for a host's config, prints a config file with the entry, or writes or removes the entry. */
export async function config(
  invocation: Invocation,
  hostName: string,
  fileArgument: string | undefined,
  flags: ConfigFlags,
  overrides: InstallOverrides = {},
): Promise<void> {
  if (!flags.remove) assertShown("config");
  if (flags.write !== undefined) assertNotAgent("config --write");
  const host = orUsageError(() => parseHost(hostName));
  assertTarget(host.format, fileArgument ?? overrides.file, flags);
  if (flags.project && !flags.remove) assertSearchedFolder(host.format);
  if (flags.remove) await remove(invocation, host, fileArgument, flags, overrides);
  else await add(invocation, host, fileArgument, flags, overrides);
}

async function add(
  invocation: Invocation,
  host: NamedHost,
  fileArgument: string | undefined,
  flags: ConfigFlags,
  overrides: InstallOverrides,
) {
  const plan = await planConfig(invocation, host, flags, overrides);
  // `add` has checked it before it wrote the policy, and `remove` only updates an entry.
  if (flags.project && overrides.launcher === undefined) await assertAlone(plan);
  const file = fileOf(plan, plan.launch.name, fileArgument, flags, overrides);
  if (file === undefined) print(plan, invocation, flags);
  else {
    assertReadable(plan.format, file, plan.language);
    if (flags.write === undefined) printFile(plan, file, invocation, flags);
    else {
      const undo = overrides.printsUndo ? undefined : undoCommand(plan, fileArgument, flags);
      await write(plan, file, invocation, flags, undo);
    }
  }
}

/** Throws `CommandError` if, with this hook of a project, a guard would deny all calls of another host. */
async function assertAlone({ format, config }: ConfigPlan): Promise<void> {
  const { assertNoForeignGuards, launchedModes } = await import("./foreign-guards.js");
  if (launchedModes(config).includes("block")) assertNoForeignGuards([format.name]);
}

/** Returns the named file or, with `--write`, the host's own file. Throws `CommandError`. */
function fileOf(
  { format, language }: Pick<ConfigPlan, "format" | "language">,
  name: string,
  fileArgument: string | undefined,
  flags: ConfigFlags,
  overrides: InstallOverrides,
): ConfigFile | undefined {
  if (overrides.file !== undefined) return readConfigFile(overrides.file, language, true);
  const named = namedFile(fileArgument, flags.write);
  if (named !== undefined) {
    const file = readConfigFile(named, language);
    if (flags.project) assertInside(process.cwd(), file);
    return file;
  }
  const ownFile = flags.write === undefined ? undefined : hostFile(format, name, flags);
  if (ownFile === undefined) return undefined;
  const file = readConfigFile(ownFile, language, true);
  if (flags.project) assertInside(process.cwd(), file);
  return file;
}

/** Throws `CommandError` if the host cannot read the file: its hooks would guard nothing. */
function assertReadable(
  { title, rejectsJson = [] }: HostFormat,
  { name, bom, text }: ConfigFile,
  language: Language,
): void {
  const all = [...language.extrasOf(text), ...(bom === "" ? [] : (["a byte order mark"] as const))];
  const rejected = all.filter((extra) => rejectsJson.includes(extra));
  if (rejected.length === 0) return;
  throw usageError(`${name} has ${formatList(rejected)}, and ${title} does not read such files: remove that first`);
}

function print({ language, host, config, ...plan }: ConfigPlan, { terminal }: Invocation, flags: ConfigFlags): void {
  const { format, launch } = plan;
  const notes = [
    ...plan.notes,
    ...(plan.mod === undefined ? [] : [`The mod belongs into ${plan.mod.path}: --write writes it.`]),
    ...(format.placeNotes?.(undefined, launch) ?? []),
    ...whereNotes(plan, flags),
    ...lastNotes(plan, flags),
    ...inactiveNotes(plan),
  ];
  if (flags.json) {
    terminal.printJson({ host, config: printable(config, language), notes, ...(plan.mod && { mod: plan.mod }) });
  } else {
    terminal.print(language.print(config));
    for (const note of notes) terminal.note(note);
  }
}

function printable(config: JsonObject, language: Language): JsonObject {
  return language.printable?.(config) ?? config;
}

/** Names the file that the entry belongs into. */
function whereNotes({ format, launch }: Pick<ConfigPlan, "format" | "launch">, flags: ConfigFlags): string[] {
  if (flags.managed) {
    return [
      `Add it to ${managedFile(format)} as root; nothing was written`,
      "Every user must be able to read that file, the hook and the launcher, and nobody but root to change them.",
    ];
  }
  const ownFile = hostFile(format, launch.name, flags);
  const isRead = format.scripts === undefined;
  return [
    ...(ownFile === undefined ? [] : [`Add it to ${ownFile}, or use --write${flags.project ? " --project" : ""}`]),
    ...(isRead ? [] : [`${format.title} does not read this list. It starts scripts next to it, which --write writes.`]),
  ];
}

function printFile(plan: ConfigPlan, file: ConfigFile, { terminal }: Invocation, flags: ConfigFlags): void {
  const { language, host, config } = plan;
  const text = editedText(file, mergedValue(plan, file), language);
  const notes = [...notesIn(plan, file, flags), ...inactiveNotes(plan)];
  if (flags.json) {
    terminal.printJson({ host, config: printable(config, language), notes, file: file.path, text });
  } else {
    terminal.print(text.replace(/\r?\n$/, ""));
    for (const note of notes) terminal.note(note);
  }
}

async function write(
  plan: ConfigPlan,
  file: ConfigFile,
  invocation: Invocation,
  flags: ConfigFlags,
  undo: string | undefined,
): Promise<void> {
  const { format, language, launch, host } = plan;
  const { terminal } = invocation;
  const newValue = mergedValue(plan, file);
  const scripts = scriptsOf(format, file, newValue);
  const changed = await changeFile(file, newValue, language, invocation, {
    yes: flags.yes === true,
    quiet: flags.json === true,
    noChangeMessage: `nothing to change: ${file.name} already has "${launch.name}"`,
  });
  if (changed === undefined) return;
  const written = scripts && writeScripts(scripts);
  if (written !== undefined && !flags.json) terminal.print(written);
  if (plan.mod !== undefined) {
    // After the entry, which decides on every call.
    writeMod(plan.mod, hostWithMod(format.name).mod);
    if (!flags.json) terminal.print(`wrote the mod ${plan.mod.path}`);
  }
  const isPlain = file.bom === "" && language.extrasOf(file.text).length === 0;
  const plainNotes = isPlain || format.plainJsonOnly === undefined ? [] : [format.plainJsonOnly];
  const notes = [...notesIn(plan, file, flags), ...sessionNotes(format), ...plainNotes];
  const { switchedOffNotes } = await import("./switched-off.js");
  const switchedOff = switchedOffNotes(format.name, changed.file, launch.name);
  if (switchedOff.length > 0) invocation.exitCode = EXIT_CODES.findings;
  const inactive = [...inactiveNotes(plan), ...switchedOff];
  if (flags.json) {
    const mod = plan.mod && { mod: plan.mod.path };
    const config = printable(plan.config, language);
    const written = { ...changed, ...mod, ...(changed.changed && undo && { undo }) };
    terminal.printJson({ host, config, notes: [...notes, ...inactive], ...written });
    return;
  }
  if (changed.changed || plainNotes.length > 0) for (const note of notes) terminal.note(note);
  if (changed.changed && undo) terminal.note(`To undo it, remove the hook: ${undo}`);
  const trustable = trustableEntries(plan, changed.file, invocation, flags);
  const isStarted = trustable !== undefined && (await offerTrust(trustable, invocation));
  if (!isStarted) for (const note of inactive) terminal.note(note);
}

/** Returns the scripts of a value, if the host starts hooks as scripts. */
function scriptsOf({ scripts }: HostFormat, { path }: ConfigFile, value: JsonObject): EventScripts | undefined {
  return scripts === undefined ? undefined : eventScripts(scripts, dirname(path), value);
}

/** Returns the command that removes what `--write` wrote. */
function undoCommand(
  { format, launch }: ConfigPlan,
  fileArgument: string | undefined,
  { write, project }: ConfigFlags,
): string {
  const named = namedFile(fileArgument, write);
  const target = [...(named === undefined ? [] : [named]), ...(project ? ["--project"] : [])];
  return shownCommand("config", format.name, "--write", ...target, "--remove", "--name", launch.name);
}

function mergedValue({ format, config, launch }: ConfigPlan, file: ConfigFile): JsonObject {
  return orUsageError(() => format.merge(file.value, config, launch.name, launch.version), file.name);
}

/** Describes the paths in a project's file, which others may check out. */
function pathsNote({ outside }: Pick<ConfigPlan, "outside">): string {
  if (outside === undefined)
    return "To share it, commit it with the hook. Node comes from the PATH, paths from the project: while one of them is missing on a machine, a guard denies every call on that machine.";
  return `Its paths are from this machine, because ${formatList(outside)} is not in this folder: do not commit it. Move it here, or install it as a dependency of this project, and run this again.`;
}

function notesIn(plan: ConfigPlan, file: ConfigFile, flags: ConfigFlags): string[] {
  const { format, launch, notes } = plan;
  const { placeNotes, removalNotes } = format;
  return [
    ...notes,
    ...(placeNotes?.(file.value, launch) ?? []),
    ...(removalNotes?.(file.value, launch.name) ?? []),
    ...lastNotes(plan, flags),
  ];
}

function lastNotes(plan: Pick<ConfigPlan, "format" | "outside">, { project }: ConfigFlags): string[] {
  const { places } = plan.format;
  return project ? [places?.projectNote ?? STARTED_HERE, pathsNote(plan)] : [];
}

/** The note for a host whose file the user names: nothing tells the hook where that file is. */
const STARTED_HERE =
  "The hook is found only if the agent starts in this folder or below it; elsewhere, a guard denies.";

function sessionNotes({ places }: Pick<HostFormat, "places">): string[] {
  return places === undefined ? [] : [places.sessionNote];
}

function inactiveNotes({ format, launch }: Pick<ConfigPlan, "format" | "launch">): string[] {
  return format.inactive === undefined ? [] : [format.inactive(launch.name)];
}

async function remove(
  invocation: Invocation,
  { format }: NamedHost,
  fileArgument: string | undefined,
  flags: ConfigFlags,
  overrides: InstallOverrides,
): Promise<void> {
  const name = assertName(flags.name ?? (await hookOf(invocation, format, flags)).facts.name);
  const language = await languageOf(format);
  const file = fileOf({ format, language }, name, fileArgument, flags, overrides) as ConfigFile;
  const newValue = orUsageError(() => format.remove(file.value, name), file.name);
  const scripts = scriptsOf(format, file, newValue);
  const isRemoved = !isDeepStrictEqual(newValue, file.value);
  const settle = isRemoved ? await trustBeforeRemoval(format, file.path, invocation) : undefined;
  const changed = await changeFile(file, newValue, language, invocation, {
    yes: flags.yes === true,
    quiet: flags.json === true,
    noChangeMessage: `nothing to remove: ${file.name} has no "${name}"${otherNamesText(format, file)}${flags.project ? elsewhereText() : ""}`,
    removal: { name, format },
  });
  if (changed === undefined) return;
  const { isAsBefore = false, warning } = (await settle?.()) ?? {};
  const written = scripts && writeScripts(scripts);
  if (written !== undefined && !flags.json) invocation.terminal.print(written);
  const isNamed = namedFile(fileArgument, flags.write) !== undefined;
  if (!isNamed && changed.deleted?.includes(changed.file)) removeEmptyFolders(dirname(resolve(file.name)));
  // The mod belongs to the entry in the user's own config.
  const mod = !flags.project && !isNamed ? removeMod(format.name, name) : undefined;
  if (mod !== undefined && !flags.json) invocation.terminal.print(`removed the mod ${mod}`);
  const notes = [
    ...(isAsBefore ? [] : (format.removalNotes?.(file.value, name) ?? [])),
    ...(warning === undefined ? [] : [warning]),
    ...(changed.changed ? sessionNotes(format) : []),
  ];
  if (flags.json)
    invocation.terminal.printJson({
      host: format.name,
      ...(mod && { mod }),
      ...(notes.length > 0 && { notes }),
      ...changed,
    });
  else for (const note of notes) invocation.terminal.note(note);
}

/** Lists the hooks in the file, in case the user meant another one. */
function otherNamesText({ namesOf }: HostFormat, { value }: ConfigFile): string {
  const names = namesOf?.(value) ?? [];
  return names.length === 0 ? "" : `; it has ${formatList(names.map((name) => `"${name}"`))}`;
}
