import type { JsonObject } from "@agent-hook/protocol";
import { usageError } from "../command-error.js";
import type { ConfigFlags } from "../commands/config.js";
import { type HookFacts, HostConfigError, type NamedHost, parseHost } from "../host-config/index.js";
import type { Invocation } from "../invocation.js";
import { changeFile } from "./change-file.js";
import { demandName, factsOf } from "./facts.js";
import { resolveCommand } from "./resolve-command.js";

/** Prints what to paste into a host's config, or puts it there. */
export async function config(invocation: Invocation, hostName: string, flags: ConfigFlags): Promise<void> {
  if (flags.write === undefined && (flags.remove || flags.yes)) {
    throw usageError(`${flags.remove ? "--remove" : "--yes"} goes with --write: which file is it about?`);
  }
  const host = orUsageError(() => parseHost(hostName));
  if (flags.remove) await remove(invocation, host, flags);
  else await add(invocation, host, flags);
}

async function add(invocation: Invocation, host: NamedHost, flags: ConfigFlags): Promise<void> {
  const { terminal } = invocation;
  const { format, version } = host;
  terminal.progress("asking the hook what it handles");
  const { command, facts } = await hookOf(invocation, format.name, flags);
  terminal.clearProgress();
  refuseUntried(facts, process.platform);
  const name = demandName(flags.name ?? facts.name);
  const launch = { name, command, ...(version === undefined ? {} : { version }) };
  const { config, notes } = orUsageError(() => format.build(facts, launch));
  const result = { host: version === undefined ? format.name : `${format.name}@${version}`, config };
  const said = [...notes];
  if (flags.write === undefined) {
    terminal.printJson(flags.json ? { ...result, notes } : config);
  } else {
    const merge = (file: JsonObject) => orUsageError(() => format.merge(file, config, name), flags.write);
    const changed = await changeFile(flags.write, merge, invocation, {
      yes: flags.yes === true,
      quiet: flags.json === true,
      nothingToDo: `nothing to change: ${flags.write} has "${name}" as it should be`,
    });
    if (changed === undefined) return;
    const { isPlainJson, ...done } = changed;
    if (!isPlainJson && format.plainJsonOnly !== undefined) said.push(format.plainJsonOnly);
    if (flags.json) terminal.printJson({ ...result, notes: said, ...done });
    if (!changed.changed && isPlainJson) return;
  }
  if (!flags.json) for (const note of said) terminal.note(note);
}

async function remove(invocation: Invocation, { format }: NamedHost, flags: ConfigFlags): Promise<void> {
  const name = demandName(flags.name ?? (await hookOf(invocation, format.name, flags)).facts.name);
  const file = flags.write as string;
  const without = (value: JsonObject) => orUsageError(() => format.remove(value, name), file);
  const changed = await changeFile(file, without, invocation, {
    yes: flags.yes === true,
    quiet: flags.json === true,
    nothingToDo: `nothing to remove: ${file} has no "${name}"`,
  });
  if (!flags.json || changed === undefined) return;
  const { isPlainJson: _, ...done } = changed;
  invocation.terminal.printJson({ host: format.name, ...done });
}

async function hookOf(invocation: Invocation, hostName: string, flags: ConfigFlags) {
  const command = await resolveCommand(invocation.hookCommand(`config ${hostName}`));
  const facts = await factsOf(command, flags);
  if (facts.deadlines !== undefined && command.some((arg) => /^--host(=|$)/.test(arg))) {
    throw usageError("leave --host out of the hook's command: it is put into the config");
  }
  return { command, facts };
}

/** What was not tried on real hosts there is no promise about. */
export function refuseUntried({ name, onFailure }: HookFacts, platform: NodeJS.Platform): void {
  if (platform !== "win32" || onFailure !== "block") return;
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
