import { join } from "node:path";
import * as z from "zod/mini";
import type { McpServer } from "../mcp.js";
import type { CommandHookHost } from "./command-hook-host.js";
import { commandHooks } from "./command-hooks.js";
import type { ConfigSchema } from "./config-schema.js";
import { hookGroup, hookLists } from "./hook-lists.js";

const text = z.optional(z.string());
const flag = z.optional(z.boolean());
const any = {
  timeout: z.optional(z.number().check(z.positive("expected a number above 0"))),
  statusMessage: text,
  if: text,
  once: flag,
  onFailure: z.optional(z.enum(["continue", "block"])),
};
const hook = z.discriminatedUnion(
  "type",
  [
    z.looseObject({
      ...any,
      type: z.literal("command"),
      command: z.string(),
      args: z.optional(z.array(z.string())),
      async: flag,
      asyncRewake: flag,
      shell: z.optional(z.enum(["bash", "powershell"])),
    }),
    z.looseObject({ ...any, type: z.enum(["prompt", "agent"]), prompt: z.string() }),
    z.looseObject({ ...any, type: z.literal("http"), url: z.string() }),
    z.looseObject({ ...any, type: z.literal("mcp_tool"), server: z.string(), tool: z.string() }),
  ],
  { error: ({ code }) => (code === "invalid_union" ? "expected command, prompt, agent, http or mcp_tool" : undefined) },
);
const group = hookGroup(hook);

/** Events that guard permissions: one invalid entry makes Claude Code ignore the whole file. */
const guards = z.optional(z.nullable(z.array(group)));

/** Claude Code 2.1.330: the hooks, and the settings that are most often edited by hand. */
const CLAUDE_CODE_CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({
    hooks: z.optional(z.looseObject({ PreToolUse: guards, PermissionRequest: guards })),
    disableAllHooks: flag,
    allowManagedHooksOnly: flag,
    model: text,
    env: z.optional(z.record(z.string(), z.unknown())),
    permissions: z.optional(
      z.looseObject({
        // An unknown mode also makes it ignore the file, but it reports that, and the next version may add the mode.
        defaultMode: text,
        allow: z.optional(z.array(z.unknown())),
        deny: z.optional(z.array(z.unknown())),
        ask: z.optional(z.array(z.unknown())),
        additionalDirectories: z.optional(z.array(z.unknown())),
      }),
    ),
  }),
  hooks: hookLists(group),
};

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
  // Then the tool does not run even if every shell was killed or the hook exceeded its limit (observed).
  rest: ({ mode, timeout }) => ({ type: "command", timeout, ...(mode === "block" ? { onFailure: "block" } : {}) }),
  untold: { WorktreeCreate: "with a hook there Claude Code leaves it to the hook to make a worktree" },
  switchedOff: ({ disableAllHooks }) =>
    disableAllHooks === true ? "disableAllHooks is true, so Claude Code starts no hooks: remove it first" : undefined,
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
