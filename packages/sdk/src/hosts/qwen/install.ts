import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as z from "zod/mini";
import type { HostPlaces } from "../../host-tools/config-format.js";
import {
  type ConfigSchema,
  hookGroup,
  hookLists,
  type JsonObject,
  knownEvents,
} from "../../host-tools/config-schema.js";
import type { HookFile, Machine, ReadFile } from "../../host-tools/hook-files.js";
import type { EventListsInstall } from "../../host-tools/install.js";
import {
  type EntryFinding,
  type InstallFinding,
  type StartedEntry,
  switchFindings,
} from "../../host-tools/install-findings.js";
import { variableFindings, variablesIn } from "../../host-tools/switch-variables.js";
import { nearestRule } from "../../host-tools/trusted-folders.js";
import { isObject } from "../../text/index.js";
import { EVENTS } from "./events.js";
import { MATCHERS } from "./tool-kinds.js";

const places: HostPlaces = {
  user: (_, { QWEN_HOME }, home) => join(QWEN_HOME || join(home, ".qwen"), "settings.json"),
  locationVariable: "QWEN_HOME",
  project: () => join(".qwen", "settings.json"),
  projectNote:
    "Qwen Code only reads it in that folder, and skips its hooks if folder trust is on and the folder is not trusted.",
  // Observed in its terminal.
  sessionNote: "Restart sessions of Qwen Code that are open: they do not read it.",
};

const hook = z.looseObject({
  type: z.enum(["command", "http", "prompt", "function"]),
  command: z.optional(z.string().check(z.minLength(1))),
  timeout: z.optional(z.unknown().check(z.refine((value) => !(Number(value) <= 0), "expected a number above 0"))),
});

/** If one matcher is not text, Qwen Code skips every hook of its event (observed). */
const matchers = z
  .optional(z.unknown())
  .check(z.refine((list) => !Array.isArray(list) || list.every(hasMatcher), "expected only text as a matcher"));

function hasMatcher(group: unknown): boolean {
  return !isObject(group) || !group.matcher || typeof group.matcher === "string";
}

const CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({ hooks: z.optional(knownEvents(EVENTS, matchers)) }),
  hooks: hookLists(hookGroup(hook)),
};

/**
 * In seconds. Qwen Code waits a minute for the hooks of one event, and then continues without them (observed at
 * `PreToolUse`).
 */
const MAX_TIMEOUTS = 58;
const WAITED_FOR = ["PreToolUse", "PermissionRequest", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "Stop"];

/** Qwen Code's `settings.json`. */
export const install: EventListsInstall = {
  kind: "event-lists",
  places,
  rejectsJson: ["trailing commas"],
  configSchema: CONFIG_SCHEMA,
  grouped: true,
  keys: { name: "name", command: "command" },
  otherFields: ({ timeout }) => ({ type: "command", timeout }),
  optInEvents: { MessageDisplay: "Qwen Code starts the hook for it several times during each reply" },
  // According to the source code, Qwen Code waits 15 s for the hooks at `PostToolBatch`.
  maxTimeouts: { ...Object.fromEntries(WAITED_FOR.map((event) => [event, MAX_TIMEOUTS])), PostToolBatch: 14 },
  whySwitchedOff,
  tools: (name, server) => ({ config: { mcpServers: { [name]: server } } }),
  program: "qwen",
  folders: [".qwen"],
  defaultTimeout: 60,
  matchers: MATCHERS,
  shellLines: {
    folders: ({ env, home, folder }) =>
      [dirname(places.user("", env, home)), join(folder, ".qwen")].map((at) => join(at, "commands")),
    file: /\.(?:md|toml)$/,
    line: /!\{/,
    form: "!{command}",
  },
  limit: { key: "timeout", perSecond: 1 },
  files,
  skipped: (read, machine) => [
    ...switchFindings(install, read),
    ...switchVariables(read, machine),
    ...trustFindings(read, machine),
  ],
  ownFindings: shellFound,
};

/** One switch is enough, also one in a project. `disableAllHooks` need not be `true`: any truthy value counts. */
function whySwitchedOff({ disableAllHooks, tools }: JsonObject): string | undefined {
  if (disableAllHooks) return "disableAllHooks is set, so Qwen Code starts no hooks: remove it first";
  // From the source code.
  const isSandboxed = isObject(tools) && (isObject(tools.executionSandbox) || tools.sandbox === "bwrap");
  return isSandboxed ? "tools has a sandbox in which Qwen Code starts no hooks: remove it first" : undefined;
}

/** Its environment precedes files with variables, and these precede `env` of settings (observed). */
function switchVariables(read: readonly ReadFile[], machine: Machine): InstallFinding[] {
  const { managed } = systemFiles(machine);
  // Later settings precede earlier ones, and the managed ones precede all.
  const settings = read.filter((file) => !isVariablesFile(file)).reverse();
  const first = settings.filter(({ path }) => path === managed);
  const sources = [{ env: machine.env }, ...variablesIn([...read.filter(isVariablesFile), ...first, ...settings])];
  return variableFindings("Qwen Code", ["QWEN_CODE_SIMPLE", "QWEN_CODE_SAFE_MODE"], sources);
}

function isVariablesFile({ path }: HookFile): boolean {
  return basename(path) === ".env";
}

function systemFiles({ env, platform }: Machine): { readonly managed: string; readonly defaults: string } {
  const system = platform === "darwin" ? "/Library/Application Support/QwenCode" : "/etc/qwen-code";
  const managed = env.QWEN_CODE_SYSTEM_SETTINGS_PATH || join(system, "settings.json");
  return { managed, defaults: env.QWEN_CODE_SYSTEM_DEFAULTS_PATH || join(dirname(managed), "system-defaults.json") };
}

function files(machine: Machine): HookFile[] {
  const { env, home, folder } = machine;
  const { managed, defaults } = systemFiles(machine);
  const user = places.user("", env, home);
  const trust = env.QWEN_CODE_TRUSTED_FOLDERS_PATH || join(dirname(user), "trustedFolders.json");
  return [
    { path: managed, scope: "managed" },
    { path: defaults, scope: "managed" },
    { path: user, scope: "user" },
    { path: join(folder, places.project("")), scope: "project" },
    { path: trust, scope: "user", settingsOnly: true },
    ...variablesFiles(folder, home, dirname(user)),
  ];
}

/** Of a project, Qwen Code reads only the nearest one, also above its folder (observed). The first one precedes the others. */
function variablesFiles(folder: string, home: string, own: string): HookFile[] {
  const users = [...new Set([own, join(home, ".qwen"), home])].map((at) => join(at, ".env"));
  const nearest = nearestVariablesFile(folder, home);
  return [
    ...(nearest === undefined ? [] : [{ path: nearest, scope: "project", settingsOnly: true } as const]),
    ...users.map((path) => ({ path, scope: "user", settingsOnly: true }) as const),
  ];
}

function nearestVariablesFile(folder: string, home: string): string | undefined {
  if (folder === home) return undefined;
  const found = [join(folder, ".qwen", ".env"), join(folder, ".env")].find((path) => existsSync(path));
  return found ?? (folder === dirname(folder) ? undefined : nearestVariablesFile(dirname(folder), home));
}

/** Folder trust is off by default. The user's own hooks run in any folder (observed). */
function trustFindings(read: readonly ReadFile[], { folder }: Machine): InstallFinding[] {
  const rules = read.find((file) => file.settingsOnly && !isVariablesFile(file))?.value ?? {};
  if (!read.some(({ value }) => hasTrustEnabled(value)) || nearestRule(rules, folder) === true) return [];
  const skipped = read.filter(({ scope, value }) => scope === "project" && value.hooks !== undefined);
  return skipped.map(({ path }) => [
    "not-trusted",
    `${path}: Qwen Code silently skips its hooks if the folder is not trusted`,
    "start qwen in the folder and trust it",
  ]);
}

function hasTrustEnabled({ security }: JsonObject): boolean {
  return isObject(security) && isObject(security.folderTrust) && security.folderTrust.enabled === true;
}

function shellFound({ launched, raw }: StartedEntry): EntryFinding[] {
  if (launched === undefined || raw.shell !== "powershell") return [];
  const what = 'shell is "powershell", which cannot run the launcher: the hook never runs';
  return [["no-shell", what, "remove it from the entry"]];
}
