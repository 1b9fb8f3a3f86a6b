import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { POLICY_HOOK } from "@agent-hook/hooks/policy";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { CommandError, usageError } from "../command-error.js";
import { languageOf, readConfigFile } from "../config/config-file.js";
import { orUsageError } from "../config/config-plan.js";
import {
  assertLauncher,
  assertSearchedFolder,
  type ConfigFlags,
  hostFile,
  type InstallOverrides,
} from "../config/config-target.js";
import { config } from "../config/run.js";
import { type NamedHost, parseHost } from "../host-config/index.js";
import { AGENTS_HOSTS, PROCESSES_HOSTS } from "../host-config/installs.js";
import { Invocation } from "../invocation.js";
import { shownCommand } from "../shown-command.js";
import { Terminal } from "../terminal/terminal.js";
import { startsResident } from "./resident-entry.js";
import type { RunnerFiles } from "./runner-files.js";

/** The options of `add` and `remove`. */
export interface InstallFlags {
  readonly host?: readonly string[];
  readonly project?: true;
  /** The host's config file. */
  readonly config?: string;
  /** The launcher asks a process of the policy that stays. An entry that has it keeps it. */
  readonly resident?: true;
  readonly yes?: true;
  readonly json?: true;
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
    if (resident) assertLauncher(format.name, format.needsLauncher);
    const callsHooks = format.places !== undefined || [...PROCESSES_HOSTS, ...AGENTS_HOSTS].some(isNamed(format.name));
    if (!callsHooks) throw usageError(`${format.title} calls no hooks: a policy has no effect there`);
    if (project && config === undefined && isAgentsHost(name))
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
  outer: Invocation,
  host: string,
  { hook, launcher }: RunnerFiles,
  policy: string,
  flags: InstallFlags,
): Promise<unknown> {
  const isResident = flags.resident ?? startsResident(await configValue(host, flags), policy);
  const extraFlags = isResident ? ({ resident: true } as const) : {};
  return change(outer, host, [process.execPath, hook, policy], flags, extraFlags, { launcher, printsUndo: true });
}

/** Removes a policy's hook from the config of a host. */
export async function uninstall(outer: Invocation, host: string, flags: InstallFlags): Promise<unknown> {
  return change(outer, host, undefined, flags, { remove: true, name: POLICY_HOOK }, {});
}

/** Returns whether the host's file has a policy's hook. Throws `CommandError`. */
export async function isInstalled(host: string, flags: InstallFlags): Promise<boolean> {
  const value = await configValue(host, flags);
  const rest = orUsageError(() => namedHost(host).format.remove(value, POLICY_HOOK));
  return !isDeepStrictEqual(rest, value);
}

/** Returns the value of the host's file, or an empty object if there is none. Throws `CommandError`. */
async function configValue(host: string, flags: InstallFlags): Promise<JsonObject> {
  const named = namedHost(host);
  const file =
    flags.config ??
    defaultFile(named, flags.project === true) ??
    hostFile(named.format, POLICY_HOOK, { ...(flags.project && { project: true }), write: true });
  return file === undefined ? {} : readConfigFile(file, await languageOf(named.format), true).value;
}

/** Writes the config of a host, and returns what `config --json` prints. `outer` receives the exit code. */
async function change(
  outer: Invocation,
  host: string,
  command: readonly string[] | undefined,
  { project, config: configFlag, yes, json }: InstallFlags,
  extraFlags: ConfigFlags,
  overrides: InstallOverrides,
): Promise<unknown> {
  const results: unknown[] = [];
  const terminal = json ? new CollectingTerminal(results) : outer.terminal;
  const inner = new Invocation(terminal, command);
  const file = configFlag ?? defaultFile(namedHost(host), project === true);
  const flags: ConfigFlags = {
    write: true,
    ...(project && (configFlag === undefined || isAgentsHost(host)) ? { project } : {}),
    ...(yes ? { yes } : {}),
    ...(json ? { json } : {}),
    ...extraFlags,
  };
  const isCreated = configFlag === undefined && file !== undefined;
  await config(inner, host, isCreated ? undefined : file, flags, isCreated ? { ...overrides, file } : overrides);
  outer.exitCode ||= inner.exitCode;
  return results[0];
}

/**
 * Returns the host's file to pass to `config`, or `undefined` if `config` finds the file itself or the user must name
 * it.
 */
function defaultFile({ format: { name }, version }: NamedHost, project: boolean): string | undefined {
  if (project) return undefined;
  const processes = PROCESSES_HOSTS.find(isNamed(name));
  if (processes !== undefined) return processes.defaultFile(process.env);
  return AGENTS_HOSTS.find(isNamed(name))?.fileForHook(process.env, POLICY_HOOK, version);
}

/** Returns whether the file of a host is always named, also that of a project. */
function isAgentsHost(host: string): boolean {
  return AGENTS_HOSTS.some(isNamed(namedHost(host).format.name));
}

function namedHost(host: string): NamedHost {
  return orUsageError(() => parseHost(host));
}

function isNamed(name: string): (host: { readonly name: string }) => boolean {
  return (host) => host.name === name;
}

/** Keeps what `config --json` prints, because `add` and `remove` print one document for everything. */
class CollectingTerminal extends Terminal {
  constructor(private readonly results: unknown[]) {
    super(process.stdout, process.stderr);
  }

  override printJson(value: unknown): void {
    this.results.push(value);
  }
}
