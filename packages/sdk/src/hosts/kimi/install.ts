import { join } from "node:path";
import * as z from "zod/mini";
import type { UserPlaces } from "../../host-tools/config-format.js";
import type { ConfigSchema } from "../../host-tools/config-schema.js";
import type { EventListsInstall } from "../../host-tools/install.js";
import { EVENT_NAMES } from "./events.js";
import { NAME, TOML } from "./toml-hooks.js";
import { MATCHERS } from "./tool-kinds.js";

const MAX_SECONDS = 600;

const places: UserPlaces = {
  user: (_, { KIMI_CODE_HOME }, home) => join(KIMI_CODE_HOME || join(home, ".kimi-code"), "config.toml"),
  locationVariable: "KIMI_CODE_HOME",
  sessionNote: "Restart sessions of Kimi Code that are open.",
};

const hook = z.strictObject({
  command: z.string().check(z.minLength(1)),
  matcher: z.optional(z.string()),
  timeout: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_SECONDS))),
  [NAME]: z.optional(z.string()),
});

/** If one entry is invalid, Kimi Code ignores all of them, with a warning (observed). */
const CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({
    hooks: z.optional(z.strictObject(Object.fromEntries(EVENT_NAMES.map((name) => [name, z.optional(z.array(hook))])))),
  }),
  hooks: z.optional(z.unknown()),
};

/** Kimi Code's `config.toml`, which also has its other settings. It reads no such file of a project (observed). */
export const install: EventListsInstall = {
  kind: "event-lists",
  places,
  toml: TOML,
  rejectsJson: [],
  configSchema: CONFIG_SCHEMA,
  grouped: false,
  keys: { name: NAME, command: "command" },
  otherFields: ({ timeout }) => ({ timeout }),
  optInEvents: { SessionHeartbeat: "Kimi Code starts the hook for it again and again while a session is open" },
  // A longer limit is invalid.
  maxTimeouts: Object.fromEntries(EVENT_NAMES.map((name) => [name, MAX_SECONDS])),
  tools: (name, { command, args }) => ({
    note: `Kimi Code gets the tools of "${name}" over MCP; add to ~/.kimi-code/mcp.json: ${JSON.stringify({
      mcpServers: { [name]: { command, args } },
    })}`,
  }),
  program: "kimi",
  folders: [".kimi-code"],
  defaultTimeout: 30,
  matchers: MATCHERS,
  limit: { key: "timeout", perSecond: 1 },
  defaultType: "command",
  files: ({ env, home }) => [{ path: places.user("", env, home), scope: "user" }],
  skipped: () => [],
};
