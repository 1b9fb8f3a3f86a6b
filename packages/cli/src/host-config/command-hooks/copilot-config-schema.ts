import * as z from "zod/mini";
import type { ConfigSchema } from "./config-schema.js";
import { hookLists, knownEvents } from "./hook-lists.js";

const hook = z.looseObject({
  bash: z.optional(z.string()),
  timeoutSec: z.optional(z.number().check(z.positive("expected a number above 0"))),
  cwd: z.optional(z.string()),
});

/** Copilot CLI 1.0.102, which never reports an error. */
export const COPILOT_CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({ hooks: z.optional(knownEvents("copilot", z.optional(z.array(z.unknown())))) }),
  hooks: hookLists(hook),
};
