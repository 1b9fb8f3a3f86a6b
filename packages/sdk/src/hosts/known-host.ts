import type { CommandEvent } from "../command-hook/events.js";
import type { CallService, CallSession, LineSession, Service } from "../runtime/session.js";

/** What the SDK knows about a host before the host calls. The code that serves the host is loaded only then. */
interface Known {
  /** The name in options, configs and folders. */
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  /**
   * Returns how well a parsed first message fits this host: the number of this host's marks that the message has, or 0
   * if the message cannot be from this host.
   */
  recognise(first: unknown): number;
  /** Missing if the host's version makes no difference. */
  readonly versions?: Versions;
  /** Modes of this host besides the default one. */
  readonly variants?: readonly string[];
}

interface Versions {
  /** Returns the version as this host writes it, or `undefined` if the text is not a version. */
  parse(text: string): string | undefined;
  /** The version whose traffic was recorded. Messages name it as an example, and runs of the real program use it. */
  readonly example: string;
}

/** A host that keeps the hook process and calls it many times, line by line. */
export interface PersistentHost extends Known {
  readonly lifetime: "persistent";
  /**
   * Messages as this host writes them. They warm up the adapter before a snapshot is built. Without an example, the
   * snapshot does not contain the adapter.
   */
  readonly example?: string;
  load(variant: string | undefined): Promise<(session: LineSession) => Service>;
}

/** A host that starts one process per event: one JSON object on stdin, one answer. */
export interface OneShotHost extends Known {
  readonly lifetime: "one-shot";
  readonly versions: Versions;
  /** A call, as this host writes it to stdin. */
  readonly example: string;
  /** The events of this host. A hook can handle each of them under `native`. */
  readonly events: Readonly<Record<string, CommandEvent>>;
  load(): Promise<(session: CallSession) => CallService>;
  /** Loads what answers a mod: a module inside the host that sends every call to one process of the hook. */
  loadMod?(): Promise<(session: CallSession) => CallService>;
  /** Present if the host can also send its events to a tool of an MCP server. */
  readonly mcpTool?: McpTool;
}

/** How a host sends events to a tool of an MCP server. */
interface McpTool {
  /** Per event: the fields that an entry of type `mcp_tool` passes on. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Loads what turns the arguments of the tool into the payload that a command would read from stdin. */
  loadPayload(): Promise<(fields: Readonly<Record<string, unknown>>) => object>;
}

export type KnownHost = PersistentHost | OneShotHost;

/** Returns the host that a message fits best, or `undefined` if it fits none. On a tie, returns the first. */
export function bestFit<Host extends KnownHost>(message: unknown, hosts: readonly Host[]): Host | undefined {
  let best: Host | undefined;
  let most = 0;
  for (const host of hosts) {
    const found = host.recognise(message);
    if (found > most) [best, most] = [host, found];
  }
  return best;
}

/** Returns whether a message fits a host, and fits none of `hosts` better. */
export function isFrom(host: KnownHost, message: unknown, hosts: readonly KnownHost[]): boolean {
  const found = host.recognise(message);
  return found > 0 && hosts.every(({ recognise }) => recognise(message) <= found);
}

/**
 * The MCP tool that receives events. `tools/list` does not name it, so no model is offered it. Hosts call it anyway
 * (observed).
 */
export const HOOK_EVENT_TOOL = "hook_event";
