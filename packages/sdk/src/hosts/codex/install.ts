import { dirname, join } from "node:path";
import type { HostPlaces, McpServer } from "../../host-tools/config-format.js";
import type { JsonObject } from "../../host-tools/config-schema.js";
import { foldersFromRepositoryRoot, type HookFile, type Machine } from "../../host-tools/hook-files.js";
import type { EventListsInstall } from "../../host-tools/install.js";
import { switchFindings } from "../../host-tools/install-findings.js";
import { isObject } from "../../text/index.js";
import { CONFIG_SCHEMA } from "./config-schema.js";
import { MATCHERS } from "./tool-kinds.js";

const places: HostPlaces = {
  user: (_, { CODEX_HOME }, home) => join(CODEX_HOME || join(home, ".codex"), "hooks.json"),
  locationVariable: "CODEX_HOME",
  project: () => join(".codex", "hooks.json"),
  projectNote: "Codex only reads it in a trusted project: trust_level in its config.toml.",
  // Observed in its terminal.
  sessionNote: "Restart sessions of Codex that are open: they do not read it.",
  readsFromRepository: true,
};

/** Codex's `hooks.json`. */
export const install: EventListsInstall = {
  kind: "event-lists",
  places,
  rejectsJson: ["comments", "trailing commas", "a byte order mark"],
  configSchema: CONFIG_SCHEMA,
  grouped: true,
  // An entry has no field for a name. The name is in `statusMessage`, which Codex shows while the hook runs.
  keys: { name: "statusMessage", command: "command" },
  otherFields: ({ timeout }) => ({ type: "command", timeout }),
  optInEvents: { PreModelRequest: "Codex starts the hook for it before every model call" },
  // Codex shortens longer limits, with a warning at each start (observed).
  maxTimeouts: { SessionEnd: 3, Interrupt: 3 },
  isPositional: true,
  mcpTool: {
    failClosedEvents: [],
    failOpenText: "ignores the failure of a hook of type mcp_tool",
    validName: /^[\w.-]+$/,
    add: (name, server) => `add to its config.toml:\n${table(name, server)}`,
  },
  tools: (name, server) => ({
    note: `Codex gets the tools of "${name}" over MCP; add to its config.toml:\n${table(name, server)}`,
  }),
  activationNote: (name) =>
    `Not active until trusted: Codex skips a new or changed hook, silently in codex exec. Start codex, type /hooks, check the entries of "${name}", and press t to trust all.`,
  program: "codex",
  folders: [".codex"],
  defaultTimeout: 600,
  limit: { key: "timeout", perSecond: 1 },
  matchers: MATCHERS,
  files,
  skipped: (read) => switchFindings({ whySwitchedOff }, read),
  trust: {
    fix: "start codex and type /hooks",
    means: "runs these commands without asking, as you and outside its sandbox",
    ask: async (question) => (await import("./hook-trust.js")).askCodex(question),
    beforeRemoval: async (path, question) => (await import("./settle-trust.js")).beforeRemoval(path, question),
  },
};

/** Strings and arrays in JSON are also valid TOML. */
function table(name: string, { command, args }: McpServer): string {
  return `[mcp_servers.${JSON.stringify(name)}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`;
}

/** In a repository, Codex reads every folder from the root down to the current one (observed). */
function files({ env, home, folder }: Machine): HookFile[] {
  const withSettings = (path: string, scope: HookFile["scope"]): HookFile[] => [
    { path, scope },
    { path: join(dirname(path), "config.toml"), scope, settingsOnly: true },
  ];
  return [
    ...withSettings(places.user("", env, home), "user"),
    ...foldersFromRepositoryRoot(folder).flatMap((one) => withSettings(join(one, places.project("")), "project")),
  ];
}

function whySwitchedOff({ features }: JsonObject): string | undefined {
  return isObject(features) && features.hooks === false
    ? "hooks is false under [features], so Codex starts no hooks: remove it first"
    : undefined;
}
