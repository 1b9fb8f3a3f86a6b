import { existsSync, readdirSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { HostNameError, parseHost } from "@agent-hook/sdk/hosts";
import { type HookFile, jsonIn, listsOf } from "@agent-hook/sdk/internal/installs";
import { didYouMean, isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { parse } from "jsonc-parser";
import { parse as parseToml, TomlError } from "smol-toml";
import { usageError } from "../command-error.js";
import { isTooDeep } from "../files/nesting.js";
import { readRegular } from "../files/regular-file.js";
import { formatList } from "../format-list.js";
import {
  AGENTS_HOSTS,
  type AgentsHost,
  COMMAND_HOOK_HOSTS,
  type CommandHookHost,
  INSTALLED_HOSTS,
  PROCESSES_HOSTS,
  type ProcessesHost,
} from "../host-config/installs.js";
import { canBeOwnPath, hookFilesOf, thisMachine } from "./consent.js";
import { entriesOf } from "./launched/event-list-entries.js";

/** What to inspect. */
export type Subject =
  | { readonly kind: "everything" }
  | { readonly kind: "processes"; readonly host: ProcessesHost; readonly file: string; readonly version?: string }
  | { readonly kind: "agents"; readonly host: AgentsHost; readonly file?: string; readonly version?: string }
  /** `file`: the only file to inspect, instead of all files of the agent. */
  | { readonly kind: "event-lists"; readonly host: CommandHookHost; readonly file?: HookFile };

/** Returns what the user named: a host, a file, a file and its host, or nothing. Throws `CommandError`. */
export function subjectOf(argument: string | undefined, host: string | undefined): Subject {
  const hostOption = host === undefined ? undefined : hostNamed("--host", host);
  if (argument === undefined) return hostOption === undefined ? { kind: "everything" } : subjectOfHost(hostOption);
  const isName =
    /^[\w-]+(@|$)/.test(argument) && (HOST_NAMES.includes(argument.split("@")[0] ?? "") || !existsSync(argument));
  if (!isName) return subjectOfFile(argument, hostOption);
  if (hostOption !== undefined) throw usageError(`name the host once: ${argument}, or --host ${host}`);
  return subjectOfHost(hostNamed("doctor", argument));
}

interface Host {
  readonly name: string;
  readonly version?: string;
}

const HOST_NAMES = INSTALLED_HOSTS.map(({ name }) => name);
const SUPPORTED_NAMES = INSTALLED_HOSTS.flatMap(({ name, kind }) =>
  kind === "tools" || kind === "printed" ? [] : [name],
);

function hostNamed(source: string, text: string): Host {
  const [hostName = ""] = text.split("@");
  if (!HOST_NAMES.includes(hostName)) {
    throw usageError(
      `${source}: unknown host "${hostName}"${didYouMean(hostName, SUPPORTED_NAMES)}; expected ${SUPPORTED_NAMES.join(", ")}, or a file`,
    );
  }
  try {
    const { name, version } = parseHost(source, text);
    return { name, ...(version === undefined ? {} : { version }) };
  } catch (error) {
    if (error instanceof HostNameError) throw usageError(error.message, error);
    throw error;
  }
}

function subjectOfHost({ name, ...version }: Host): Subject {
  const host = INSTALLED_HOSTS.find((one) => one.name === name);
  if (host?.kind === "processes") return { kind: host.kind, host, file: host.defaultFile(process.env), ...version };
  if (host?.kind === "event-lists") return { kind: host.kind, host };
  if (host?.kind === "agents") {
    if (ownFilesOf(host).length > 0) return { kind: host.kind, host, ...version };
    throw usageError(`${name}: name the file that it reads: agent-hook doctor ${host.exampleFile}`);
  }
  if (host?.kind === "printed")
    throw usageError(
      `${host.isRead ? `${host.title} was only read, not run: doctor` : "doctor"} inspects no file of ${name}: run the command of its entry yourself, with a call on stdin`,
    );
  throw usageError(`doctor does not support ${name}: expected ${SUPPORTED_NAMES.join(", ")}, or a file`);
}

/** Returns the files for hooks that a host always reads, such as the one that `add` writes. */
export function ownFilesOf({ fileForHook }: AgentsHost): string[] {
  const example = fileForHook(process.env, "x");
  if (example === undefined || !canBeOwnPath(example) || !existsSync(dirname(example))) return [];
  return readdirSync(dirname(example))
    .filter((name) => extname(name) === extname(example))
    .sort()
    .map((name) => join(dirname(example), name));
}

function subjectOfFile(file: string, hostOption: Host | undefined): Subject {
  const isYaml = /\.ya?ml$/i.test(file);
  const agent =
    hostOption === undefined
      ? (agentByFolder(file) ?? (isYaml ? undefined : agentByContent(file)))
      : COMMAND_HOOK_HOSTS.find(({ name }) => name === hostOption.name);
  if (agent !== undefined && !isYaml) {
    if (!existsSync(file)) throw usageError(`there is no file ${file}: name the file that ${agent.title} reads`);
    return { kind: agent.kind, host: agent, file: { path: file, scope: scopeOf(file, agent) } };
  }
  const others = [...PROCESSES_HOSTS, ...AGENTS_HOSTS].filter(({ language }) => (language === "yaml") === isYaml);
  const host = others.find(({ name }) => hostOption === undefined || hostOption.name === name);
  if (host === undefined) {
    const names = others.map(({ name }) => name);
    throw usageError(`--host: ${hostOption?.name} does not read such a file: expected ${formatList(names, "or")}`);
  }
  const version = hostOption?.version === undefined ? {} : { version: hostOption.version };
  return host.kind === "processes"
    ? { kind: host.kind, host, file, ...version }
    : { kind: host.kind, host, file, ...version };
}

/** Returns the agent by the content of the file. Used if the file's location does not identify the agent. */
function agentByContent(file: string): CommandHookHost | undefined {
  const [agent, ...others] = agentsByContent(file);
  if (others.length === 0) return agent;
  const names = [agent, ...others].map((one) => `--host ${one?.name}`);
  throw usageError(`${file}: cannot tell which agent reads it: add ${names.join(" or ")}`);
}

/** Returns the agent that reads files at this location. */
function agentByFolder(file: string): CommandHookHost | undefined {
  const where = dirname(resolve(file));
  return COMMAND_HOOK_HOSTS.find(({ folders }) => folders.some((folder) => where.endsWith(`/${folder}`)));
}

/**
 * A file is the user's own if the agent always reads it, wherever it runs. Any other file in the home folder may belong
 * to a project.
 */
function scopeOf(file: string, agent: CommandHookHost): HookFile["scope"] {
  const machine = thisMachine();
  const hookFiles = [...hookFilesOf(agent, machine), ...hookFilesOf(agent, { ...machine, env: {} })];
  return hookFiles.find(({ path, scope }) => scope !== "project" && path === resolve(file))?.scope ?? "project";
}

/** Returns the agents that a file may belong to, by its events and by the host in its launcher commands. */
function agentsByContent(file: string): readonly CommandHookHost[] {
  const text = fileText(file);
  const byEvents = COMMAND_HOOK_HOSTS.flatMap((host) => {
    const value = valueIn(text, host);
    const events = Object.keys(listsOf(host, value) ?? {});
    return events.some((event) => event in (HOST_EVENTS[host.name] ?? {})) ? [{ host, value }] : [];
  });
  const byLauncher = byEvents.filter(({ host, value }) =>
    entriesOf(host, { path: file, scope: "user", value }, process.cwd()).some(
      (one) => "launched" in one && one.launched?.host === host.name,
    ),
  );
  return (byLauncher.length > 0 ? byLauncher : byEvents).map(({ host }) => host);
}

/** Returns what a host would read in a text, or an empty object. */
function valueIn(text: string, { toml }: CommandHookHost): JsonObject {
  if (isTooDeep(text)) return {};
  try {
    const value = toml === undefined ? parse(jsonIn(text) ?? text) : toml.read(parseToml(text) as JsonObject);
    return isObject(value) ? value : {};
  } catch (error) {
    if (error instanceof TomlError) return {};
    throw error;
  }
}

/** Returns an empty text if the file cannot be read: the next read reports why. */
function fileText(file: string): string {
  try {
    return readRegular(file).bytes.toString("utf8");
  } catch {
    return "";
  }
}
