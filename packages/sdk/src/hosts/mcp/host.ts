import type { OneShotHost, PersistentHost } from "../known-host.js";

/** Whether a first message is from an MCP client: any JSON-RPC call that is not a hook method. */
function recognise(first: unknown): boolean {
  if (typeof first !== "object" || first === null || !("jsonrpc" in first) || first.jsonrpc !== "2.0") return false;
  return "method" in first && typeof first.method === "string" && !first.method.startsWith("hook.");
}

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
    recognise,
    variants: senders.map(({ name }) => name),
    load: async (variant) => {
      const { serveTools } = await import("./service.js");
      const sender = senders.find(({ name }) => name === variant);
      if (sender === undefined) return serveTools;
      const { withHookEvents } = await import("./hook-event.js");
      return withHookEvents(serveTools, sender);
    },
  };
}
