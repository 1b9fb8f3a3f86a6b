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
export type Install = EventListsInstall | AgentsInstall | ProcessesInstall | PrintedInstall | ToolsInstall;

/** What an installed host reports about the hooks in its files. */
export interface HookTrust {
  /** Whether its settings switch off all hooks. */
  readonly isOff: boolean;
  readonly findings: readonly InstallFinding[];
  /** Reports whether the host starts an entry. */
  findingsFor(entry: PlacedEntry): readonly EntryFinding[];
  /** Returns what the host offers to a person who wants it to start these entries. */
  offer(entries: readonly PlacedEntry[]): TrustOffer;
}

/** How a person can make a host start entries, or what keeps the host from starting them. */
export type TrustOffer =
  | { readonly findings: readonly InstallFinding[] }
  | {
      /** The entries that the host skips until it trusts them. Empty if it starts all. */
      readonly entries: readonly PlacedEntry[];
      /**
       * Makes the host trust `entries` as they were when it was asked, and reads back whether it does. Only for a person
       * who agreed to each entry. Returns why the host does not trust them, or `undefined`.
       */
      grant(signal: AbortSignal): Promise<string | undefined>;
    };

/** What a host keeps about the hooks in a file, before some of them are removed. */
interface KeptTrust {
  /**
   * Called after the removal. The host forgets the hooks that are gone. Those that are left keep what it knows about them,
   * also at another place in the file. Returns why that failed, or `undefined`.
   */
  settle(signal: AbortSignal): Promise<string | undefined>;
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

/** The files of a mod, by their paths in its folder. */
export type ModFiles = Readonly<Record<string, string>>;

/** How a hook is installed as a mod: a module that runs inside the host, for what a command cannot do there. */
export interface ModInstall {
  /** The first version of the host that loads mods. */
  readonly since: string;
  /** The longest time that the host waits for the hook, in seconds. */
  readonly longestSeconds: number;
  /** Returns the folder of the mod, an absolute path. */
  folder(env: NodeJS.ProcessEnv, home: string, name: string): string;
  files(
    hook: HookSummary,
    entry: { readonly name: string; readonly command: readonly string[]; readonly seconds: number },
  ): ModFiles;
  /** Returns the points of a hook that the mod calls. Empty if the command does all that the hook can do. */
  pointsOf(hook: HookSummary): readonly string[];
  /** Returns the command in the files of a mod, or `undefined` if they are not from agent-hook. */
  commandIn(files: ModFiles): readonly string[] | undefined;
  /** Returns the name of the hook whose mod has these files, or `undefined` if they are not from agent-hook. */
  hookIn(files: ModFiles): string | undefined;
  /** Returns whether this version would write the same files. */
  isCurrent(files: ModFiles): boolean;
  /** Returns why the host does not load the mod of a hook, as far as a settings file shows, or `undefined`. */
  whySwitchedOff(settings: JsonObject, name: string, scope: HookFile["scope"]): string | undefined;
  /** How the host's own program checks a mod, without running it. */
  readonly validation: {
    /** Returns the arguments of the program, which then exits with 0 only for a valid mod. */
    arguments(folder: string): readonly string[];
    /** Returns what is wrong with the mod, from what the program printed. */
    problems(stdout: string): readonly string[];
  };
}

/** Lines in the files of skills and commands that a host runs in a shell, without a call of its shell tool. */
export interface ShellLines {
  /** Returns the folders with such files, also in the folders in them. */
  folders(machine: Machine): readonly string[];
  /** Matches the name of such a file. */
  readonly file: RegExp;
  /** Matches the text of a file that has such a line. */
  readonly line: RegExp;
  /** The form of a line, for messages. */
  readonly form: string;
  /** The event at which hooks judge such a line. Without it, no hook does. */
  readonly event?: string;
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
  /** How a hook is installed as a mod, if the host has mods. */
  readonly mod?: ModInstall;
  /** Missing if the host runs no lines of files in a shell, or if nobody tried. */
  readonly shellLines?: ShellLines;
  files(machine: Machine): readonly HookFile[];
  /** The host whose hooks of a project this host also runs, if it does: a guard there denies all calls of this host. */
  readonly alsoRuns?: string;
  /** Returns why hooks in these files are not started, as far as the files show. */
  skipped(files: readonly ReadFile[], machine: Machine, hooks: readonly string[]): readonly InstallFinding[];
  /** Returns findings that only apply to entries of this host. */
  ownFindings?(entry: StartedEntry): readonly EntryFinding[];
  /** Set for a host that does not trust every hook, and whose files do not show which hooks it trusts. */
  readonly trust?: {
    /** How the user can check this in the host. */
    readonly fix: string;
    /** What the host does with the command of an entry that it trusts, as the rest of a sentence about the host. */
    readonly means: string;
    /** Asks the installed program, or returns why that is not possible. */
    ask(question: TrustQuestion): Promise<HookTrust | { readonly failure: string }>;
    /**
     * Looks up what the host keeps about the hooks in a file, or why that is not possible. `undefined` if it keeps nothing.
     * `program` is `undefined` if the host is not on the PATH.
     */
    beforeRemoval(
      path: string,
      question: Omit<TrustQuestion, "program"> & { readonly program: string | undefined },
    ): Promise<KeptTrust | { readonly failure: string } | undefined>;
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

/** A host whose entry is only printed: it has no file for hooks, or nobody ran it to find out how it reads one. */
export interface PrintedInstall extends ConfigRules {
  readonly kind: "printed";
  /** Set if the facts about the host were only read, in its manual and source code. The docs mark it. */
  readonly isRead?: true;
}

/** A host that calls no hooks, but gets their tools over MCP. */
export interface ToolsInstall extends ConfigRules {
  readonly kind: "tools";
}
