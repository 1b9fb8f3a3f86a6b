import type { McpServer } from "./config-format.js";
import type { Launch } from "./config-rules.js";
import type { JsonObject } from "./config-schema.js";
import { isEmpty, objectAt, withValueAt } from "./json-objects.js";

/** Returns the MCP server that a hook is. `variant`: the host whose hooks call a tool of this server. */
export function hookServer({ command: [program = "", ...args] }: Pick<Launch, "command">, variant?: string): McpServer {
  return { command: program, args: [...args, "--host", variant === undefined ? "mcp" : `mcp/${variant}`] };
}

/** Returns whether a server is a hook. Its arguments show that. */
export function isHookServer(server: JsonObject | undefined): boolean {
  const { args } = server ?? {};
  return Array.isArray(args) && args.slice(-2).join(" ") === "--host mcp";
}

/** Removes an MCP server, and what is empty afterwards. */
export function withoutServer(file: JsonObject, name: string): JsonObject {
  if (objectAt(file, ["mcpServers", name]) === undefined) return file;
  const without = withValueAt(file, ["mcpServers", name], undefined);
  return isEmpty(objectAt(without, ["mcpServers"])) ? withValueAt(without, ["mcpServers"], undefined) : without;
}
