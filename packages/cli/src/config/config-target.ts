import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { foldersFromRepositoryRoot } from "@agent-hook/sdk/internal/installs";
import { usageError } from "../command-error.js";
import { thisMachine } from "../doctor/consent.js";
import { formatList } from "../format-list.js";
import { MCP_TOOL_NAMES, MOD_NAMES } from "../host-config/host-names.js";
import { HOSTS, type HostFormat } from "../host-config/index.js";
import { COMMAND_HOOK_HOSTS } from "../host-config/installs.js";
import type { ChangeFlags } from "./change-file.js";
import { type ConfigFile, readConfigFile } from "./config-file.js";
import { containsHome, isInside, realFolder } from "./inside.js";
import type { Language } from "./language.js";

/** The options of `config`. */
export interface ConfigFlags extends ChangeFlags {
  readonly name?: string;
  readonly intercept?: string[];
  readonly observe?: true;
  readonly onFailure?: string;
  /** `true`: the file that the host itself looks for. */
  readonly write?: string | true;
  /** The host's project file instead of the user's. */
  readonly project?: true;
  /** Prints the entry for the settings that users cannot change. Writes nothing. */
  readonly managed?: true;
  /** The host calls the hook's MCP server about tools instead of starting a process for each event. */
  readonly mcpTool?: true;
  /** Also writes a mod, which calls the hook inside the host. */
  readonly mod?: true;
  /** The launcher asks a process of the hook that stays, instead of starting one for each event. `false`: never. */
  readonly resident?: boolean;
  readonly remove?: true;
}

/** The file of a host. */
export interface Target {
  /** The file that the user named. Its folder exists. */
  readonly named: string | undefined;
  /** The file that the host itself looks for, if the user named none. */
  readonly own: string | undefined;
  readonly isProjects: boolean;
}

type Flags = Pick<ConfigFlags, "write" | "remove" | "yes" | "project" | "mcpTool" | "managed" | "mod" | "resident">;

/** Returns the named host. Throws `CommandError`. */
export function assertHost(host: string | undefined, { write }: Pick<Flags, "write">): string {
  if (host !== undefined) return host;
  const names = HOSTS.map(({ name }) => name);
  // `--write` consumes the word after it.
  if (typeof write === "string" && names.includes(write.split("@")[0] ?? "")) {
    throw usageError(`--write read "${write}" as a file: put the host first, as in agent-hook config ${write} --write`);
  }
  throw usageError(`missing required argument 'host': expected ${names.join(", ")}`);
}

/** Throws `CommandError` for flags that cannot be combined. */
export function assertTarget(format: HostFormat, fileArgument: string | undefined, flags: Flags): void {
  const { name, title, places, needsLauncher } = format;
  const { write, remove, yes, project, mcpTool, managed, mod, resident } = flags;
  if (managed && (fileArgument !== undefined || write !== undefined || project)) {
    throw usageError("--managed only prints: leave out the file, --write and --project");
  }
  if (mcpTool && !format.callsMcpServers) {
    throw usageError(`--mcp-tool: ${name} calls no MCP server about tools; ${formatList(MCP_TOOL_NAMES)} do`);
  }
  if (resident) assertLauncher(format);
  if (mod && !MOD_NAMES.includes(name)) throw usageError(`--mod: ${name} has no mods; ${formatList(MOD_NAMES)} has`);
  if (mod && (project || managed || namedFile(fileArgument, write) !== undefined)) {
    throw usageError(
      "--mod: leave out the file, --project and --managed: the mod is for your own config, because a project's mods are not loaded without asking you",
    );
  }
  if (write === undefined && (remove || yes)) {
    throw usageError(`${remove ? "--remove" : "--yes"} needs --write`);
  }
  if (project && places !== undefined && places.project === undefined)
    throw usageError(`--project: ${title} reads hooks only from the user's own file, not from a project's`);
  if (project && !remove) assertProjectFolder();
  if (project && places === undefined && !needsLauncher)
    throw usageError(`--project: ${name} needs absolute paths in its config; name the file instead`);
  if (project && places === undefined && namedFile(fileArgument, write) === undefined)
    throw usageError(`--project: name the project's file, such as: --write ${format.exampleFile ?? "FILE"} --project`);
  if (project && places !== undefined && namedFile(fileArgument, write) !== undefined)
    throw usageError("expected --project or a file name, not both");
  if (write === true && fileArgument === undefined && places === undefined) {
    throw usageError("--write: expected a file name");
  }
  if (fileArgument !== undefined && typeof write === "string") {
    throw usageError(
      `expected one file: ${fileArgument} would be printed with the hook added, --write would change ${write}`,
    );
  }
}

/** Throws `CommandError` for a host in which the launcher could not ask a process that stays. */
export function assertLauncher({ name, needsLauncher }: HostFormat): void {
  if (needsLauncher) return;
  throw usageError(`--resident: ${name} keeps the hook running by itself, or starts it without the launcher`);
}

/**
 * Throws `CommandError` in the home folder and above it: agents read a project's file there as the user's own, and the
 * paths of an entry for a project start at whatever folder the agent is in.
 */
export function assertProjectFolder(): void {
  if (!containsHome(process.cwd())) return;
  const folder = realFolder(process.cwd());
  throw usageError(`--project: expected the folder of a project, not the home folder or one above it: ${folder}`);
}

/**
 * Throws `CommandError` in a folder of a repository that is not its top, for a host that searches the top for a project's
 * hooks or for what they start: it would start nothing, or a guard would deny every call.
 */
export function assertSearchedFolder({ title, places, needsLauncher }: HostFormat): void {
  const searchesTop = places === undefined ? needsLauncher : places.readsFromRepository;
  const top = topAbove();
  if (!searchesTop || top === undefined) return;
  throw usageError(`--project: ${title} starts a project's hooks from the top of the repository: run this in ${top}`);
}

/** Names the top of the repository, where a project's file may be that is not in this folder. */
export function elsewhereText(): string {
  const top = topAbove();
  return top === undefined ? "" : `; for the whole repository, run this in ${top}`;
}

/** Returns the top of the repository, if this folder is below it. */
function topAbove(): string | undefined {
  const folder = realFolder(process.cwd());
  const [top] = foldersFromRepositoryRoot(folder);
  return top === folder ? undefined : top;
}

/** Returns the file that the user named, if any. */
export function namedFile(fileArgument: string | undefined, write: Flags["write"]): string | undefined {
  return typeof write === "string" ? write : fileArgument;
}

/** Reads the file. Throws `CommandError`, also for a project's file that is outside of the project. */
export function readTarget({ named, own = "", isProjects }: Target, language: Language): ConfigFile {
  const file = readConfigFile(named ?? own, language, named === undefined);
  if (isProjects) assertInside(process.cwd(), file);
  return file;
}

/** Returns the host's own file for a hook, or `undefined` if it must be named. Throws `CommandError`. */
export function hostFile({ places }: HostFormat, name: string, { project, write }: Flags): string | undefined {
  if (places === undefined) return undefined;
  if (project) return places.project?.(name);
  const { locationVariable, user } = places;
  const home = process.env.HOME || homedir();
  const path = user(name, process.env, home);
  if (isAbsolute(path)) {
    // Only root could create this folder, and no agent would look for a config in it.
    if (write !== undefined && !process.env[locationVariable] && !existsSync(home)) {
      throw usageError(
        `HOME is ${home}, which does not exist: expected the home folder of the user who runs the agent`,
      );
    }
    return path;
  }
  throw usageError(
    `${process.env[locationVariable] ? locationVariable : "HOME"} leads to ${path}: expected an absolute path; only a shell expands ~`,
  );
}

/** Returns the file of a host that only an administrator writes. Throws `CommandError` if none is known. */
export function managedFile({ name, title }: HostFormat): string {
  const machine = thisMachine();
  const managed = (host: (typeof COMMAND_HOOK_HOSTS)[number]) =>
    host.files(machine).find(({ scope }) => scope === "managed")?.path;
  const file = COMMAND_HOOK_HOSTS.filter((host) => host.name === name).map(managed)[0];
  if (file !== undefined) return file;
  const others = COMMAND_HOOK_HOSTS.filter((host) => managed(host) !== undefined).map((host) => host.name);
  throw usageError(
    `--managed: agent-hook knows no config file of ${title} for administrators, only the files of ${formatList(others)}`,
  );
}

/** Throws `CommandError` if a link leads outside of the project: whoever made the project also made its links. */
function assertInside(folder: string, { name, path, before }: ConfigFile): void {
  if (!isInside(realpathSync(folder), path)) {
    throw usageError(`${name} resolves to ${path}, outside of this folder: to change that file, name it`);
  }
  if (before === undefined || before.stat.nlink <= 1) return;
  // The other hard links cannot be found, and a rename would separate files that are meant to be the same.
  throw usageError(`${name} has another hard link, which may be outside of this folder: to change that file, name it`);
}
