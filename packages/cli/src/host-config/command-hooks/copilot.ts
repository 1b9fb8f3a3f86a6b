import { join } from "node:path";
import * as z from "zod/mini";
import type { CommandHookHost } from "./command-hook-host.js";
import { commandHooks } from "./command-hooks.js";
import type { ConfigSchema } from "./config-schema.js";
import { hookLists, knownEvents } from "./hook-lists.js";

const hook = z.looseObject({
  bash: z.optional(z.string()),
  timeoutSec: z.optional(z.number().check(z.positive("expected a number above 0"))),
  cwd: z.optional(z.string()),
});

/** Copilot CLI 1.0.102, which never reports an error. */
const COPILOT_CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({ hooks: z.optional(knownEvents("copilot", z.optional(z.array(z.unknown())))) }),
  hooks: hookLists(hook),
};

/** A file in Copilot CLI's hooks folder. */
export const COPILOT: CommandHookHost = {
  name: "copilot",
  title: "Copilot CLI",
  places: {
    user: (name, { COPILOT_HOME }, home) => join(COPILOT_HOME || join(home, ".copilot"), "hooks", `${name}.json`),
    movedBy: "COPILOT_HOME",
    project: (name) => join(".github", "hooks", `${name}.json`),
    projectNote: "Copilot CLI silently skips it unless the folder is trusted; with -p, use --trust-folder.",
  },
  unread: ["comments", "trailing commas", "a byte order mark"],
  configSchema: COPILOT_CONFIG_SCHEMA,
  grouped: false,
  keys: { name: "name", command: "bash" },
  rest: ({ timeout }) => ({ type: "command", timeoutSec: timeout }),
  // Its payload does not name the event.
  told: (event) => `copilot/${event}`,
  untold: {},
  head: { version: 1 },
  switchedOff: ({ disableAllHooks }) =>
    disableAllHooks === true ? "disableAllHooks is true, so Copilot CLI starts no hooks: remove it first" : undefined,
  tools: (name, server) => ({
    note: `Copilot CLI gets the tools of "${name}" over MCP; add to ~/.copilot/mcp-config.json: ${JSON.stringify({
      mcpServers: { [name]: { type: "local", ...server, tools: ["*"] } },
    })}`,
  }),
};

export const copilot = commandHooks(COPILOT);
