import type { ConfigFormat } from "./config-format.js";
import type { ConfigRules } from "./config-rules.js";
import type { JsonObject } from "./config-schema.js";
import type { HookFile, Machine, ReadFile } from "./hook-files.js";
import type { HookSummary } from "./hook-summary.js";
import type {
  CommandEntry,
  EntryFault,
  EntryFinding,
  InstalledHook,
  InstallFinding,
  OwnFindings,
  PlacedEntry,
  StartedEntry,
} from "./install-findings.js";
import type { SampleCall } from "./simulation.js";
import type { ToolMatchers } from "./tool-matcher.js";

/** How a hook is installed in a host, and what prevents the host from starting it. One type for each form of config. */
export type Install = EventListsInstall | AgentsInstall | ProcessesInstall | ToolsInstall;

/** What an installed host reports about the hooks in its files. */
export interface HookTrust {
  /** Whether its settings switch off all hooks. */
  readonly isOff: boolean;
  readonly findings: readonly InstallFinding[];
  /** Reports whether the host starts an entry. */
  findingsFor(entry: PlacedEntry): readonly EntryFinding[];
}

/** What is needed to ask an installed host which hooks it trusts. */
export interface TrustQuestion {
  /** The path of the installed program. */
  readonly program: string;
  readonly machine: Machine;
  /** The user's file, an absolute path. */
  readonly userFile: string;
  /** Reads a file. Throws if the path is a pipe or a device. */
  read(path: string): Buffer;
  readonly signal: AbortSignal;
}

/** A host with files of its own, in JSON with a list of hooks for each event. */
export interface EventListsInstall extends ConfigFormat {
  readonly kind: "event-lists";
  /** The command that a user types. */
  readonly program: string;
  /** The last part of the path of each of the host's folders, such as `.claude`. Every file in it is a file of the host. */
  readonly folders: readonly string[];
  /** The time limit of an entry that sets none, in seconds. */
  readonly defaultTimeout: number;
  /** The key of the time limit, and how many of its units are a second. */
  readonly limit: { readonly key: "timeout" | "timeoutSec"; readonly perSecond: 1 | 1000 };
  /** The type of an entry that names none, if the host accepts such an entry (observed). */
  readonly defaultType?: "command";
  /** Missing if it was not observed how the host reads a matcher. Then an entry is for all tools. */
  readonly matchers?: ToolMatchers;
  files(machine: Machine): readonly HookFile[];
  /** Returns why hooks in these files are not started, as far as the files show. */
  skipped(files: readonly ReadFile[], machine: Machine, hooks: readonly string[]): readonly InstallFinding[];
  /** Returns findings that only apply to entries of this host. */
  ownFindings?(entry: StartedEntry): readonly EntryFinding[];
  /** Set for a host that does not trust every hook, and whose files do not show which hooks it trusts. */
  readonly trust?: {
    /** How the user can check this in the host. */
    readonly fix: string;
    /** Asks the installed program, or returns why that is not possible. */
    ask(question: TrustQuestion): Promise<HookTrust | { readonly failure: string }>;
  };
}

/** The hooks in one file of an `AgentsInstall` host. */
export interface AgentsFile {
  /** Empty if the hooks apply to every agent. */
  readonly agents: readonly string[];
  readonly entries: readonly CommandEntry[];
  readonly faults: readonly EntryFault[];
}

/** All facts about a file from which a host derives findings. */
export interface AgentsFacts {
  readonly file: string;
  readonly value: JsonObject;
  readonly agents: readonly string[];
  readonly entries: readonly StartedEntry[];
  readonly faults: readonly EntryFault[];
  readonly hooks: readonly InstalledHook[];
  /** The version of the host, if it is known. */
  readonly version: string | undefined;
  /** Returns the command that configures a hook correctly in the file. */
  commandToRepeat(hook: InstalledHook): string;
}

/** A host whose files configure agents, each with hooks of its own. The user names the file. */
export interface AgentsInstall extends ConfigRules {
  readonly kind: "agents";
  readonly matchers?: ToolMatchers;
  /** Returns the folder of the files that it always reads, or `undefined` if the environment does not name it. */
  ownFolder(env: NodeJS.ProcessEnv): string | undefined;
  /** Returns a file for one hook that applies to every agent, or `undefined` if this version reads none. */
  fileForHook(env: NodeJS.ProcessEnv, name: string, version?: string): string | undefined;
  /** Describes what a file of this host contains. */
  readonly contents: string;
  /** Returns the hooks of a file, or `undefined` for a file of another program. Throws `HostConfigError`. */
  read(value: JsonObject, isOurs: (command: string) => boolean): AgentsFile | undefined;
  /** The findings that only occur for this host. */
  readonly findings: OwnFindings;
  entryFindings(entry: StartedEntry, facts: AgentsFacts): readonly EntryFinding[];
  hookFindings(hook: InstalledHook, facts: AgentsFacts): readonly InstallFinding[];
  fileFindings(facts: AgentsFacts): readonly InstallFinding[];
  /** Describes what is correct about a hook, given the ids of its findings. */
  correct(hook: InstalledHook, found: readonly string[]): readonly string[];
}

/** A host that keeps a process for each hook, listed in its JSON config. */
export interface ProcessesInstall extends ConfigRules {
  readonly kind: "processes";
  /** Returns the path of the config that it reads by default. */
  defaultFile(env: NodeJS.ProcessEnv): string;
  /** The environment variables that name another config. */
  readonly locationVariables: readonly string[];
  /** Returns calls that change nothing. */
  harmlessCalls(file: string): readonly SampleCall[];
  /** The first version that does not start if the config has an unknown field. */
  readonly strictFields: string;
  /**
   * The first version whose events have dots in their names. Older versions do not start if the config has such a name.
   */
  readonly eventNames: string;
  /** Returns what `observe` must contain for a hook in this version or, without `version`, in every version. */
  observed(hook: Pick<HookSummary, "points" | "events">, version?: string): readonly string[];
  /** Returns the MCP server through which the host calls a tool of a hook by this name, or `undefined`. */
  serverOf(called: string, hook: { readonly name: string; readonly tools: readonly string[] }): string | undefined;
}

/** A host that calls no hooks, but gets their tools over MCP. */
export interface ToolsInstall extends ConfigRules {
  readonly kind: "tools";
}
