import type { JsonObject } from "@agent-hook/protocol";
import type { HostPlaces, JsonExtra } from "@agent-hook/sdk/installs";
import type { HookFacts } from "./hook-facts.js";

/** How a host starts a hook. */
export interface Launch {
  /** The name of the entry. */
  readonly name: string;
  /** The program and its arguments, all paths absolute. */
  readonly command: readonly string[];
  /** The host's version, from `parseHost`. If absent, the config must work with every version. */
  readonly version?: string;
  /** The absolute path of the launcher, for hosts that need it. */
  readonly launcher?: string;
  /** Whether the host should call the hook's MCP server about tools: one process for its tools and its handlers. */
  readonly mcpTool?: true;
}

/** The config to paste into a host's file. */
export interface HostConfig {
  readonly config: JsonObject;
  /** What the reader also needs to know, one sentence each. */
  readonly notes: readonly string[];
}

/** The config format of one host. It does no I/O. */
export interface HostFormat {
  readonly name: string;
  /** The display name. */
  readonly title: string;
  readonly language: "json" | "yaml";
  /** Whether hooks are started by the launcher, a POSIX shell script. */
  readonly needsLauncher?: true;
  /** Whether it can call a hook through a tool of its MCP server. */
  readonly asksServers?: true;
  /** The effect of comments, trailing commas or a byte order mark, if the host does not accept them. */
  readonly plainJsonOnly?: string;
  /** JSON extensions that its parser rejects. */
  readonly rejectsJson?: readonly JsonExtra[];
  /** The host's own files. Absent if the file must be named. */
  readonly places?: HostPlaces;
  /** Describes what to do before the host starts a configured hook. */
  inactive?(name: string): string;
  /** Throws `HostConfigError` for a command that the host cannot run, whatever the hook. */
  demandCommand?(launch: Pick<Launch, "command" | "launcher">): void;
  /** Returns the config for a hook. Throws `HostConfigError` if the host cannot use the hook. */
  build(hook: HookFacts, launch: Launch): HostConfig;
  /** Returns a config file with the output of `build`. Throws `HostConfigError` if it has no place for it. */
  merge(file: JsonObject, built: JsonObject, name: string, version?: string): JsonObject;
  /** Returns a config file without the entries of this name and what only they needed. Deep-equal if there are none. */
  remove(file: JsonObject, name: string): JsonObject;
  /** Describes the effect on other hooks if a hook's entries leave a file, one sentence each. */
  movingNotes?(file: JsonObject, name: string): readonly string[];
  /** Returns the names of our entries in a config file. */
  namesOf?(file: JsonObject): readonly string[];
  /** Parses a version into the form that `build` accepts, or returns `undefined`. Absent if versions do not matter. */
  readonly parseVersion?: (text: string) => string | undefined;
  readonly exampleVersion?: string;
  /** Returns notes about the place, one sentence each: about the file, or about where to paste the config. */
  placeNotes?(file: JsonObject | undefined, launch: Launch): readonly string[];
}

/** No config can be made from a hook, a host's name or a config file. The message describes what to do. */
export class HostConfigError extends Error {
  override readonly name = "HostConfigError";

  /** How to give the host what no config can contain, one text each. They are also in the message. */
  readonly notes: readonly string[];

  constructor(message: string, { notes = [], ...options }: ErrorOptions & { readonly notes?: readonly string[] } = {}) {
    super([message, ...notes].join("\n"), options);
    this.notes = notes;
  }
}
