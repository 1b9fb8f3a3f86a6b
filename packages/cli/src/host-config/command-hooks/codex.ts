import { join } from "node:path";
import { list } from "../../words.js";
import type { McpServer } from "../mcp.js";
import type { CommandHookHost } from "./command-hook-host.js";
import { commandHooks } from "./command-hooks.js";

/** Codex's `hooks.json`. */
export const CODEX: CommandHookHost = {
  name: "codex",
  title: "Codex",
  places: {
    user: (_, { CODEX_HOME }, home) => join(CODEX_HOME || join(home, ".codex"), "hooks.json"),
    project: () => join(".codex", "hooks.json"),
    projectNote: "Codex reads it in a trusted project alone: trust_level in its config.toml.",
  },
  unread: ["comments", "trailing commas", "a byte order mark"],
  grouped: true,
  // It has no name; this is shown while the hook runs.
  keys: { name: "statusMessage", command: "command" },
  rest: ({ timeout }) => ({ type: "command", timeout }),
  untold: {},
  positional: true,
  switchedOff: (file) => {
    const unknown = Object.keys(file).filter((key) => !["description", "hooks"].includes(key));
    if (unknown.length === 0) return undefined;
    return `Codex reads no file with ${list(unknown)} beside "hooks": take that out first, or name another file`;
  },
  mcpTool: {
    closedAt: [],
    open: "goes on as if nothing had been said when a hook of type mcp_tool fails",
    names: /^[\w.-]+$/,
    add: (name, server) => `add to its config.toml:\n${table(name, server)}`,
  },
  tools: (name, server) => ({
    note: `Codex takes the tools of "${name}" over MCP; add to its config.toml:\n${table(name, server)}`,
  }),
  inactive: (name) =>
    `Not active until trusted: Codex skips a new or changed hook, in codex exec without a word. Start codex, type /hooks, and trust "${name}" at each event.`,
};

export const codex = commandHooks(CODEX);

/** JSON's strings and lists are TOML's, too. */
function table(name: string, { command, args }: McpServer): string {
  return `[mcp_servers.${JSON.stringify(name)}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`;
}
