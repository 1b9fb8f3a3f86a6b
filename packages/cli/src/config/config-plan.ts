import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { usageError } from "../command-error.js";
import { HostConfigError, type HostFormat, type Launch, type NamedHost } from "../host-config/index.js";
import { assertCommand } from "../host-config/launched.js";
import { assertFiltersMatch, unmatchedFilters } from "../host-config/unmatched-filters.js";
import { languageOf } from "./config-file.js";
import type { ConfigFlags } from "./config-target.js";
import { findLauncher } from "./find-program.js";
import { assertName, readHookSummary } from "./hook-summary.js";
import { installedVersion } from "./installed-version.js";
import type { Language } from "./language.js";
import { type ModFolder, modFolder } from "./mod-folder.js";
import { projectCommand, projectLauncher } from "./project-command.js";
import { resolveCommand } from "./resolve-command.js";
import { isNode } from "./runtimes.js";
import { serverOut, tracedCommand, withOut } from "./traced-command.js";

/** A hook to configure, and how. */
export interface HookToConfigure extends Omit<ConfigFlags, "write" | "managed" | "remove" | "yes" | "json"> {
  readonly host: NamedHost;
  /** As the user gave it. */
  readonly command: readonly [string, ...string[]];
  /** The launcher to start the hook with. Default: the launcher of the hook's SDK. */
  readonly launcher?: string;
}

/** The config to print or write. */
export interface ConfigPlan {
  readonly format: HostFormat;
  readonly language: Language;
  readonly launch: Launch;
  readonly host: string;
  readonly config: JsonObject;
  readonly notes: readonly string[];
  /** Whether the entry is for the file of a project. */
  readonly isProjects: boolean;
  /** With `--project`: the paths that other machines do not have. */
  readonly outside?: readonly string[];
  /** With `--mod`. */
  readonly mod?: ModFolder;
}

/** Reads the hook's manifest and builds its config. Throws `CommandError`. */
export async function planConfig(hook: HookToConfigure): Promise<ConfigPlan> {
  const { format, version } = hook.host;
  const { command, serverCommand, launcher, project, facts } = await readHook(hook);
  const installed = await installedVersion(format.name, facts);
  const name = assertName(hook.name ?? facts.name);
  const launch: Launch = {
    name,
    command,
    ...(serverCommand === undefined ? {} : { serverCommand }),
    ...(version === undefined ? {} : { version }),
    ...(installed === undefined ? {} : { installed }),
    ...launcher,
    ...(project !== undefined && "project" in project ? project : {}),
    ...(hook.mcpTool ? { mcpTool: true } : {}),
    ...(hook.mod ? { mod: true } : {}),
    ...(hook.resident === undefined ? {} : { resident: hook.resident }),
  };
  orUsageError(() => assertFiltersMatch(format.name, format.title, facts));
  const built = orUsageError(() => format.build(facts, launch));
  const { config } = built;
  const notes = [
    ...built.notes,
    ...unmatchedFilters(format.name, format.title, facts).map((why) => `Warning: ${why}.`),
    ...(hook.resident ? residentNotes(process.platform) : []),
  ];
  const host = version === undefined ? format.name : `${format.name}@${version}`;
  const outside = project !== undefined && "outside" in project ? { outside: project.outside } : {};
  const mod = hook.mod ? { mod: modFolder(format.name, facts, launch) } : {};
  const isProjects = hook.project === true;
  return { format, language: await languageOf(format), launch, host, config, notes, isProjects, ...outside, ...mod };
}

/** Finds the program of a hook and reads its manifest. Throws `CommandError`. */
export async function readHook(options: HookToConfigure) {
  const { host, command: given, project: inProject = false } = options;
  const { format } = host;
  const traced = tracedCommand(given);
  const hook = await resolveCommand(traced?.hook ?? given, { inProject });
  const tracedTo = async (file: string) =>
    traced === undefined ? hook : [...(await resolveCommand(withOut(traced, file), { inProject })), ...hook];
  const command = traced === undefined ? hook : await tracedTo(traced.out);
  const serverCommand = traced === undefined ? undefined : await tracedTo(serverOut(traced.out));
  const launcherOf = () => options.launcher ?? (inProject ? projectLauncher(process.cwd(), hook) : findLauncher(hook));
  const launcher: Pick<Launch, "launcher"> = format.needsLauncher ? { launcher: launcherOf() } : {};
  if (format.needsLauncher) orUsageError(() => assertCommand(format.name, { command, ...launcher }));
  if (options.resident) assertResident(command, traced !== undefined);
  // Without the tracer, which would record the manifest.
  const facts = await readHookSummary(hook, format, options);
  if (facts.deadlines !== undefined && command.some((arg) => /^--host(=|$)/.test(arg))) {
    throw usageError("remove --host from the hook's command: config adds it");
  }
  const project =
    inProject && launcher.launcher !== undefined
      ? projectCommand(process.cwd(), given[0], command, launcher.launcher)
      : undefined;
  return { command, serverCommand, launcher, project, facts };
}

/** Throws `CommandError` for a command whose process cannot stay. */
function assertResident([program = ""]: readonly string[], isTraced: boolean): void {
  if (isTraced) throw usageError("--resident: a trace has the messages of one process: leave out agent-hook trace");
  if (!isNode(program)) throw usageError(`--resident: expected a command that starts with node, got ${program}`);
}

function residentNotes(platform: NodeJS.Platform): string[] {
  return [
    "A process of the hook stays and answers the calls of all sessions in the same folder, so variables of its modules keep their values from call to call. It ends after 10 minutes without a call, and when the hook's files change. --no-resident starts the hook for each call.",
    ...(platform === "linux" ? [] : ["It needs Linux: on this system, the hook is started for each call."]),
  ];
}

/** Turns a `HostConfigError` into a usage error. */
export function orUsageError<T>(make: () => T, file?: string): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof HostConfigError)) throw error;
    throw usageError(file === undefined ? error.message : `${file}: ${error.message}`, error);
  }
}
