import { join } from "node:path";
import type { McpServer } from "../mcp.js";
import { CLAUDE_CODE_CONFIG_SCHEMA } from "./claude-code-config-schema.js";
import type { CommandHookHost } from "./command-hook-host.js";
import { commandHooks } from "./command-hooks.js";

/** Claude Code's `settings.json`. */
export const CLAUDE_CODE: CommandHookHost = {
  name: "claude-code",
  title: "Claude Code",
  places: {
    user: (_, { CLAUDE_CONFIG_DIR }, home) => join(CLAUDE_CONFIG_DIR || join(home, ".claude"), "settings.json"),
    movedBy: "CLAUDE_CONFIG_DIR",
    project: () => join(".claude", "settings.json"),
    projectNote:
      "Claude Code reads it in that folder alone; with -p it asks no one whether to trust the folder. Copilot CLI runs it, too, where it trusts the folder: what it cannot answer there it refuses.",
  },
  unread: ["comments", "trailing commas"],
  configSchema: CLAUDE_CODE_CONFIG_SCHEMA,
  grouped: true,
  // An entry has no name. This text is shown while the hook runs.
  keys: { name: "statusMessage", command: "command" },
  // Then the tool does not run even if every shell was killed or the hook exceeded its limit (tested).
  rest: ({ mode, timeout }) => ({ type: "command", timeout, ...(mode === "block" ? { onFailure: "block" } : {}) }),
  untold: { WorktreeCreate: "with a hook there Claude Code leaves it to the hook to make a worktree" },
  switchedOff: ({ disableAllHooks }) =>
    disableAllHooks === true ? "disableAllHooks is true, so Claude Code starts no hook: take it out first" : undefined,
  mcpTool: {
    closedAt: ["PreToolUse"],
    replaced: "A project whose .mcp.json has a server of that name has it asked in the place of yours",
    open: "shows a result as it is when a hook of type mcp_tool fails behind the tool",
    names: /^[\w-]+$/,
    add: (name, server) => `add it: ${add(name, server)}`,
  },
  tools: (name, server) => ({
    note: `Claude Code takes the tools of "${name}" over MCP; add them: ${add(name, server)}`,
  }),
};

export const claudeCode = commandHooks(CLAUDE_CODE);

function add(name: string, { command, args }: McpServer): string {
  return `claude mcp add --scope user ${name} -- ${[command, ...args].map(quoted).join(" ")}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
