import * as z from "zod/mini";
import type { ConfigSchema } from "./config-schema.js";
import { hookGroup, hookLists } from "./hook-lists.js";

const hook = z.looseObject({
  type: z.literal("command"),
  command: z.string().check(z.minLength(1)),
  timeout: z.optional(z.unknown().check(z.refine((value) => !(Number(value) <= 0), "expected a number above 0"))),
});

/** Gemini CLI 0.61.0: it reports what it cannot use, and continues with the rest. */
export const GEMINI_CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({ hooks: z.optional(z.looseObject({})) }),
  hooks: hookLists(hookGroup(hook)),
};
