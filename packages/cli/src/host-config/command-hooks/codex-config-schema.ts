import * as z from "zod/mini";
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
export const CODEX_CONFIG_SCHEMA: ConfigSchema = {
  file: z.strictObject({ description: text, hooks: z.optional(knownEvents("codex", z.optional(z.array(group)))) }),
  hooks: hookLists(group),
};
