import * as z from "zod/mini";
import { type ConfigSchema, hookGroup, hookLists } from "../../host-tools/config-schema.js";

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

/** The entries of an event that guards permissions: an invalid one makes Claude Code ignore the whole file. */
const guards = z.optional(z.nullable(z.array(group)));

/** The hooks, and the settings that are most often edited by hand. */
export const CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({
    hooks: z.optional(z.looseObject({ PreToolUse: guards, PreSkillShellCommand: guards, PermissionRequest: guards })),
    disableAllHooks: flag,
    allowManagedHooksOnly: flag,
    model: text,
    env: z.optional(z.record(z.string(), z.unknown())),
    permissions: z.optional(
      z.looseObject({
        // Any text is accepted. Because of an unknown mode, Claude Code also ignores the file, but it reports that, and
        // its next version may know the mode.
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
