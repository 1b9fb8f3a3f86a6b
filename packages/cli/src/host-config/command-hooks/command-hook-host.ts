import type { JsonObject } from "@agent-hook/protocol";
import type { HostFormat } from "../host-format.js";
import type { McpServer } from "../mcp.js";
import type { ConfigSchema } from "./config-schema.js";
import type { LaunchedCommand } from "./launched.js";

/** Hooks of type `mcp_tool`. */
interface McpToolHooks {
  /** The events at which the host refuses when such a hook fails. */
  readonly closedAt: readonly string[];
  /** Who can put another server in the place of the user's. */
  readonly replaced?: string;
  /** What it does elsewhere, as what follows its name. */
  readonly open: string;
  /** The names that its servers can have. */
  readonly names: RegExp;
  /** How the server is added. */
  add(name: string, server: McpServer): string;
}

/** What of an event's entry is the host's: what the hook is told of it, and how long it waits at most. */
export function limitsAt({ name, told, longest }: Pick<CommandHookHost, "name" | "told" | "longest">, event: string) {
  return { told: told?.(event) ?? name, longest: longest?.[event] ?? Number.POSITIVE_INFINITY };
}

/** What is particular to one host whose JSON has a list of hooks for each event. */
export interface CommandHookHost extends Required<Pick<HostFormat, "name" | "places">> {
  /** As a person calls it. */
  readonly title: string;
  /** What its reader of JSON does not take. */
  readonly unread: NonNullable<HostFormat["unread"]>["extras"];
  readonly configSchema: ConfigSchema;
  /** Whether an event's list holds groups of hooks. */
  readonly grouped: boolean;
  /** The keys of an entry that say whose it is. */
  readonly keys: { readonly name: string; readonly command: string };
  /** All else of an entry. */
  rest(launched: LaunchedCommand): JsonObject;
  /** What a hook is told of the host at an event, beside its name. */
  told?(event: string): string;
  /** How it asks a hook by a tool of its MCP server, where it can. */
  readonly mcpTool?: McpToolHooks;
  /** Events that no hook is told of unless it names them, with why. */
  readonly untold: Readonly<Record<string, string>>;
  /** How long it waits at most, in seconds, at events where no `timeout` makes it wait longer. */
  readonly longest?: Readonly<Record<string, number>>;
  /** What a file of its own begins with. */
  readonly head?: JsonObject;
  /** Whether the host knows a hook by its place in the list. */
  readonly positional?: true;
  /** Why the host would start no hook of a file, and what to do. */
  switchedOff?(file: JsonObject, name: string): string | undefined;
  /** How the host is given the tools of a hook, as an MCP server. */
  tools(name: string, server: McpServer): { readonly note: string } | { readonly config: JsonObject };
  inactive?(name: string): string;
}
