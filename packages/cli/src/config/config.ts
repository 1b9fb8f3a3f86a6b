import type { JsonObject } from "@agent-hook/protocol";
import { usageError } from "../command-error.js";
import type { ConfigFlags } from "../commands/config.js";
import { EXIT_CODES } from "../exit-codes.js";
import {
  type HookFacts,
  HostConfigError,
  type HostFormat,
  type Launch,
  type NamedHost,
  parseHost,
} from "../host-config/index.js";
import type { Invocation } from "../invocation.js";
import { list } from "../words.js";
import { changeFile } from "./change-file.js";
import { type ConfigFile, readConfigFile } from "./config-file.js";
import { demandTarget, hostFile, namedFile } from "./config-target.js";
import { editedText } from "./edited-text.js";
import { demandName, factsOf } from "./facts.js";
import { findLauncher } from "./find-launcher.js";
import { type Language, languageOf } from "./language.js";
import { resolveCommand } from "./resolve-command.js";

/** Prints what to paste into a host's config, a config file with it, or puts it there. */
export async function config(
  invocation: Invocation,
  hostName: string,
  given: string | undefined,
  flags: ConfigFlags,
): Promise<void> {
  const host = orUsageError(() => parseHost(hostName));
  demandTarget(host.format, given, flags);
  if (flags.remove) await remove(invocation, host, given, flags);
  else await add(invocation, host, given, flags);
}

/** What is to be configured. */
interface Wanted {
  readonly format: HostFormat;
  readonly language: Language;
  readonly launch: Launch;
  readonly host: string;
  readonly config: JsonObject;
  readonly notes: readonly string[];
}

async function add(invocation: Invocation, host: NamedHost, given: string | undefined, flags: ConfigFlags) {
  const wanted = await wantedConfig(invocation, host, flags);
  const file = fileOf(wanted, wanted.launch.name, given, flags);
  if (file === undefined) print(wanted, invocation, flags);
  else {
    demandRead(wanted.format, file, wanted.language);
    if (flags.write === undefined) printFile(wanted, file, invocation, flags);
    else if (!(await write(wanted, file, invocation, flags))) return;
  }
  if (wanted.format.inactive !== undefined) invocation.exitCode = EXIT_CODES.findings;
}

/** The file that was named or, where it is to be written, the host's own. Throws `CommandError`. */
function fileOf(
  { format, language }: Pick<Wanted, "format" | "language">,
  name: string,
  given: string | undefined,
  flags: ConfigFlags,
): ConfigFile | undefined {
  const named = namedFile(given, flags.write);
  if (named !== undefined) return readConfigFile(named, language);
  const own = flags.write === undefined ? undefined : hostFile(format, name, flags);
  return own === undefined ? undefined : readConfigFile(own, language, true);
}

/** A hook in a file that the host does not read guards nothing. Throws `CommandError`. */
function demandRead({ unread }: HostFormat, { name, bom, text }: ConfigFile, language: Language): void {
  const all = [...language.extrasOf(text), ...(bom === "" ? [] : (["a byte order mark"] as const))];
  const found = all.filter((extra) => unread?.extras.includes(extra));
  if (unread === undefined || found.length === 0) return;
  throw usageError(`${name} has ${list(found)}, and ${unread.by} does not read such a file: take that out first`);
}

async function wantedConfig(
  invocation: Invocation,
  { format, version }: NamedHost,
  flags: ConfigFlags,
): Promise<Wanted> {
  const { terminal } = invocation;
  terminal.progress("asking the hook what it handles");
  const { command, launcher, facts } = await hookOf(invocation, format, flags);
  terminal.clearProgress();
  refuseUntried(facts, format, process.platform);
  const name = demandName(flags.name ?? facts.name);
  const launch: Launch = {
    name,
    command,
    ...(version === undefined ? {} : { version }),
    ...launcher,
  };
  const { config, notes } = orUsageError(() => format.build(facts, launch));
  const host = version === undefined ? format.name : `${format.name}@${version}`;
  return { format, language: await languageOf(format), launch, host, config, notes };
}

function print({ language, host, config, ...wanted }: Wanted, { terminal }: Invocation, flags: ConfigFlags): void {
  const { format, launch } = wanted;
  const own = hostFile(format, launch.name, flags);
  const notes = [
    ...wanted.notes,
    ...(format.placeNotes?.(undefined, launch) ?? []),
    ...(own === undefined ? [] : [`Put it into ${own}, or have that done: --write`]),
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

/** Whether the file is as wanted now. */
async function write(wanted: Wanted, file: ConfigFile, invocation: Invocation, flags: ConfigFlags): Promise<boolean> {
  const { format, language, launch, host, config } = wanted;
  const { terminal } = invocation;
  const changed = await changeFile(file, merged(wanted, file), language, invocation, {
    yes: flags.yes === true,
    quiet: flags.json === true,
    nothingToDo: `nothing to change: ${file.name} has "${launch.name}" as it should be`,
  });
  if (changed === undefined) return false;
  const isPlain = file.bom === "" && language.extrasOf(file.text).length === 0;
  const notes = [
    ...notesIn(wanted, file, flags),
    ...(isPlain || format.plainJsonOnly === undefined ? [] : [format.plainJsonOnly]),
  ];
  if (flags.json) terminal.printJson({ host, config, notes, ...changed });
  else for (const note of changed.changed || !isPlain ? notes : inactiveNotes(wanted)) terminal.note(note);
  return true;
}

function merged({ format, config, launch }: Wanted, file: ConfigFile): JsonObject {
  return orUsageError(() => format.merge(file.value, config, launch.name, launch.version), file.name);
}

function notesIn(wanted: Wanted, file: ConfigFile, flags: ConfigFlags): string[] {
  const { format, launch, notes } = wanted;
  return [...notes, ...(format.placeNotes?.(file.value, launch) ?? []), ...lastNotes(wanted, flags)];
}

function lastNotes(wanted: Pick<Wanted, "format" | "launch">, { project }: ConfigFlags): string[] {
  const { places } = wanted.format;
  return [...(project && places ? [places.projectNote] : []), ...inactiveNotes(wanted)];
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
  const name = demandName(flags.name ?? (await hookOf(invocation, format, flags)).facts.name);
  const language = await languageOf(format);
  const file = fileOf({ format, language }, name, given, flags) as ConfigFile;
  const without = orUsageError(() => format.remove(file.value, name), file.name);
  const changed = await changeFile(file, without, language, invocation, {
    yes: flags.yes === true,
    quiet: flags.json === true,
    nothingToDo: `nothing to remove: ${file.name} has no "${name}"`,
  });
  if (flags.json && changed !== undefined) invocation.terminal.printJson({ host: format.name, ...changed });
}

async function hookOf(invocation: Invocation, format: HostFormat, flags: ConfigFlags) {
  const command = await resolveCommand(invocation.hookCommand(`config ${format.name}`));
  const launcher = format.needsLauncher ? { launcher: findLauncher(command) } : {};
  orUsageError(() => format.demandCommand?.({ command, ...launcher }));
  const facts = await factsOf(command, format, flags);
  if (facts.deadlines !== undefined && command.some((arg) => /^--host(=|$)/.test(arg))) {
    throw usageError("leave --host out of the hook's command: it is put into the config");
  }
  return { command, launcher, facts };
}

/** What was not tried on real hosts there is no promise about. */
export function refuseUntried(
  { name, onFailure }: HookFacts,
  format: Pick<HostFormat, "name" | "needsLauncher">,
  platform: NodeJS.Platform,
): void {
  if (platform !== "win32") return;
  if (format.needsLauncher) {
    throw usageError(`hooks of ${format.name} are started by a POSIX shell script: use Linux or macOS`);
  }
  if (onFailure !== "block") return;
  throw usageError(
    `"${name}" has onFailure "block", which was not tried on Windows: no config is made that may leave an agent unguarded; use Linux or macOS`,
  );
}

function orUsageError<T>(make: () => T, file?: string): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof HostConfigError)) throw error;
    throw usageError(file === undefined ? error.message : `${file}: ${error.message}`, error);
  }
}
