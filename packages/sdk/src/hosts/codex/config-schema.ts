import * as z from "zod/mini";
import { type ConfigSchema, hookLists, knownEvents } from "../../host-tools/config-schema.js";
import { EVENTS } from "./events.js";

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

/** One error makes Codex ignore the whole file. */
export const CONFIG_SCHEMA: ConfigSchema = {
  file: z.strictObject({ description: text, hooks: z.optional(knownEvents(EVENTS, z.optional(z.array(group)))) }),
  hooks: hookLists(group),
};
