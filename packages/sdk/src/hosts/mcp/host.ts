import { type Marks, matchScore } from "../../command-hook/marks.js";
import type { OneShotHost, PersistentHost } from "../known-host.js";

/** The fields of every JSON-RPC call. */
const MARKS: Marks = { always: { jsonrpc: ["2.0"], method: "string" } };

/**
 * Returns the host for MCP clients. Each one-shot host that can also send its events to a tool of an MCP server is a
 * variant of this host.
 *
 * It has no example, so a snapshot does not contain the MCP SDK: that would slow down every start, under any host, by
 * more than it would save under an MCP client.
 */
export function mcpHost(oneShotHosts: readonly OneShotHost[]): PersistentHost {
  const senders = oneShotHosts.filter(({ mcpTool }) => mcpTool !== undefined);
  return {
    name: "mcp",
    title: "MCP clients",
    lifetime: "persistent",
    recognise: (first) => matchScore(first, MARKS),
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
