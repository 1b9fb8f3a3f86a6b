import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { POLICY_HOOK } from "@agent-hook/hooks/policy";
import { CommandError, usageError } from "../command-error.js";
import type { ChangeFlags } from "../config/change-file.js";
import { languageOf } from "../config/config-file.js";
import { orUsageError, planConfig } from "../config/config-plan.js";
import {
  assertLauncher,
  assertProjectFolder,
  assertSearchedFolder,
  assertTarget,
  hostFile,
  readTarget,
  type Target,
} from "../config/config-target.js";
import { installAndPrint } from "../config/print-done.js";
import { removeHook } from "../config/remove-hook.js";
import { ownRuntime } from "../config/runtimes.js";
import { type NamedHost, parseHost } from "../host-config/index.js";
import { AGENTS_HOSTS, PROCESSES_HOSTS } from "../host-config/installs.js";
import type { Invocation } from "../invocation.js";
import { shownCommand } from "../shown-command.js";
import { canStay, residentIn } from "./resident-entry.js";
import type { RunnerFiles } from "./runner-files.js";

/** The options of `add` and `remove`. */
export interface InstallFlags extends ChangeFlags {
  readonly host?: readonly string[];
  readonly project?: true;
  /** The host's config file. */
  readonly config?: string;
  /** Whether the launcher asks a process of the policy that stays. An entry keeps what it has. */
  readonly resident?: boolean;
}

/**
 * Returns the hosts that the user named. Also checks that their config can be written, because `add` writes the policy
 * first. Throws `CommandError`.
 */
export function namedHosts({ host: names = [], config, project, resident }: InstallFlags): readonly string[] {
  if (names.length === 0) throw usageError("expected --host, such as: --host claude-code");
  if (config !== undefined && names.length > 1) throw usageError("--config is one host's file: name one --host");
  if (config !== undefined && !existsSync(dirname(resolve(config)))) {
    throw usageError(
      `${config}: the folder ${dirname(resolve(config))} does not exist: create it, or name another file`,
    );
  }
  for (const name of names) {
    const { format } = namedHost(name);
    if (resident) assertLauncher(format);
    const callsHooks = format.places !== undefined || [...PROCESSES_HOSTS, ...AGENTS_HOSTS].some(isNamed(format.name));
    if (!callsHooks) throw usageError(`${format.title} calls no hooks: a policy has no effect there`);
    if (project && config === undefined && isAgentsHost(format.name))
      throw usageError(`--project: name ${format.title}'s file, such as: --config ${format.exampleFile ?? "FILE"}`);
  }
  return names;
}

/**
 * Throws `CommandError` if an agent would not find a project's policy from this folder, if it would deny all calls of
 * another agent, or if the paths in the config would be this machine's: an agent that has a file for projects reads paths
 * of a project only there.
 */
export async function assertShareable(hosts: readonly string[], { project, config }: InstallFlags): Promise<void> {
  if (!project) return;
  for (const name of hosts) {
    const { format } = namedHost(name);
    const { places, title } = format;
    assertSearchedFolder(format);
    if (places === undefined || config === undefined) continue;
    throw usageError(
      `expected --project or --config, not both: with --project, the entry is written to ${title}'s file in this folder, with paths that work on every machine`,
    );
  }
  const { assertNoForeignGuards } = await import("../config/foreign-guards.js");
  assertNoForeignGuards(hosts.map((name) => namedHost(name).format.name));
}

/** Returns the command that undoes `add`, for people. */
export function removeCommandFor(names: readonly string[], { host = [], project, config }: InstallFlags): string {
  const options = [...(project ? ["--project"] : []), ...(config === undefined ? [] : ["--config", config])];
  return shownCommand("remove", ...names, "--host", ...host, ...options);
}

/**
 * Changes the config of each host, also after that of another one could not be changed, and then reports which could not.
 * Returns what `config --json` prints for each.
 */
export async function onEachHost(
  invocation: Invocation,
  hosts: readonly string[],
  { json }: InstallFlags,
  change: (host: string) => Promise<unknown>,
): Promise<unknown[]> {
  const { terminal } = invocation;
  const results: unknown[] = [];
  const failures: string[] = [];
  for (const host of hosts) {
    try {
      results.push(await change(host));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const { code, message, exitCode } = error;
      invocation.exitCode = exitCode;
      results.push({ host, error: { code, message } });
      failures.push(`${host}: ${message}`);
    }
  }
  if (!json) for (const failure of failures) terminal.note(`${terminal.noteStyle("red", "agent-hook:")} ${failure}`);
  return results;
}

/** Puts a policy's hook into the config of a host, as `agent-hook config HOST --write` does. */
export async function install(
  invocation: Invocation,
  hostName: string,
  { hook, launcher }: RunnerFiles,
  policy: string,
  flags: InstallFlags,
): Promise<object | undefined> {
  const host = namedHost(hostName);
  const target = targetOf(host, flags);
  if (target.isProjects) {
    assertProjectFolder();
    assertSearchedFolder(host.format);
  }
  const file = readTarget(target, await languageOf(host.format));
  const resident = flags.resident ?? residentIn(file.value, policy) ?? (canStay(host.format) ? true : undefined);
  invocation.terminal.progress("reading the hook's manifest");
  const config = await planConfig({
    ...{ host, launcher, command: [...ownRuntime(), hook, policy] },
    ...(target.isProjects ? { project: true } : {}),
    ...(resident === undefined ? {} : { resident }),
  });
  invocation.terminal.clearProgress();
  return installAndPrint({ ...config, file }, invocation, flags);
}

/** Removes a policy's hook from the config of a host. */
export async function uninstall(
  invocation: Invocation,
  host: string,
  flags: InstallFlags,
): Promise<object | undefined> {
  const named = namedHost(host);
  return removeHook(invocation, named.format, POLICY_HOOK, targetOf(named, flags), flags);
}

/** Returns whether the host's file has a policy's hook. Throws `CommandError`. */
export async function isInstalled(hostName: string, flags: InstallFlags): Promise<boolean> {
  const host = namedHost(hostName);
  const { value } = readTarget(targetOf(host, flags), await languageOf(host.format));
  return !isDeepStrictEqual(
    orUsageError(() => host.format.remove(value, POLICY_HOOK)),
    value,
  );
}

/** Returns the file of a host that calls the policy. Throws `CommandError`. */
function targetOf(host: NamedHost, { project, config }: InstallFlags): Target {
  const { format } = host;
  const isProjects = project === true && (config === undefined || isAgentsHost(format.name));
  const file = config ?? (project ? undefined : fileWithoutPlaces(host));
  // `remove: true`: a file can be named in any folder, and only an installation needs the folder of a project.
  assertTarget(format, file, { write: true, remove: true, ...(isProjects ? { project: true } : {}) });
  const flags = { write: true, ...(project ? { project } : {}) } as const;
  return { named: config, own: file ?? hostFile(format, POLICY_HOOK, flags), isProjects };
}

/** Returns the file of a host whose file `config` expects the user to name. */
function fileWithoutPlaces({ format: { name }, version }: NamedHost): string | undefined {
  const processes = PROCESSES_HOSTS.find(isNamed(name));
  if (processes !== undefined) return processes.defaultFile(process.env);
  return AGENTS_HOSTS.find(isNamed(name))?.fileForHook(process.env, POLICY_HOOK, version);
}

/** Returns whether the file of a host is always named, also that of a project. */
function isAgentsHost(name: string): boolean {
  return AGENTS_HOSTS.some(isNamed(name));
}

function namedHost(host: string): NamedHost {
  return orUsageError(() => parseHost(host));
}

function isNamed(name: string): (host: { readonly name: string }) => boolean {
  return (host) => host.name === name;
}
