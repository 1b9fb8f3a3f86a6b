import type { JsonObject } from "@agent-hook/protocol";
import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import type { Finding } from "../findings/catalogue.js";
import type { Found } from "../launched/entry-findings.js";
import type { LaunchingHost } from "../launched/launching-host.js";
import type { Entry } from "./entry.js";
import type { ReadFile } from "./files.js";

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

/** What doctor knows of one agent. */
export interface CommandHookAgent extends LaunchingHost {
  readonly host: CommandHookHost;
  /** What a person types. */
  readonly program: string;
  /** What holds for an entry without a limit, in seconds. */
  readonly defaultTimeout: number;
  /** The key of the limit, and how many of it are a second. */
  readonly limit: { readonly key: "timeout" | "timeoutSec"; readonly perSecond: 1 | 1000 };
  files(machine: Machine): readonly HookFile[];
  /** Why hooks of these files are not started, as far as the files tell. */
  skipped(files: readonly ReadFile[], machine: Machine, hooks: readonly string[]): readonly Finding[];
  /** Why the agent reads nothing of a file that parses. */
  refuses?(value: JsonObject): string | undefined;
  /** What keeps it from asking the user's MCP server of that name. */
  serverFound?(server: string, machine: Machine): readonly Found[];
  /** What only this agent has at an entry. */
  found?(entry: Entry): readonly Found[];
}
