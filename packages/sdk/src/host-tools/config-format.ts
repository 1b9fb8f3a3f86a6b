import type { ConfigSchema, JsonObject } from "./config-schema.js";
import type { Frame } from "./framed-json.js";
import type { ScriptForm } from "./script-form.js";
import type { TomlForm } from "./toml-form.js";

/** The files of a user in which a host looks for hooks. */
export interface UserPlaces {
  /** Returns the absolute path of the user's file for a hook. */
  user(name: string, env: NodeJS.ProcessEnv, home: string): string;
  /** The environment variable that relocates the user's files. */
  readonly locationVariable: string;
  /** Describes when sessions that are already open use a file that has changed. */
  readonly sessionNote: string;
}

/** The files in which a host looks for hooks. */
export interface HostPlaces extends UserPlaces {
  /** Returns the path of a project's file, relative to its folder. */
  project(name: string): string;
  /** Describes when the host reads a project's file. */
  readonly projectNote: string;
  /**
   * The environment variable with the project's folder, for a host whose hooks also run in other folders. Without it,
   * hooks run in the folder where the host was started.
   */
  readonly projectVariable?: string;
  /** Whether the host also reads a project's file if it was started below the project, in the same repository. */
  readonly readsFromRepository?: true;
}

/** Features of a JSON text that not every parser accepts. */
export type JsonExtra = "comments" | "trailing commas" | "a byte order mark";

/** A hook as an MCP server, in the form of most clients. */
export interface McpServer extends JsonObject {
  readonly command: string;
  readonly args: readonly string[];
}

/** Support for hooks of type `mcp_tool`. */
interface McpToolHooks {
  /** The events at which the host denies if the hook fails. */
  readonly failClosedEvents: readonly string[];
  /** A project's file. If it has a server of the same name, the host calls that server instead of the user's. */
  readonly projectServers?: string;
  /** What the host does at other events, as the part of a sentence that follows its name. */
  readonly failOpenText: string;
  /** Matches valid server names. */
  readonly validName: RegExp;
  /** Describes how to add the server. */
  add(name: string, server: McpServer): string;
}

/** How an entry starts a hook. */
interface EntryLimits {
  /** What the launcher does if the hook is dead. */
  readonly mode: "block" | "continue";
  /** How long the host should wait, in seconds. */
  readonly timeout: number;
}

/** The format of a host's config, which has a list of hooks for each event. It is JSON, unless `toml` is set. */
export interface ConfigFormat {
  /** Without the part about projects, the host reads no file of a project. */
  readonly places: UserPlaces & Partial<HostPlaces>;
  /** The program that contains the JSON, if the host loads its hooks as a program. */
  readonly frame?: Frame;
  /** How the file contains the hooks, if it is TOML. */
  readonly toml?: TomlForm;
  /** How the host starts hooks, if it does not read the file itself, but scripts next to it. */
  readonly scripts?: ScriptForm;
  /** JSON extensions that the host's parser rejects. */
  readonly rejectsJson: readonly JsonExtra[];
  readonly configSchema: ConfigSchema;
  /** Set if the file itself has the list of each event. Otherwise, its field `hooks` has them. */
  readonly listsAtTop?: true;
  /** Whether an event's list contains groups of hooks. */
  readonly grouped: boolean;
  /** The keys of an entry's name and command, which identify the hook. */
  readonly keys: { readonly name: string; readonly command: string };
  /** Returns the other fields of an entry. */
  otherFields(limits: EntryLimits): JsonObject;
  /** How the host calls a hook through a tool of the hook's MCP server, if supported. */
  readonly mcpTool?: McpToolHooks;
  /** Events that a hook receives only if it names them, with the reason. */
  readonly optInEvents: Readonly<Record<string, string>>;
  /** The longest wait in seconds, for events at which a longer `timeout` has no effect. */
  readonly maxTimeouts?: Readonly<Record<string, number>>;
  /** Fields at the start of a new file. */
  readonly initialFields?: JsonObject;
  /** Whether the host identifies a hook by its position in the list. */
  readonly isPositional?: true;
  /** Returns why the host would not start the hook of a file, and what to do, or `undefined`. */
  whySwitchedOff?(file: JsonObject, name: string): string | undefined;
  /** Describes how to give the host the tools of a hook, as an MCP server. */
  tools(name: string, server: McpServer): { readonly note: string } | { readonly config: JsonObject };
  /** Describes what to do before the host starts a configured hook. */
  activationNote?(name: string): string;
}
