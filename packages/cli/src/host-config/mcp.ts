import type { JsonObject } from "@agent-hook/protocol";
import { titleOf } from "@agent-hook/sdk/hosts";
import type { McpServer } from "@agent-hook/sdk/installs";
import { type HookFacts, isGuard, NO_MCP, servesMcp } from "./hook-facts.js";
import { type HostConfig, HostConfigError, type HostFormat, type Launch } from "./host-format.js";
import { isEmpty, objectAt, overlaid, withAt } from "./json-objects.js";

/** The format of most MCP clients. */
export const mcp: HostFormat = {
  name: "mcp",
  title: titleOf("mcp"),
  language: "json",
  build,
  merge: (file, built) => overlaid(file, built),
  remove: withoutServer,
};

function build(hook: HookFacts, launch: Launch): HostConfig {
  const { name } = launch;
  if (hook.tools.length === 0) {
    throw new HostConfigError(`"${hook.name}" has no tools: an MCP client has nothing to call`);
  }
  return {
    config: { mcpServers: { [name]: hookServer(launch) } },
    notes: [
      ...(servesMcp(hook) ? [] : [NO_MCP]),
      ...(isGuard(hook) ? [`An MCP client only calls the tools of "${name}": it guards nothing else there.`] : []),
      "Most clients read their config when they start: restart the client.",
    ],
  };
}

/** Returns a hook as an MCP server. `variant`: the host whose hooks call a tool of the server. */
export function hookServer({ command: [program = "", ...args] }: Pick<Launch, "command">, variant?: string): McpServer {
  return { command: program, args: [...args, "--host", variant === undefined ? "mcp" : `mcp/${variant}`] };
}

/** Returns whether a server is a hook, by its arguments. */
export function isHookServer(server: JsonObject | undefined): boolean {
  const { args } = server ?? {};
  return Array.isArray(args) && args.slice(-2).join(" ") === "--host mcp";
}

/** Removes an MCP server, and what is empty afterwards. */
export function withoutServer(file: JsonObject, name: string): JsonObject {
  if (objectAt(file, ["mcpServers", name]) === undefined) return file;
  const without = withAt(file, ["mcpServers", name], undefined);
  return isEmpty(objectAt(without, ["mcpServers"])) ? withAt(without, ["mcpServers"], undefined) : without;
}
