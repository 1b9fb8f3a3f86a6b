import type { JsonObject } from "@agent-hook/protocol";
import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import type { Finding } from "../findings/catalogue.js";
import type { Entry as StartedEntry } from "../launched/entry.js";
import type { Found } from "../launched/entry-findings.js";
import type { LaunchingHost } from "../launched/launching-host.js";

/** Where an agent looks for its files. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** The project. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
}

/** A file in which an agent looks for hooks, or for what switches them off. */
export interface HookFile {
  readonly path: string;
  readonly scope: "user" | "project" | "managed";
  /** No hooks stand there. */
  readonly settingsOnly?: true;
}

/** A file that is there. */
export interface ReadFile extends HookFile {
  /** Empty where the agent reads nothing of it. */
  readonly value: JsonObject;
  /** Why it does not. */
  readonly fault?: string;
  /** Whether the system does not let it be read. */
  readonly locked?: true;
}

/** A command hook at one event. */
export interface Entry extends StartedEntry {
  readonly file: ReadFile;
  /** As it stands in the file. */
  readonly raw: JsonObject;
  /** Nothing where every tool comes to it. */
  readonly matcher?: string;
}

/** What doctor knows of one agent. */
export interface CommandHookAgent extends LaunchingHost {
  readonly host: CommandHookHost;
  /** What a person types. */
  readonly program: string;
  /** What holds for an entry without a limit, in seconds. */
  readonly defaultTimeout: number;
  /** The key of the limit, and how many of it are a second. */
  readonly limit: { readonly key: "timeout" | "timeoutSec"; readonly perSecond: 1 | 1000 };
  /** What holds for an entry without a type, where that is one (run). */
  readonly defaultType?: "command";
  files(machine: Machine): readonly HookFile[];
  /** Why hooks of these files are not started, as far as the files tell. */
  skipped(files: readonly ReadFile[], machine: Machine, hooks: readonly string[]): readonly Finding[];
  /** What keeps it from asking the user's MCP server of that name. */
  serverFound?(server: string, machine: Machine): readonly Found[];
  /** What only this agent has at an entry. */
  found?(entry: Entry): readonly Found[];
}
