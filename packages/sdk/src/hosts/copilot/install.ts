import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import type { HostPlaces } from "../../host-tools/config-format.js";
import { type ConfigSchema, hookLists, knownEvents } from "../../host-tools/config-schema.js";
import { foldersFromRepositoryRoot, type HookFile, type Machine, type ReadFile } from "../../host-tools/hook-files.js";
import type { EventListsInstall } from "../../host-tools/install.js";
import { type InstallFinding, switchFindings } from "../../host-tools/install-findings.js";
import { EVENTS } from "./events.js";
import { MATCHERS } from "./tool-kinds.js";

const places: HostPlaces = {
  user: (name, { COPILOT_HOME }, home) => join(COPILOT_HOME || join(home, ".copilot"), "hooks", `${name}.json`),
  locationVariable: "COPILOT_HOME",
  project: (name) => join(".github", "hooks", `${name}.json`),
  projectNote:
    "Copilot CLI silently skips it unless the repository is trusted; with -p, start it at the top with --trust-folder.",
  // Observed in its terminal.
  sessionNote: "Restart sessions of Copilot CLI that are open: they do not read it.",
  readsFromRepository: true,
};

const hook = z.looseObject({
  bash: z.optional(z.string()),
  timeoutSec: z.optional(z.number().check(z.positive("expected a number above 0"))),
  cwd: z.optional(z.string()),
});

/** Copilot CLI itself reports none of these errors. */
const CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({ hooks: z.optional(knownEvents(EVENTS, z.optional(z.array(z.unknown())))) }),
  hooks: hookLists(hook),
};

/** A file in Copilot CLI's hooks folder. */
export const install: EventListsInstall = {
  kind: "event-lists",
  places,
  rejectsJson: ["comments", "trailing commas", "a byte order mark"],
  configSchema: CONFIG_SCHEMA,
  grouped: false,
  keys: { name: "name", command: "bash" },
  otherFields: ({ timeout }) => ({ type: "command", timeoutSec: timeout }),
  optInEvents: {},
  initialFields: { version: 1 },
  whySwitchedOff: ({ disableAllHooks }) =>
    disableAllHooks === true ? "disableAllHooks is true, so Copilot CLI starts no hooks: remove it first" : undefined,
  tools: (name, server) => ({
    note: `Copilot CLI gets the tools of "${name}" over MCP; add to ~/.copilot/mcp-config.json: ${JSON.stringify({
      mcpServers: { [name]: { type: "local", ...server, tools: ["*"] } },
    })}`,
  }),
  program: "copilot",
  folders: [".copilot", ".copilot/hooks", ".github/hooks"],
  defaultTimeout: 30,
  matchers: MATCHERS,
  limit: { key: "timeoutSec", perSecond: 1 },
  defaultType: "command",
  files,
  // In a trusted folder, with payloads and answers that differ from both hosts' own (observed).
  alsoRuns: "claude-code",
  skipped: skippedFindings,
};

function files({ env, home, folder }: Machine): HookFile[] {
  const own = dirname(dirname(places.user("x", env, home)));
  const [top] = foldersFromRepositoryRoot(folder);
  const project = join(top, dirname(places.project("x")));
  const in_ = (path: string, scope: HookFile["scope"]) => jsonIn(path).map((file) => ({ path: file, scope }));
  return [
    ...in_(join(own, "hooks"), "user"),
    { path: join(own, "settings.json"), scope: "user" },
    { path: join(own, "config.json"), scope: "user", settingsOnly: true },
    ...in_(project, "project"),
    { path: join(folder, ".github", "copilot", "settings.json"), scope: "project", settingsOnly: true },
    { path: join(folder, ".claude", "settings.json"), scope: "project", settingsOnly: true },
  ];
}

function jsonIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * `disableAllHooks` in the user's settings only affects the hooks in these settings. In the settings of a trusted
 * project, it affects all hooks (observed).
 */
function skippedFindings(read: readonly ReadFile[], { env, folder }: Machine): InstallFinding[] {
  const folders: readonly unknown[] = foldersFromRepositoryRoot(folder);
  const trusts = read.some(
    ({ scope, value }) =>
      scope === "user" &&
      Array.isArray(value.trustedFolders) &&
      value.trustedFolders.some((one) => folders.includes(one)),
  );
  const untrusted = read.filter(({ scope, settingsOnly }) => scope === "project" && !settingsOnly);
  const switches = read.filter(({ scope, settingsOnly, value }) =>
    !settingsOnly ? value.hooks !== undefined : scope === "project",
  );
  return [
    ...switchFindings(install, switches),
    ...(trusts || env.COPILOT_ALLOW_ALL === "true" ? [] : untrusted.map(({ path }) => notTrusted(path))),
  ];
}

function notTrusted(path: string): InstallFinding {
  const what = `${path}: Copilot CLI silently skips it if the folder is not trusted`;
  return [
    "not-trusted",
    what,
    "start copilot at the top of the repository and trust it; with -p: --trust-folder, which has no effect on the hooks below the top",
  ];
}
