import { fit, type Marks } from "../../command-hook/marks.js";
import type { OneShotHost, PersistentHost } from "../known-host.js";

/** Any call of JSON-RPC. */
const MARKS: Marks = { always: { jsonrpc: ["2.0"], method: "string" } };

/**
 * MCP clients. A one-shot host that can also send its events to a tool of an MCP server is a variant of it.
 *
 * Without an example: the MCP SDK in a snapshot would cost each start of any host more than it saves here.
 */
export function mcpHost(oneShotHosts: readonly OneShotHost[]): PersistentHost {
  const senders = oneShotHosts.filter(({ mcpTool }) => mcpTool !== undefined);
  return {
    name: "mcp",
    title: "MCP clients",
    lifetime: "persistent",
    recognise: (first) => fit(first, MARKS),
    variants: senders.map(({ name }) => name),
    load: async (variant) => {
      const { serveTools } = await import("./service.js");
      const sender = senders.find(({ name }) => name === variant);
      if (sender === undefined) return serveTools;
      const { withHookEvents } = await import("./hook-event.js");
      return withHookEvents(serveTools, sender, oneShotHosts);
    },
  };
}
