import { dirname, join } from "node:path";
import * as z from "zod/mini";
import type { HostPlaces } from "../../host-tools/config-format.js";
import { type ConfigSchema, hookGroup, type JsonObject, knownEvents } from "../../host-tools/config-schema.js";
import { objectAt } from "../../host-tools/document.js";
import { foldersFromRepositoryRoot, type HookFile, type Machine, type ReadFile } from "../../host-tools/hook-files.js";
import type { EventListsInstall } from "../../host-tools/install.js";
import { type InstallFinding, switchFindings } from "../../host-tools/install-findings.js";
import { EVENTS } from "./events.js";
import { SHELL_LINE } from "./machine.js";
import { MATCHERS } from "./tool-kinds.js";

const FILE = join(".factory", "hooks.json");

const places: HostPlaces = {
  user: (_, { FACTORY_HOME_OVERRIDE }, home) => join(FACTORY_HOME_OVERRIDE || home, FILE),
  locationVariable: "FACTORY_HOME_OVERRIDE",
  project: () => FILE,
  projectNote:
    "Droid reads it if it was started in that folder, or below it in the same repository. In its terminal, it starts no hooks until the folder is trusted.",
  sessionNote:
    "Restart sessions of Droid that are open. At the events in hooks.json, Droid ignores the hooks in settings.json: move those to hooks.json.",
  readsFromRepository: true,
};

const hook = z.looseObject({
  type: z.literal("command"),
  command: z.string(),
  timeout: z.optional(z.number().check(z.nonnegative("expected a number that is not below 0"))),
});

/** If one entry is invalid, Droid ignores the whole file (observed). */
const CONFIG_SCHEMA: ConfigSchema = {
  file: knownEvents(EVENTS, z.optional(z.array(hookGroup(hook)))),
  hooks: z.optional(z.unknown()),
};

/** Droid's `hooks.json`. Droid also reads `hooks` in `settings.json`, except at events that `hooks.json` has. */
export const install: EventListsInstall = {
  kind: "event-lists",
  places,
  rejectsJson: ["trailing commas"],
  configSchema: CONFIG_SCHEMA,
  listsAtTop: true,
  grouped: true,
  keys: { name: "name", command: "command" },
  otherFields: ({ timeout }) => ({ type: "command", timeout }),
  optInEvents: {},
  whySwitchedOff,
  tools: (name, { command, args }) => ({
    note: `Droid gets the tools of "${name}" over MCP; add to ~/.factory/mcp.json: ${JSON.stringify({
      mcpServers: { [name]: { type: "stdio", command, args } },
    })}`,
  }),
  program: "droid",
  folders: [".factory"],
  defaultTimeout: 60,
  matchers: MATCHERS,
  shellLines: {
    folders: ({ env, home, folder }) =>
      [dirname(places.user("", env, home)), join(folder, ".factory")].map((at) => join(at, "commands")),
    file: /./,
    line: SHELL_LINE,
    form: "#!",
  },
  limit: { key: "timeout", perSecond: 1 },
  files,
  skipped,
};

/** One switch is enough, also one in a project (observed). */
function whySwitchedOff(file: JsonObject): string | undefined {
  const isOff = file.hooksDisabled === true || objectAt(file, "hooks").hooksDisabled === true;
  return isOff ? "hooksDisabled is true, so Droid starts no hooks: remove it first" : undefined;
}

function files({ env, home, folder }: Machine): HookFile[] {
  const user = places.user("", env, home);
  const [top] = foldersFromRepositoryRoot(folder);
  const withSettings = (path: string, scope: HookFile["scope"]): HookFile[] => [
    { path, scope },
    { path: join(dirname(path), "settings.json"), scope, settingsOnly: true },
  ];
  const folders = [...new Set([top, folder])];
  return [...withSettings(user, "user"), ...folders.flatMap((one) => withSettings(join(one, FILE), "project"))];
}

function skipped(read: readonly ReadFile[]): readonly InstallFinding[] {
  return [...switchFindings(install, read), ...read.flatMap((file) => shadowed(file, read))];
}

/** Droid ignores the hooks of `settings.json` at the events that the `hooks.json` next to it has. */
function shadowed({ path, settingsOnly, value }: ReadFile, read: readonly ReadFile[]): InstallFinding[] {
  if (!settingsOnly) return [];
  const other = read.find((file) => !file.settingsOnly && dirname(file.path) === dirname(path));
  const events = Object.keys(objectAt(value, "hooks")).filter((name) => Object.hasOwn(EVENTS, name));
  const ignored = events.filter((event) => Object.hasOwn(other?.value ?? {}, event));
  if (ignored.length === 0) return [];
  const what = `${path}: Droid ignores its hooks at ${ignored.join(", ")}, because hooks.json has these events`;
  return [["switched-off", what, "move them to hooks.json"]];
}
