import * as z from "zod/mini";
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
      shell: z.optional(z.enum(["bash", "powershell"])),
    }),
    z.looseObject({ ...any, type: z.enum(["prompt", "agent"]), prompt: z.string() }),
    z.looseObject({ ...any, type: z.literal("http"), url: z.string() }),
    z.looseObject({ ...any, type: z.literal("mcp_tool"), server: z.string(), tool: z.string() }),
  ],
  { error: ({ code }) => (code === "invalid_union" ? "expected command, prompt, agent, http or mcp_tool" : undefined) },
);
const group = hookGroup(hook);

/** What guards permissions; one wrong entry there, and nothing of the file holds. */
const guards = z.optional(z.nullable(z.array(group)));

/** Claude Code 2.1.330: beside the hooks, the settings that are most often written by hand. */
export const CLAUDE_CODE_CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({
    hooks: z.optional(z.looseObject({ PreToolUse: guards, PermissionRequest: guards })),
    disableAllHooks: flag,
    allowManagedHooksOnly: flag,
    model: text,
    env: z.optional(z.record(z.string(), z.unknown())),
    permissions: z.optional(
      z.looseObject({
        // A mode that it does not know drops the file, too, and Claude Code says so; the next version may know it.
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
