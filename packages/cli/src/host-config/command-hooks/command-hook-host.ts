import type { JsonObject } from "@agent-hook/protocol";
import type { HostFormat } from "../host-format.js";
import type { McpServer } from "../mcp.js";
import type { ConfigSchema } from "./config-schema.js";
import type { LaunchedCommand } from "./launched.js";

/** Support for hooks of type `mcp_tool`. */
interface McpToolHooks {
  /** The events at which the host denies if the hook fails. */
  readonly closedAt: readonly string[];
  /** Warns about who can replace the user's server. */
  readonly replaced?: string;
  /** What the host does at other events, in words that follow its name. */
  readonly open: string;
  /** Matches valid server names. */
  readonly names: RegExp;
  /** Describes how to add the server. */
  add(name: string, server: McpServer): string;
}

/** Returns the host's part of an event's entry: the value of the hook's `--host`, and the longest wait. */
export function limitsAt({ name, told, longest }: Pick<CommandHookHost, "name" | "told" | "longest">, event: string) {
  return { told: told?.(event) ?? name, longest: longest?.[event] ?? Number.POSITIVE_INFINITY };
}

/** The specifics of a host whose JSON has a list of hooks for each event. */
export interface CommandHookHost extends Required<Pick<HostFormat, "name" | "places">> {
  /** The display name. */
  readonly title: string;
  /** JSON extensions that its parser rejects. */
  readonly unread: NonNullable<HostFormat["unread"]>["extras"];
  readonly configSchema: ConfigSchema;
  /** Whether an event's list contains groups of hooks. */
  readonly grouped: boolean;
  /** The keys of an entry's name and command, which identify the hook. */
  readonly keys: { readonly name: string; readonly command: string };
  /** Returns the other fields of an entry. */
  rest(launched: LaunchedCommand): JsonObject;
  /** Returns the value of the hook's `--host` at an event. Defaults to the host's name. */
  told?(event: string): string;
  /** How it calls a hook through a tool of its MCP server, if supported. */
  readonly mcpTool?: McpToolHooks;
  /** Events that a hook receives only if it names them, with the reason. */
  readonly untold: Readonly<Record<string, string>>;
  /** The longest wait in seconds, for events at which a longer `timeout` has no effect. */
  readonly longest?: Readonly<Record<string, number>>;
  /** Fields at the start of a new file. */
  readonly head?: JsonObject;
  /** Whether the host identifies a hook by its position in the list. */
  readonly positional?: true;
  /** Returns why the host would start no hook of a file, and what to do. */
  switchedOff?(file: JsonObject, name: string): string | undefined;
  /** Describes how to give the host the tools of a hook, as an MCP server. */
  tools(name: string, server: McpServer): { readonly note: string } | { readonly config: JsonObject };
  inactive?(name: string): string;
}
