import type { JsonObject } from "@agent-hook/protocol";
import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import type { Finding } from "../findings/catalogue.js";
import type { Entry as StartedEntry } from "../launched/entry.js";
import type { Found } from "../launched/entry-findings.js";
import type { LaunchingHost } from "../launched/launching-host.js";

/** The environment in which an agent looks for its files. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** The project folder. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
}

/** A file in which an agent looks for hooks, or for settings that switch them off. */
export interface HookFile {
  readonly path: string;
  readonly scope: "user" | "project" | "managed";
  /** The file contains only settings, no hooks. */
  readonly settingsOnly?: true;
}

/** A file that exists. */
export interface ReadFile extends HookFile {
  /** Empty if the agent ignores the file. */
  readonly value: JsonObject;
  /** Why the agent ignores the file. */
  readonly fault?: string;
  /** Whether the system denies access to the file. */
  readonly locked?: true;
}

/** A command hook for one event. */
export interface Entry extends StartedEntry {
  readonly file: ReadFile;
  /** The entry as it is in the file. */
  readonly raw: JsonObject;
  /** Absent if the entry receives every tool. */
  readonly matcher?: string;
}

/** What doctor needs to know about one agent. */
export interface CommandHookAgent extends LaunchingHost {
  readonly host: CommandHookHost;
  /** The command that a user types. */
  readonly program: string;
  /** The limit of an entry without one, in seconds. */
  readonly defaultTimeout: number;
  /** The key of the limit, and its units per second. */
  readonly limit: { readonly key: "timeout" | "timeoutSec"; readonly perSecond: 1 | 1000 };
  /** The type of an entry without one, if the agent accepts that (observed). */
  readonly defaultType?: "command";
  files(machine: Machine): readonly HookFile[];
  /** Returns why hooks in these files are not started, as far as the files show. */
  skipped(files: readonly ReadFile[], machine: Machine, hooks: readonly string[]): readonly Finding[];
  /** Returns what prevents the agent from calling the user's MCP server of that name. */
  serverFound?(server: string, machine: Machine): readonly Found[];
  /** Returns findings that only apply to entries of this agent. */
  found?(entry: Entry): readonly Found[];
}
