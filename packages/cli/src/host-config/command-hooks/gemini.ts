import { join } from "node:path";
import * as z from "zod/mini";
import { objectAt } from "../json-objects.js";
import type { CommandHookHost } from "./command-hook-host.js";
import { commandHooks } from "./command-hooks.js";
import type { ConfigSchema } from "./config-schema.js";
import { hookGroup, hookLists } from "./hook-lists.js";

const hook = z.looseObject({
  type: z.literal("command"),
  command: z.string().check(z.minLength(1)),
  timeout: z.optional(z.unknown().check(z.refine((value) => !(Number(value) <= 0), "expected a number above 0"))),
});

/** Gemini CLI 0.61.0: it reports what it cannot use, and continues with the rest. */
const GEMINI_CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({ hooks: z.optional(z.looseObject({})) }),
  hooks: hookLists(hookGroup(hook)),
};

/** Gemini CLI's `settings.json`. */
export const GEMINI: CommandHookHost = {
  name: "gemini",
  title: "Gemini CLI",
  places: {
    user: (_, { GEMINI_CLI_HOME }, home) => join(GEMINI_CLI_HOME || home, ".gemini", "settings.json"),
    movedBy: "GEMINI_CLI_HOME",
    project: () => join(".gemini", "settings.json"),
    projectNote: "Gemini CLI only reads it in that folder, and only if the folder is trusted.",
  },
  unread: ["trailing commas", "a byte order mark"],
  configSchema: GEMINI_CONFIG_SCHEMA,
  grouped: true,
  keys: { name: "name", command: "command" },
  rest: ({ timeout }) => ({ type: "command", timeout: timeout * 1000 }),
  untold: { PreCompress: "Gemini CLI starts the hook for it before every model call" },
  switchedOff: (file, name) => {
    const { enabled, disabled } = objectAt(file, ["hooksConfig"]) ?? {};
    if (enabled === false) return "hooksConfig.enabled is false, so Gemini CLI starts no hooks: remove it first";
    const isOff = Array.isArray(disabled) && disabled.includes(name);
    return isOff ? `hooksConfig.disabled has "${name}", so Gemini CLI does not start it: remove it first` : undefined;
  },
  tools: (name, server) => ({ config: { mcpServers: { [name]: server } } }),
};

export const gemini = commandHooks(GEMINI);
