import type { JsonObject } from "@agent-hook/protocol";
import { usageError } from "../command-error.js";
import type { ConfigFlags } from "../commands/config.js";
import {
  type HookFacts,
  HostConfigError,
  type HostFormat,
  type Launch,
  type NamedHost,
  parseHost,
} from "../host-config/index.js";
import type { Invocation } from "../invocation.js";
import { changeFile } from "./change-file.js";
import { type ConfigFile, readConfigFile } from "./config-file.js";
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
  { write, ...flags }: ConfigFlags,
): Promise<void> {
  if (write === undefined && (flags.remove || flags.yes)) {
    throw usageError(`${flags.remove ? "--remove" : "--yes"} goes with --write: which file is it about?`);
  }
  if (write === true && given === undefined) throw usageError("--write: which file is it about?");
  if (given !== undefined && typeof write === "string") {
    throw usageError(`name the file once: ${given} is printed with the hook in it, --write changes ${write}`);
  }
  const host = orUsageError(() => parseHost(hostName));
  const written = write === true ? given : write;
  const all = { ...flags, ...(written === undefined ? {} : { write: written }) };
  if (flags.remove) await remove(invocation, host, all);
  else await add(invocation, host, given, all);
}

/** With the file that is written, wherever it was named. */
type Flags = Omit<ConfigFlags, "write"> & { readonly write?: string };

/** What is to be configured. */
interface Wanted {
  readonly format: HostFormat;
  readonly language: Language;
  readonly launch: Launch;
  readonly host: string;
  readonly config: JsonObject;
  readonly notes: readonly string[];
}

async function add(invocation: Invocation, host: NamedHost, given: string | undefined, flags: Flags) {
  const wanted = await wantedConfig(invocation, host, flags);
  const named = flags.write ?? given;
  if (named === undefined) return print(wanted, invocation, flags);
  const file = readConfigFile(named, wanted.language);
  if (flags.write === undefined) printFile(wanted, file, invocation, flags);
  else await write(wanted, file, invocation, flags);
}

async function wantedConfig(invocation: Invocation, { format, version }: NamedHost, flags: Flags): Promise<Wanted> {
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

function print({ language, host, config, ...wanted }: Wanted, { terminal }: Invocation, { json }: Flags): void {
  const notes = [...wanted.notes, ...(wanted.format.placeNotes?.(undefined, wanted.launch) ?? [])];
  if (json) {
    terminal.printJson({ host, config, notes });
  } else {
    terminal.print(language.print(config));
    for (const note of notes) terminal.note(note);
  }
}

function printFile(wanted: Wanted, file: ConfigFile, { terminal }: Invocation, { json }: Flags): void {
  const { language, host, config } = wanted;
  const text = editedText(file, merged(wanted, file), language);
  const notes = notesIn(wanted, file);
  if (json) {
    terminal.printJson({ host, config, notes, file: file.path, text });
  } else {
    terminal.print(text.replace(/\r?\n$/, ""));
    for (const note of notes) terminal.note(note);
  }
}

async function write(wanted: Wanted, file: ConfigFile, invocation: Invocation, flags: Flags): Promise<void> {
  const { format, language, launch, host, config } = wanted;
  const { terminal } = invocation;
  const changed = await changeFile(file, merged(wanted, file), language, invocation, {
    yes: flags.yes === true,
    quiet: flags.json === true,
    nothingToDo: `nothing to change: ${file.name} has "${launch.name}" as it should be`,
  });
  if (changed === undefined) return;
  const isPlain = file.bom === "" && language.isPlain(file.text);
  const notes = [
    ...notesIn(wanted, file),
    ...(isPlain || format.plainJsonOnly === undefined ? [] : [format.plainJsonOnly]),
  ];
  if (flags.json) terminal.printJson({ host, config, notes, ...changed });
  else if (changed.changed || !isPlain) for (const note of notes) terminal.note(note);
}

function merged({ format, config, launch }: Wanted, file: ConfigFile): JsonObject {
  return orUsageError(() => format.merge(file.value, config, launch.name, launch.version), file.name);
}

function notesIn({ format, launch, notes }: Wanted, file: ConfigFile): string[] {
  return [...notes, ...(format.placeNotes?.(file.value, launch) ?? [])];
}

async function remove(invocation: Invocation, { format }: NamedHost, flags: Flags): Promise<void> {
  const name = demandName(flags.name ?? (await hookOf(invocation, format, flags)).facts.name);
  const language = await languageOf(format);
  const file = readConfigFile(flags.write as string, language);
  const without = orUsageError(() => format.remove(file.value, name), file.name);
  const changed = await changeFile(file, without, language, invocation, {
    yes: flags.yes === true,
    quiet: flags.json === true,
    nothingToDo: `nothing to remove: ${file.name} has no "${name}"`,
  });
  if (flags.json && changed !== undefined) invocation.terminal.printJson({ host: format.name, ...changed });
}

async function hookOf(invocation: Invocation, format: HostFormat, flags: Flags) {
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
