import type { JsonObject } from "@agent-hook/protocol";
import { type HookFacts, isGuard, NO_MCP, servesMcp } from "./hook-facts.js";
import { type HostConfig, HostConfigError, type HostFormat, type Launch } from "./host-format.js";
import { isEmpty, objectAt, overlaid, withAt } from "./json-objects.js";

/** The form of most MCP clients. */
export const mcp: HostFormat = {
  name: "mcp",
  language: "json",
  build,
  merge: (file, built) => overlaid(file, built),
  remove,
};

function build(hook: HookFacts, { name, command: [program, ...args] }: Launch): HostConfig {
  if (hook.tools.length === 0) {
    throw new HostConfigError(`"${hook.name}" brings no tools: an MCP client has nothing to call`);
  }
  return {
    config: { mcpServers: { [name]: { command: program, args: [...args, "--host", "mcp"] } } },
    notes: [
      ...(servesMcp(hook) ? [] : [NO_MCP]),
      ...(isGuard(hook) ? [`An MCP client calls the tools of "${name}" alone: it guards nothing else there.`] : []),
      "Most clients read their config when they start: restart the client.",
    ],
  };
}

function remove(file: JsonObject, name: string): JsonObject {
  if (objectAt(file, ["mcpServers", name]) === undefined) return file;
  const without = withAt(file, ["mcpServers", name], undefined);
  return isEmpty(objectAt(without, ["mcpServers"])) ? withAt(without, ["mcpServers"], undefined) : without;
}
