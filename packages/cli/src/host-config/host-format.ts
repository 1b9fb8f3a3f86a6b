import type { JsonObject } from "@agent-hook/protocol";
import type { HookFacts } from "./hook-facts.js";

/** How a host starts a hook. */
export interface Launch {
  /** The name of the entry. */
  readonly name: string;
  /** The program and its arguments, all paths absolute. */
  readonly command: readonly string[];
  /** Of the host, as `parseHost` gives it. Unknown: what holds for every version. */
  readonly version?: string;
  /** The absolute path of the launcher, for hosts that need it. */
  readonly launcher?: string;
  /** Whether the host is to ask about tools by the hook's MCP server: one process for its tools and its handlers. */
  readonly mcpTool?: true;
}

/** What to paste into a host's config. */
export interface HostConfig {
  readonly config: JsonObject;
  /** What the reader has to know beside it, a sentence each. */
  readonly notes: readonly string[];
}

/** What a JSON text may have that not every reader takes. */
export type JsonExtra = "comments" | "trailing commas" | "a byte order mark";

/** Where a host looks for hooks. */
interface HostPlaces {
  /** The absolute path of the user's file that has a hook. */
  user(name: string, env: NodeJS.ProcessEnv, home: string): string;
  /** The environment variable that moves the user's files. */
  readonly movedBy: string;
  /** The file of a project, from its folder on. */
  project(name: string): string;
  /** When the host reads the file of a project. */
  readonly projectNote: string;
}

/** How one host is configured. Nothing here does I/O. */
export interface HostFormat {
  readonly name: string;
  readonly language: "json" | "yaml";
  /** Whether hooks are started by the launcher, a POSIX shell script. */
  readonly needsLauncher?: true;
  /** Whether it can ask a hook by a tool of its MCP server. */
  readonly asksServers?: true;
  /** What the host says to a config with comments, trailing commas or a byte order mark, where it takes none. */
  readonly plainJsonOnly?: string;
  /** What a file must not have for the host to read it. */
  readonly unread?: { readonly by: string; readonly extras: readonly JsonExtra[] };
  /** The host's own files; nothing where the file has to be named. */
  readonly places?: HostPlaces;
  /** What has to be done before the host starts a hook that is configured. */
  inactive?(name: string): string;
  /** Throws `HostConfigError` for a command that the host cannot carry, whatever the hook is. */
  demandCommand?(launch: Pick<Launch, "command" | "launcher">): void;
  /** Throws `HostConfigError` for a hook that the host cannot use. */
  build(hook: HookFacts, launch: Launch): HostConfig;
  /** A config file of this host with what `build` made in it; throws `HostConfigError` for one that has no place for it. */
  merge(file: JsonObject, built: JsonObject, name: string, version?: string): JsonObject;
  /** A config file without the entries of this name and what only they needed; deep-equal if there are none. */
  remove(file: JsonObject, name: string): JsonObject;
  /** What a hook's entries mean for others when they leave their places in a file, a sentence each. */
  movingNotes?(file: JsonObject, name: string): readonly string[];
  /** The names of the entries of a config file that were made here. */
  namesOf?(file: JsonObject): readonly string[];
  /** The version of the host in the words that `build` takes; nothing for what is none. A host without it has no versions here. */
  readonly parseVersion?: (text: string) => string | undefined;
  readonly exampleVersion?: string;
  /** What to know of the place, a sentence each: of a file that it goes into, or of where to paste it. */
  placeNotes?(file: JsonObject | undefined, launch: Launch): readonly string[];
}

/** A hook, a host's name or a config file from which no config can be made; the message says what to do. */
export class HostConfigError extends Error {
  override readonly name = "HostConfigError";

  /** How the host gets what it takes from no config, a text each; they stand in the message, too. */
  readonly notes: readonly string[];

  constructor(message: string, { notes = [], ...options }: ErrorOptions & { readonly notes?: readonly string[] } = {}) {
    super([message, ...notes].join("\n"), options);
    this.notes = notes;
  }
}
