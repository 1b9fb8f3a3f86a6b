import type { JsonObject } from "@agent-hook/protocol";
import { usageError } from "../command-error.js";
import { type HostFormat, type NamedHost, parseHost } from "../host-config/index.js";
import type { Invocation } from "../invocation.js";
import { list } from "../words.js";
import { changeFile } from "./change-file.js";
import { type ConfigFile, editedText, languageOf, readConfigFile } from "./config-file.js";
import { assertInside, assertTarget, type ConfigFlags, hostFile, namedFile } from "./config-target.js";
import { assertName } from "./facts.js";
import type { Language } from "./language.js";
import { hookOf, orUsageError, type Wanted, wantedConfig } from "./wanted-config.js";

/** Prints what to paste into a host's config, prints a config file with the hook in it, or writes it. */
export async function config(
  invocation: Invocation,
  hostName: string,
  given: string | undefined,
  flags: ConfigFlags,
): Promise<void> {
  const host = orUsageError(() => parseHost(hostName));
  assertTarget(host.format, given, flags);
  if (flags.remove) await remove(invocation, host, given, flags);
  else await add(invocation, host, given, flags);
}

async function add(invocation: Invocation, host: NamedHost, given: string | undefined, flags: ConfigFlags) {
  const wanted = await wantedConfig(invocation, host, flags);
  const file = fileOf(wanted, wanted.launch.name, given, flags);
  if (file === undefined) print(wanted, invocation, flags);
  else {
    assertRead(wanted.format, file, wanted.language);
    if (flags.write === undefined) printFile(wanted, file, invocation, flags);
    else await write(wanted, file, invocation, flags);
  }
}

/** Returns the named file or, with `--write`, the host's own file. Throws `CommandError`. */
function fileOf(
  { format, language }: Pick<Wanted, "format" | "language">,
  name: string,
  given: string | undefined,
  flags: ConfigFlags,
): ConfigFile | undefined {
  const named = namedFile(given, flags.write);
  if (named !== undefined) return readConfigFile(named, language);
  const own = flags.write === undefined ? undefined : hostFile(format, name, flags);
  if (own === undefined) return undefined;
  const file = readConfigFile(own, language, true);
  if (flags.project) assertInside(process.cwd(), file);
  return file;
}

/** Throws `CommandError` if the host cannot read the file: its hooks would guard nothing. */
function assertRead(
  { title, rejectsJson = [] }: HostFormat,
  { name, bom, text }: ConfigFile,
  language: Language,
): void {
  const all = [...language.extrasOf(text), ...(bom === "" ? [] : (["a byte order mark"] as const))];
  const found = all.filter((extra) => rejectsJson.includes(extra));
  if (found.length === 0) return;
  throw usageError(`${name} has ${list(found)}, and ${title} does not read such files: remove that first`);
}

function print({ language, host, config, ...wanted }: Wanted, { terminal }: Invocation, flags: ConfigFlags): void {
  const { format, launch } = wanted;
  const own = hostFile(format, launch.name, flags);
  const notes = [
    ...wanted.notes,
    ...(format.placeNotes?.(undefined, launch) ?? []),
    ...(own === undefined ? [] : [`Add it to ${own}, or use --write${flags.project ? " --project" : ""}`]),
    ...lastNotes(wanted, flags),
  ];
  if (flags.json) {
    terminal.printJson({ host, config, notes });
  } else {
    terminal.print(language.print(config));
    for (const note of notes) terminal.note(note);
  }
}

function printFile(wanted: Wanted, file: ConfigFile, { terminal }: Invocation, flags: ConfigFlags): void {
  const { language, host, config } = wanted;
  const text = editedText(file, merged(wanted, file), language);
  const notes = notesIn(wanted, file, flags);
  if (flags.json) {
    terminal.printJson({ host, config, notes, file: file.path, text });
  } else {
    terminal.print(text.replace(/\r?\n$/, ""));
    for (const note of notes) terminal.note(note);
  }
}

async function write(wanted: Wanted, file: ConfigFile, invocation: Invocation, flags: ConfigFlags): Promise<void> {
  const { format, language, launch, host, config } = wanted;
  const { terminal } = invocation;
  const changed = await changeFile(file, merged(wanted, file), language, invocation, {
    yes: flags.yes === true,
    quiet: flags.json === true,
    nothingToDo: `nothing to change: ${file.name} already has "${launch.name}"`,
  });
  if (changed === undefined) return;
  const isPlain = file.bom === "" && language.extrasOf(file.text).length === 0;
  const plainNotes = isPlain || format.plainJsonOnly === undefined ? [] : [format.plainJsonOnly];
  const notes = [...notesIn(wanted, file, flags), ...plainNotes];
  if (flags.json) terminal.printJson({ host, config, notes, ...changed });
  else for (const note of changed.changed || plainNotes.length > 0 ? notes : inactiveNotes(wanted)) terminal.note(note);
}

function merged({ format, config, launch }: Wanted, file: ConfigFile): JsonObject {
  return orUsageError(() => format.merge(file.value, config, launch.name, launch.version), file.name);
}

/** For a file that others may check out. */
const ITS_PATHS = "Its paths are from this machine: on other machines, run the same command there.";

function notesIn(wanted: Wanted, file: ConfigFile, flags: ConfigFlags): string[] {
  const { format, launch, notes } = wanted;
  const { placeNotes, movingNotes } = format;
  return [
    ...notes,
    ...(placeNotes?.(file.value, launch) ?? []),
    ...(movingNotes?.(file.value, launch.name) ?? []),
    ...lastNotes(wanted, flags),
  ];
}

function lastNotes(wanted: Pick<Wanted, "format" | "launch">, { project }: ConfigFlags): string[] {
  const { places } = wanted.format;
  return [...(project && places ? [places.projectNote, ITS_PATHS] : []), ...inactiveNotes(wanted)];
}

function inactiveNotes({ format, launch }: Pick<Wanted, "format" | "launch">): string[] {
  return format.inactive === undefined ? [] : [format.inactive(launch.name)];
}

async function remove(
  invocation: Invocation,
  { format }: NamedHost,
  given: string | undefined,
  flags: ConfigFlags,
): Promise<void> {
  const name = assertName(flags.name ?? (await hookOf(invocation, format, flags)).facts.name);
  const language = await languageOf(format);
  const file = fileOf({ format, language }, name, given, flags) as ConfigFile;
  const without = orUsageError(() => format.remove(file.value, name), file.name);
  const changed = await changeFile(file, without, language, invocation, {
    yes: flags.yes === true,
    quiet: flags.json === true,
    nothingToDo: `nothing to remove: ${file.name} has no "${name}"${othersIn(format, file)}`,
  });
  if (changed === undefined) return;
  const notes = format.movingNotes?.(file.value, name) ?? [];
  if (flags.json) invocation.terminal.printJson({ host: format.name, ...(notes.length > 0 && { notes }), ...changed });
  else for (const note of notes) invocation.terminal.note(note);
}

/** Lists the hooks in the file, in case another one was meant. */
function othersIn({ namesOf }: HostFormat, { value }: ConfigFile): string {
  const names = namesOf?.(value) ?? [];
  return names.length === 0 ? "" : `; it has ${list(names.map((name) => `"${name}"`))}`;
}
