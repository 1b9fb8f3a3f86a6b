import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { didYouMean } from "@agent-hook/protocol";
import { HostNameError, parseHost } from "@agent-hook/sdk/hosts";
import type { HookFile } from "@agent-hook/sdk/installs";
import { usageError } from "../command-error.js";
import type { CommandHookHost } from "../host-config/command-hooks/command-hook-host.js";
import { COMMAND_HOOK_HOSTS } from "../host-config/command-hooks/command-hook-host.js";
import { thisMachine } from "./command-hooks/outcomes.js";
import { placesOf } from "./command-hooks/places.js";
import { agentsBy } from "./command-hooks/told-by-content.js";
import { defaultConfigFile } from "./config-file.js";

/** What to inspect. */
export type Subject =
  | { readonly kind: "everything" }
  | { readonly kind: "picoclaw"; readonly file: string; readonly version?: string }
  | { readonly kind: "docker-agent"; readonly file: string; readonly version?: string }
  /** `file`: only this one instead of all files of the agent. */
  | { readonly kind: "agent"; readonly agent: CommandHookHost; readonly file?: HookFile };

/** Returns what the user named: a host, a file, the host of a file, or nothing. Throws `CommandError`. */
export function subjectOf(given: string | undefined, host: string | undefined): Subject {
  const said = host === undefined ? undefined : hostNamed("--host", host);
  if (given === undefined) return said === undefined ? { kind: "everything" } : ofHost(said);
  const isName = /^[\w-]+(@|$)/.test(given) && (NAMES.includes(given.split("@")[0] ?? "") || !existsSync(given));
  if (!isName) return ofFile(given, said);
  if (said !== undefined) throw usageError(`name the host once: ${given}, or --host ${host}`);
  return ofHost(hostNamed("doctor", given));
}

interface Host {
  readonly name: string;
  readonly version?: string;
}

const LOOKED_AT = ["picoclaw", "docker-agent", ...COMMAND_HOOK_HOSTS.map(({ name }) => name)];
const NAMES = [...LOOKED_AT, "mcp"];

function hostNamed(source: string, text: string): Host {
  const [said = ""] = text.split("@");
  if (!NAMES.includes(said)) {
    throw usageError(
      `${source}: unknown host "${said}"${didYouMean(said, LOOKED_AT)}; expected ${LOOKED_AT.join(", ")}, or a file`,
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

function ofHost({ name, ...version }: Host): Subject {
  if (name === "picoclaw") return { kind: "picoclaw", file: defaultConfigFile(process.env), ...version };
  const agent = COMMAND_HOOK_HOSTS.find((one) => one.name === name);
  if (agent !== undefined) return { kind: "agent", agent };
  if (name === "docker-agent")
    throw usageError("docker-agent: name the file that it reads: agent-hook doctor agent.yaml");
  throw usageError(`doctor does not support ${name}: expected ${LOOKED_AT.join(", ")}, or a file`);
}

function ofFile(file: string, said: Host | undefined): Subject {
  const isYaml = /\.ya?ml$/i.test(file);
  const agent =
    said === undefined
      ? (agentOf(file) ?? (isYaml ? undefined : agentByContent(file)))
      : COMMAND_HOOK_HOSTS.find(({ name }) => name === said.name);
  if (agent !== undefined && !isYaml) {
    if (!existsSync(file)) throw usageError(`there is no file ${file}: name the file that ${agent.title} reads`);
    return { kind: "agent", agent, file: { path: file, scope: scopeOf(file, agent) } };
  }
  const kind = isYaml ? "docker-agent" : "picoclaw";
  if (said !== undefined && said.name !== kind) {
    throw usageError(`--host: ${said.name} does not read such a file: expected ${kind}`);
  }
  return { kind, file, ...(said?.version === undefined ? {} : { version: said.version }) };
}

/** Used if the file's location does not identify the agent. */
function agentByContent(file: string): CommandHookHost | undefined {
  const [agent, ...others] = agentsBy(file);
  if (others.length === 0) return agent;
  const names = [agent, ...others].map((one) => `--host ${one?.name}`);
  throw usageError(`${file}: cannot tell which agent reads it: add ${names.join(" or ")}`);
}

/** Returns the agent by the location of the file, as the agents do. */
function agentOf(file: string): CommandHookHost | undefined {
  const where = dirname(resolve(file));
  return COMMAND_HOOK_HOSTS.find(({ folders }) => folders.some((folder) => where.endsWith(`/${folder}`)));
}

/** A file is the user's own if the agent always reads it, wherever it runs. A project may be in the home folder. */
function scopeOf(file: string, agent: CommandHookHost): HookFile["scope"] {
  const machine = thisMachine();
  const places = [...placesOf(agent, machine), ...placesOf(agent, { ...machine, env: {} })];
  return places.find(({ path, scope }) => scope !== "project" && path === resolve(file))?.scope ?? "project";
}
