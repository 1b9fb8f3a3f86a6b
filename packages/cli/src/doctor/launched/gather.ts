import { resolve, sep } from "node:path";
import type {
  AgentsFacts,
  AgentsFile,
  EntryFault,
  HookFile,
  Machine,
  ReadFile,
} from "@agent-hook/sdk/internal/installs";
import { quoted } from "@agent-hook/sdk/internal/installs";
import { versionOnPath } from "../../config/installed-version.js";
import type { AgentsHost, CommandHookHost } from "../../host-config/installs.js";
import { residentFlag } from "../../policy/resident-entry.js";
import { type Consent, isInOwnFolder, withEnvironment } from "../consent.js";
import { type Entry, type FileEntry, readEntry } from "./entry.js";
import { entriesOf, type McpToolEntry } from "./event-list-entries.js";
import { readFiles } from "./files.js";
import { type Hook, hooksOf } from "./hook.js";
import { type Trust, trustOf } from "./trust.js";

/** All facts about one agent, from which the findings are derived. */
export interface Facts {
  readonly agent: CommandHookHost;
  readonly machine: Machine;
  /** The files that the agent looks for. */
  readonly hookFiles: readonly HookFile[];
  /** The files that exist. */
  readonly files: readonly ReadFile[];
  readonly entries: readonly FileEntry[];
  /** The entries that make the agent call an MCP server. */
  readonly mcpToolEntries: readonly McpToolEntry[];
  readonly faults: readonly EntryFault[];
  readonly hooks: readonly Hook<FileEntry>[];
  readonly trust: Trust;
  /** The version of the agent on the PATH, if some events need a newer one than others. */
  readonly version?: string;
}

/** Inspects every hook in an agent's files once, and reads the manifest of each hook that the launcher starts. */
export async function gather(
  agent: CommandHookHost,
  hookFiles: readonly HookFile[],
  machine: Machine,
  consent: Consent,
  onProgress: (what: string) => void,
): Promise<Facts> {
  const files = readFiles(agent, hookFiles);
  const parsed = files.flatMap((file) => entriesOf(agent, file, machine.folder));
  const entries = parsed.flatMap((one) => ("command" in one ? [one] : []));
  const mcpToolEntries = parsed.flatMap((one) => ("server" in one ? [one] : []));
  const faults = parsed.flatMap((one) => ("id" in one ? [one] : []));
  const hooks: Hook<FileEntry>[] = [];
  for (const file of files) {
    const own = entries.filter((entry) => entry.file === file);
    const mayRun = file.scope !== "project" || (await consent(file.path, own.map(withEnvironment)));
    hooks.push(...(await hooksOf(agent, own, { mayRun, project: projectOf(agent, file, machine), onProgress })));
  }
  const trust = entries.length + mcpToolEntries.length > 0 ? await trustOf(agent, machine, onProgress) : undefined;
  const version = hooks.length > 0 && agent.shellLines?.event ? await versionOnPath(agent.program) : undefined;
  const known = version === undefined ? {} : { version };
  return { agent, machine, hookFiles, files, entries, mcpToolEntries, faults, hooks, trust, ...known };
}

/** Returns the project that a file belongs to. Some agents read the files of the folders above, too. */
function projectOf({ places }: CommandHookHost, { path, scope }: ReadFile, { folder }: Machine): string {
  if (scope !== "project" || places.project === undefined) return folder;
  return resolve(
    path,
    ...places
      .project("x")
      .split(sep)
      .map(() => ".."),
  );
}

/** All facts about a file that configures agents. */
export interface FileFacts extends AgentsFacts {
  readonly agent: AgentsHost;
  readonly hooks: readonly Hook[];
}

/**
 * Inspects every hook in a file that configures agents. `version` is the version of the agent, if the user named it.
 */
export async function gatherFile(
  agent: AgentsHost,
  file: { readonly path: string; readonly value: FileFacts["value"] } & AgentsFile,
  version: string | undefined,
  consent: Consent,
  onProgress: (what: string) => void,
): Promise<FileFacts> {
  const { path, value, agents, faults } = file;
  const entries: Entry[] = file.entries.map((entry) => ({ ...entry, ...readEntry(entry, agent, process.cwd()) }));
  const isOwn = isInOwnFolder(path, agent.ownFolder(process.env));
  const mayRun = isOwn || (await consent(path, entries.map(withEnvironment)));
  const hooks = await hooksOf(agent, entries, { mayRun, project: process.cwd(), onProgress });
  const agentVersion = version ?? entries.find(({ host }) => host?.version !== undefined)?.host?.version;
  const host = agentVersion === undefined ? agent.name : `${agent.name}@${agentVersion}`;
  return {
    ...{ agent, file: path, value, agents, entries, faults, hooks, version: agentVersion },
    commandToRepeat({ command = [], entries: own, name }) {
      const nameFlag = own.some((entry) => entry.name === name) ? ["--name", name] : [];
      const isShared = entries.some((entry) => entry.name === name && entry.written?.project !== undefined);
      const options = [...(isShared ? ["--project"] : []), ...residentFlag(own), ...nameFlag];
      return ["agent-hook", "config", host, "--write", path, ...options, "--", ...command].map(quoted).join(" ");
    },
  };
}
