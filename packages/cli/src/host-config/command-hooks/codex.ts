import { join } from "node:path";
import * as z from "zod/mini";
import type { McpServer } from "../mcp.js";
import type { CommandHookHost } from "./command-hook-host.js";
import { commandHooks } from "./command-hooks.js";
import type { ConfigSchema } from "./config-schema.js";
import { hookLists, knownEvents } from "./hook-lists.js";

const text = z.optional(z.nullable(z.string()));
const any = {
  timeout: z.optional(z.nullable(z.int("expected a whole number").check(z.gte(0, "expected 0 or more")))),
  statusMessage: text,
  async: z.optional(z.nullable(z.boolean())),
};
const hook = z.discriminatedUnion(
  "type",
  [
    z.looseObject({ ...any, type: z.literal("command"), command: z.string() }),
    z.looseObject({ ...any, type: z.literal("mcp_tool"), server: z.string(), tool: z.string() }),
    z.looseObject({ type: z.enum(["prompt", "agent"]) }),
  ],
  { error: ({ code }) => (code === "invalid_union" ? "expected command, mcp_tool, prompt or agent" : undefined) },
);
const group = z.looseObject({ matcher: text, hooks: z.optional(z.array(hook)) });

/** Codex 0.169.0: one error makes it ignore the whole file. */
const CODEX_CONFIG_SCHEMA: ConfigSchema = {
  file: z.strictObject({ description: text, hooks: z.optional(knownEvents("codex", z.optional(z.array(group)))) }),
  hooks: hookLists(group),
};

/** Codex's `hooks.json`. */
export const CODEX: CommandHookHost = {
  name: "codex",
  title: "Codex",
  places: {
    user: (_, { CODEX_HOME }, home) => join(CODEX_HOME || join(home, ".codex"), "hooks.json"),
    movedBy: "CODEX_HOME",
    project: () => join(".codex", "hooks.json"),
    projectNote: "Codex only reads it in a trusted project: trust_level in its config.toml.",
  },
  unread: ["comments", "trailing commas", "a byte order mark"],
  configSchema: CODEX_CONFIG_SCHEMA,
  grouped: true,
  // An entry has no name. This text is shown while the hook runs.
  keys: { name: "statusMessage", command: "command" },
  rest: ({ timeout }) => ({ type: "command", timeout }),
  untold: { PreModelRequest: "Codex starts the hook for it before every model call" },
  // Codex shortens longer limits, with a warning at each start (observed).
  longest: { SessionEnd: 3, Interrupt: 3 },
  positional: true,
  mcpTool: {
    closedAt: [],
    open: "ignores the failure of a hook of type mcp_tool",
    names: /^[\w.-]+$/,
    add: (name, server) => `add to its config.toml:\n${table(name, server)}`,
  },
  tools: (name, server) => ({
    note: `Codex gets the tools of "${name}" over MCP; add to its config.toml:\n${table(name, server)}`,
  }),
  inactive: (name) =>
    `Not active until trusted: Codex skips a new or changed hook, silently in codex exec. Start codex, type /hooks, check the entries of "${name}", and press t to trust all.`,
};

export const codex = commandHooks(CODEX);

/** Strings and arrays in JSON are also valid TOML. */
function table(name: string, { command, args }: McpServer): string {
  return `[mcp_servers.${JSON.stringify(name)}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`;
}
