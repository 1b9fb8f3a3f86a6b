import { join } from "node:path";
import * as z from "zod/mini";
import type { HostPlaces } from "../../host-tools/config-format.js";
import { type ConfigSchema, hookLists, knownEvents } from "../../host-tools/config-schema.js";
import { foldersFromRepositoryRoot, type HookFile, type Machine } from "../../host-tools/hook-files.js";
import type { EventListsInstall } from "../../host-tools/install.js";
import { EVENTS } from "./events.js";
import { SCRIPTS } from "./scripts.js";

const FILE = join(".cline", "hooks", "agent-hook.json");
/** How long Cline waits for the hooks of a tool call. It does not wait at other events (observed). */
const MAX_SECONDS = 120;

const places: HostPlaces = {
  user: (_, { CLINE_DIR }, home) => join(CLINE_DIR || join(home, ".cline"), "hooks", "agent-hook.json"),
  locationVariable: "CLINE_DIR",
  project: () => FILE,
  projectNote:
    "Cline starts the scripts next to it if it runs in that folder, or below it in the same repository, without asking whether the folder is trusted.",
  sessionNote: "Restart open Cline sessions.",
  readsFromRepository: true,
};

const hook = z.looseObject({ command: z.string().check(z.minLength(1)) });

const CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({ hooks: z.optional(knownEvents(EVENTS, z.optional(z.array(z.unknown())))) }),
  hooks: hookLists(hook),
};

/** A list of hooks, and next to it the scripts that Cline starts. Cline itself does not read the list. */
export const install: EventListsInstall = {
  kind: "event-lists",
  places,
  scripts: SCRIPTS,
  rejectsJson: [],
  configSchema: CONFIG_SCHEMA,
  grouped: false,
  keys: { name: "name", command: "command" },
  otherFields: () => ({}),
  optInEvents: {},
  maxTimeouts: { PreToolUse: MAX_SECONDS, PostToolUse: MAX_SECONDS },
  tools: (name, { command, args }) => ({
    note: `Cline gets the tools of "${name}" over MCP; add to ~/.cline/data/settings/cline_mcp_settings.json: ${JSON.stringify(
      { mcpServers: { [name]: { command, args } } },
    )}`,
  }),
  program: "cline",
  folders: [".cline/hooks"],
  defaultTimeout: MAX_SECONDS,
  limit: { key: "timeout", perSecond: 1 },
  defaultType: "command",
  files,
  skipped: () => [],
};

function files({ env, home, folder }: Machine): HookFile[] {
  return [
    { path: places.user("", env, home), scope: "user" },
    // Not in a folder below the top of the repository (observed).
    { path: join(foldersFromRepositoryRoot(folder)[0], FILE), scope: "project" },
  ];
}
