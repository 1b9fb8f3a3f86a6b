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
      "Claude Code only reads it in that folder, and with -p it does not ask whether to trust the folder. Copilot CLI also runs it if it trusts the folder, and denies what the hook cannot answer there.",
  },
  unread: ["comments", "trailing commas"],
  configSchema: CLAUDE_CODE_CONFIG_SCHEMA,
  grouped: true,
  // An entry has no name. This text is shown while the hook runs.
  keys: { name: "statusMessage", command: "command" },
  // Then the tool does not run even if every shell was killed or the hook exceeded its limit (observed).
  rest: ({ mode, timeout }) => ({ type: "command", timeout, ...(mode === "block" ? { onFailure: "block" } : {}) }),
  untold: { WorktreeCreate: "with a hook there, the hook must create the worktree instead of Claude Code" },
  switchedOff: ({ disableAllHooks }) =>
    disableAllHooks === true ? "disableAllHooks is true, so Claude Code starts no hooks: remove it first" : undefined,
  mcpTool: {
    closedAt: ["PreToolUse"],
    replaced: "If a project's .mcp.json has a server of that name, Claude Code calls it instead of yours",
    open: "shows the unchanged result if a hook of type mcp_tool fails after the tool",
    names: /^[\w-]+$/,
    add: (name, server) => `add it: ${add(name, server)}`,
  },
  tools: (name, server) => ({
    note: `Claude Code gets the tools of "${name}" over MCP; add them: ${add(name, server)}`,
  }),
};

export const claudeCode = commandHooks(CLAUDE_CODE);

function add(name: string, { command, args }: McpServer): string {
  return `claude mcp add --scope user ${name} -- ${[command, ...args].map(quoted).join(" ")}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
