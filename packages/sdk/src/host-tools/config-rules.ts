import type { JsonObject } from "./config-schema.js";
import type { HookSummary } from "./hook-summary.js";

/** How a host starts a hook. */
export interface Launch {
  /** The name of the entry. */
  readonly name: string;
  /** The program and its arguments, all paths absolute. */
  readonly command: readonly string[];
  /** How the hook is started as an MCP server, if not by `command`: two processes must not record to one file. */
  readonly serverCommand?: readonly string[];
  /** The host's version, as the user wrote it. If absent, the config must work with every version. */
  readonly version?: string;
  /** The version of the host that is installed. If absent, events that only newer versions have are left out. */
  readonly installed?: string;
  /** The absolute path of the launcher, for hosts that need it. */
  readonly launcher?: string;
  /** Whether the host sends its tool events to the hook's MCP server, so that one process serves tools and handlers. */
  readonly mcpTool?: true;
  /** Whether the launcher asks a process of the hook that stays. `false`: the user wants none. */
  readonly resident?: boolean;
  /** Whether a mod calls the hook as well. */
  readonly mod?: true;
  /** The same hook for a project's file: paths in the project start with `./`, and Node comes from the PATH. */
  readonly project?: { readonly command: readonly string[]; readonly launcher: string };
}

/** How a host starts a hook at one event. */
export interface LaunchedCommand {
  readonly command: string;
  /** What the launcher does if the hook is dead. */
  readonly mode: "block" | "continue";
  /** How long the host should wait, in seconds. */
  readonly timeout: number;
}

/**
 * Returns the launcher's command at an event. `hostFlag`: the value of the hook's `--host`. Throws `HostConfigError`.
 */
export type LaunchedAt = (event: string, hostFlag: string) => LaunchedCommand;

/** The config to paste into a host's file. */
export interface HostConfig {
  readonly config: JsonObject;
  /** What the reader also needs to know, one sentence each. */
  readonly notes: readonly string[];
}

/** Determines what `config` writes into the file of a host. Does no I/O. */
export interface ConfigRules {
  readonly language: "json" | "yaml";
  /** Whether hooks are started by the launcher, a POSIX shell script. */
  readonly needsLauncher?: true;
  /** The effect of comments, trailing commas or a byte order mark, if the host does not accept them. */
  readonly plainJsonOnly?: string;
  /** An example of a file, for a host whose file must be named. */
  readonly exampleFile?: string;
  /** How to parse its versions. Absent if versions do not matter for its config. */
  readonly versions?: { parse(text: string): string | undefined; readonly example: string } | undefined;
  /** Returns the config for a hook. Throws `HostConfigError` if the host cannot use the hook. */
  build(hook: HookSummary, launch: Launch, launchedAt: LaunchedAt): HostConfig;
  /** Adds the output of `build` to a config file. Throws `HostConfigError` if another value is in its place. */
  merge(file: JsonObject, built: JsonObject, name: string, version?: string): JsonObject;
  /**
   * Removes the entries of this name from a config file, and what only they needed. Returns a deep-equal file if there
   * are none.
   */
  remove(file: JsonObject, name: string): JsonObject;
  /** Returns notes, one sentence each, about the config file. Without a file, about where to paste the config. */
  placeNotes?(file: JsonObject | undefined, launch: Launch): readonly string[];
}

/** Thrown if a hook, a host's name or a config file does not allow a config. The message describes what to do. */
export class HostConfigError extends Error {
  override readonly name = "HostConfigError";

  /** Manual steps that replace what the config cannot contain, one text each. They are also in the message. */
  readonly notes: readonly string[];

  constructor(message: string, { notes = [], ...options }: ErrorOptions & { readonly notes?: readonly string[] } = {}) {
    super([message, ...notes].join("\n"), options);
    this.notes = notes;
  }
}

/** Throws `HostConfigError` if a host with this title cannot start the hook. */
export function assertStartable(host: string, title: string, { name, hosts = [], deadlines }: HookSummary): void {
  if (deadlines === undefined) {
    throw new HostConfigError(
      `${title} only starts hooks that use the SDK, which have a manifest: remove --intercept and --observe`,
    );
  }
  if (!hosts.includes(host)) {
    throw new HostConfigError(
      `"${name}" was built with an SDK that does not support ${title}: build it with a newer SDK`,
    );
  }
}

export function launcherNotes({ launcher }: Launch): string[] {
  if (!launcher?.includes("/_npx/")) return [];
  return ["The launcher is in npx's cache, which may be cleaned: install agent-hook, and run this again."];
}
