import { join } from "node:path";
import { objectAt } from "../json-objects.js";
import type { CommandHookHost } from "./command-hook-host.js";
import { commandHooks } from "./command-hooks.js";
import { GEMINI_CONFIG_SCHEMA } from "./gemini-config-schema.js";

/** Gemini CLI's `settings.json`. */
export const GEMINI: CommandHookHost = {
  name: "gemini",
  title: "Gemini CLI",
  places: {
    user: (_, { GEMINI_CLI_HOME }, home) => join(GEMINI_CLI_HOME || home, ".gemini", "settings.json"),
    movedBy: "GEMINI_CLI_HOME",
    project: () => join(".gemini", "settings.json"),
    projectNote: "Gemini CLI reads it in that folder alone, and only if the folder is trusted.",
  },
  unread: ["trailing commas", "a byte order mark"],
  configSchema: GEMINI_CONFIG_SCHEMA,
  grouped: true,
  keys: { name: "name", command: "command" },
  rest: ({ timeout }) => ({ type: "command", timeout: timeout * 1000 }),
  untold: { PreCompress: "Gemini CLI starts the hook for it before every model call" },
  switchedOff: (file, name) => {
    const { enabled, disabled } = objectAt(file, ["hooksConfig"]) ?? {};
    if (enabled === false) return "hooksConfig.enabled is false, so Gemini CLI starts no hook: take it out first";
    const isOff = Array.isArray(disabled) && disabled.includes(name);
    return isOff ? `hooksConfig.disabled has "${name}", so Gemini CLI does not start it: take it out first` : undefined;
  },
  tools: (name, server) => ({ config: { mcpServers: { [name]: server } } }),
};

export const gemini = commandHooks(GEMINI);
