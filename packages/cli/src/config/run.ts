import { resolve } from "node:path";
import { assertNotAgent } from "../agent-shell.js";
import { type NamedHost, parseHost } from "../host-config/index.js";
import type { Invocation } from "../invocation.js";
import { assertShown } from "../platform.js";
import { policyFileOf } from "../policy/policy-command.js";
import { residentIn } from "../policy/resident-entry.js";
import { shownCommand } from "../shown-command.js";
import type { Terminal } from "../terminal/terminal.js";
import { editedText, languageOf } from "./config-file.js";
import { fileNotes, inactiveNotes, printedNotes } from "./config-notes.js";
import { type ConfigPlan, orUsageError, planConfig, readHook } from "./config-plan.js";
import {
  assertSearchedFolder,
  assertTarget,
  type ConfigFlags,
  hostFile,
  namedFile,
  readTarget,
  type Target,
} from "./config-target.js";
import { assertName } from "./hook-summary.js";
import { type InstallPlan, mergedValue, printable } from "./install-hook.js";
import { installAndPrint } from "./print-done.js";
import { removeHook } from "./remove-hook.js";

/** Prints the entry for a host's config, prints a config file with the entry, or writes or removes the entry. */
export async function config(
  invocation: Invocation,
  hostName: string,
  fileArgument: string | undefined,
  flags: ConfigFlags,
): Promise<void> {
  if (!flags.remove) assertShown("config");
  if (flags.write !== undefined) assertNotAgent("config --write");
  const host = orUsageError(() => parseHost(hostName));
  assertTarget(host.format, fileArgument, flags);
  if (flags.project && !flags.remove) assertSearchedFolder(host.format);
  const result = await (flags.remove ? remove : add)(invocation, host, fileArgument, flags);
  if (flags.json && result !== undefined) invocation.terminal.printJson(result);
}

/** Returns what `--json` prints, or `undefined` if the user declines. */
async function add(
  invocation: Invocation,
  host: NamedHost,
  fileArgument: string | undefined,
  flags: ConfigFlags,
): Promise<object | undefined> {
  const { terminal } = invocation;
  terminal.progress("reading the hook's manifest");
  const command = invocation.hookCommand(`config ${host.format.name}`);
  const kept = flags.resident === undefined ? await residentOfPolicy(command, host, fileArgument, flags) : undefined;
  const plan = await planConfig({ ...flags, ...(kept === undefined ? {} : { resident: kept }), host, command });
  terminal.clearProgress();
  if (flags.project) await assertNoOtherHost(plan);
  const target = targetOf(host, plan.launch.name, fileArgument, flags);
  if (target === undefined) return showEntry(plan, flags, terminal);
  const install = { ...plan, file: readTarget(target, plan.language), undo: undoCommand(plan, target) };
  if (flags.write === undefined) return showFile(install, flags, terminal);
  return installAndPrint(install, invocation, flags);
}

/** Returns what the entry of a policy already says about a process that stays. */
async function residentOfPolicy(
  command: readonly string[],
  host: NamedHost,
  fileArgument: string | undefined,
  flags: ConfigFlags,
): Promise<boolean | undefined> {
  const policy = policyFileOf(command);
  if (policy === undefined) return undefined;
  const { POLICY_HOOK } = await import("@agent-hook/hooks/policy");
  const target = targetOf(host, flags.name ?? POLICY_HOOK, fileArgument, flags);
  if (target === undefined) return undefined;
  const { value } = readTarget(target, await languageOf(host.format));
  return residentIn(value, resolve(policy));
}

/**
 * Throws `CommandError` if this hook is a guard, and another host would also run it from the project, and deny all calls.
 */
async function assertNoOtherHost({ format, config }: ConfigPlan): Promise<void> {
  const { assertNoForeignGuards, launchedModes } = await import("./foreign-guards.js");
  if (launchedModes(config).includes("block")) assertNoForeignGuards([format.name]);
}

/** Returns the named file or, with `--write`, the host's own file. Throws `CommandError`. */
function targetOf(
  { format }: NamedHost,
  name: string,
  fileArgument: string | undefined,
  flags: ConfigFlags,
): Target | undefined {
  const named = namedFile(fileArgument, flags.write);
  const own = named === undefined && flags.write !== undefined ? hostFile(format, name, flags) : undefined;
  if ((named ?? own) === undefined) return undefined;
  return { named, own, isProjects: flags.project === true };
}

function showEntry(plan: ConfigPlan, flags: ConfigFlags, terminal: Terminal): object {
  const notes = printedNotes(plan, flags);
  if (!flags.json) show(plan.language.print(plan.config), notes, terminal);
  return { host: plan.host, config: printable(plan), notes, ...(plan.mod && { mod: plan.mod }) };
}

function showFile(plan: InstallPlan, flags: ConfigFlags, terminal: Terminal): object {
  const { host, file, language } = plan;
  const text = editedText(file, mergedValue(plan), language);
  const notes = [...fileNotes(plan, file), ...inactiveNotes(plan)];
  if (!flags.json) show(text.replace(/\r?\n$/, ""), notes, terminal);
  return { host, config: printable(plan), notes, file: file.path, text };
}

function show(text: string, notes: readonly string[], terminal: Terminal): void {
  terminal.print(text);
  for (const note of notes) terminal.note(note);
}

/** Returns the command that removes what `--write` wrote. */
function undoCommand({ format, launch }: ConfigPlan, { named, isProjects }: Target): string {
  const target = [...(named === undefined ? [] : [named]), ...(isProjects ? ["--project"] : [])];
  return shownCommand("config", format.name, "--write", ...target, "--remove", "--name", launch.name);
}

async function remove(
  invocation: Invocation,
  host: NamedHost,
  fileArgument: string | undefined,
  flags: ConfigFlags,
): Promise<object | undefined> {
  const { format } = host;
  const commandOf = () =>
    invocation.hookCommand(`config ${format.name}`, "; or the entry's name, such as: --name my-hook");
  const name = assertName(flags.name ?? (await readHook({ ...flags, host, command: commandOf() })).facts.name);
  // `assertTarget` requires --write next to --remove, so there is a file.
  const target = targetOf(host, name, fileArgument, flags) as Target;
  return removeHook(invocation, format, name, target, flags);
}
