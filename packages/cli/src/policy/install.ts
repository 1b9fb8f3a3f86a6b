import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { POLICY_HOOK } from "@agent-hook/hooks/policy";
import { quoted } from "@agent-hook/sdk/internal/installs";
import { usageError } from "../command-error.js";
import { orUsageError } from "../config/config-plan.js";
import type { ConfigFlags, InstallOverrides } from "../config/config-target.js";
import { config } from "../config/run.js";
import { type NamedHost, parseHost } from "../host-config/index.js";
import { AGENTS_HOSTS, PROCESSES_HOSTS } from "../host-config/installs.js";
import { Invocation } from "../invocation.js";
import { Terminal } from "../terminal/terminal.js";
import type { RunnerFiles } from "./runner-files.js";

/** The options of `add` and `remove`. */
export interface InstallFlags {
  readonly host?: readonly string[];
  readonly project?: true;
  /** The host's config file. */
  readonly config?: string;
  readonly yes?: true;
  readonly json?: true;
}

/**
 * Returns the hosts that the user named. Also checks that their config can be written, because `add` writes the policy
 * first. Throws `CommandError`.
 */
export function namedHosts({ host: names = [], config, project }: InstallFlags): readonly string[] {
  if (names.length === 0) throw usageError("expected --host, such as: --host claude-code");
  if (config !== undefined && names.length > 1) throw usageError("--config is one host's file: name one --host");
  if (config !== undefined && !existsSync(dirname(resolve(config)))) {
    throw usageError(
      `${config}: the folder ${dirname(resolve(config))} does not exist: create it, or name another file`,
    );
  }
  for (const name of names) {
    const { format } = orUsageError(() => parseHost(name));
    const callsHooks = format.places !== undefined || [...PROCESSES_HOSTS, ...AGENTS_HOSTS].some(isNamed(format.name));
    if (!callsHooks) throw usageError(`${format.title} calls no hooks: a policy has no effect there`);
    if (project && config === undefined && isAgentsHost(name))
      throw usageError(`--project: name ${format.title}'s file, such as: --config ${format.exampleFile ?? "FILE"}`);
  }
  return names;
}

/** Returns the command that undoes `add`, for people. */
export function removeCommandFor(names: readonly string[], { host = [], project, config }: InstallFlags): string {
  const options = [...(project ? ["--project"] : []), ...(config === undefined ? [] : ["--config", config])];
  return ["npx", "agent-hook", "remove", ...names, "--host", ...host, ...options].map(quoted).join(" ");
}

/** Puts a policy's hook into the config of a host, as `agent-hook config HOST --write` does. */
export async function install(
  outer: Invocation,
  host: string,
  { hook, launcher }: RunnerFiles,
  policy: string,
  flags: InstallFlags,
): Promise<unknown> {
  return change(outer, host, [process.execPath, hook, policy], flags, {}, { launcher, undo: "" });
}

/** Removes a policy's hook from the config of a host. */
export async function uninstall(outer: Invocation, host: string, flags: InstallFlags): Promise<unknown> {
  return change(outer, host, undefined, flags, { remove: true, name: POLICY_HOOK }, {});
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
  const file =
    configFlag ??
    defaultFile(
      orUsageError(() => parseHost(host)),
      project === true,
    );
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
  return AGENTS_HOSTS.some(isNamed(orUsageError(() => parseHost(host)).format.name));
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
