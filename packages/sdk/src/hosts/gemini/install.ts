import { dirname, join } from "node:path";
import * as z from "zod/mini";
import type { HostPlaces } from "../../host-tools/config-format.js";
import { type ConfigSchema, hookGroup, hookLists, type JsonObject } from "../../host-tools/config-schema.js";
import type { HookFile, Machine, ReadFile } from "../../host-tools/hook-files.js";
import type { EventListsInstall } from "../../host-tools/install.js";
import { type InstallFinding, switchFindings } from "../../host-tools/install-findings.js";
import { nearestRule } from "../../host-tools/trusted-folders.js";
import { isObject, typeName } from "../../text/index.js";
import { MATCHERS } from "./tool-kinds.js";

const places: HostPlaces = {
  user: (_, { GEMINI_CLI_HOME }, home) => join(GEMINI_CLI_HOME || home, ".gemini", "settings.json"),
  locationVariable: "GEMINI_CLI_HOME",
  project: () => join(".gemini", "settings.json"),
  projectNote: "Gemini CLI only reads it in that folder, and only if the folder is trusted.",
  // Observed in its terminal.
  sessionNote: "Restart sessions of Gemini CLI that are open: they do not read it.",
};

const hook = z.looseObject({
  type: z.literal("command"),
  command: z.string().check(z.minLength(1)),
  timeout: z.optional(z.unknown().check(z.refine((value) => !(Number(value) <= 0), "expected a number above 0"))),
});

/** Gemini CLI reports what it cannot use, and continues with the rest. */
const CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({ hooks: z.optional(z.looseObject({})) }),
  hooks: hookLists(hookGroup(hook)),
};

/** Gemini CLI's `settings.json`. */
export const install: EventListsInstall = {
  kind: "event-lists",
  places,
  rejectsJson: ["trailing commas", "a byte order mark"],
  configSchema: CONFIG_SCHEMA,
  grouped: true,
  keys: { name: "name", command: "command" },
  otherFields: ({ timeout }) => ({ type: "command", timeout: timeout * 1000 }),
  optInEvents: { PreCompress: "Gemini CLI starts the hook for it before every model call" },
  whySwitchedOff,
  tools: (name, server) => ({ config: { mcpServers: { [name]: server } } }),
  program: "gemini",
  folders: [".gemini"],
  defaultTimeout: 60,
  matchers: MATCHERS,
  shellLines: {
    folders: ({ env, home, folder }) => {
      const own = dirname(places.user("", env, home));
      return [join(own, "commands"), join(own, "extensions"), join(folder, ".gemini", "commands")];
    },
    file: /\.toml$/,
    line: /!\{/,
    form: "!{command}",
  },
  limit: { key: "timeout", perSecond: 1000 },
  files,
  skipped: (read, machine, hooks) => [
    ...switchFindings(install, read, ["", ...hooks]),
    ...trustFindings(read, machine, hooks.length > 0),
  ],
};

function whySwitchedOff({ hooksConfig = {} }: JsonObject, name: string): string | undefined {
  if (!isObject(hooksConfig)) return `hooksConfig: expected an object, got ${typeName(hooksConfig)}`;
  const { enabled, disabled } = hooksConfig;
  if (enabled === false) return "hooksConfig.enabled is false, so Gemini CLI starts no hooks: remove it first";
  const isOff = Array.isArray(disabled) && disabled.includes(name);
  return isOff ? `hooksConfig.disabled has "${name}", so Gemini CLI does not start it: remove it first` : undefined;
}

function files({ env, home, folder, platform }: Machine): HookFile[] {
  const user = places.user("", env, home);
  const system = platform === "darwin" ? "/Library/Application Support/GeminiCli" : "/etc/gemini-cli";
  const managed = env.GEMINI_CLI_SYSTEM_SETTINGS_PATH || join(system, "settings.json");
  return [
    { path: managed, scope: "managed" },
    { path: user, scope: "user" },
    { path: join(folder, places.project("")), scope: "project" },
    {
      path: env.GEMINI_CLI_TRUSTED_FOLDERS_PATH || join(dirname(user), "trustedFolders.json"),
      scope: "user",
      settingsOnly: true,
    },
  ];
}

/** Without trust, a run with `-p` ends at once. Any other run starts no hooks, not even the user's own (observed). */
function trustFindings(read: readonly ReadFile[], { env, folder }: Machine, isHooked: boolean): InstallFinding[] {
  const trusted = isTrusted(read, env, folder);
  if (!isHooked || trusted) return [];
  const fix = "start gemini in that folder and trust it, or set GEMINI_CLI_TRUST_WORKSPACE=true";
  if (trusted === undefined) {
    const what = `Gemini CLI asks whether to trust ${folder}: if you decline, it starts no hooks in this folder, not even your own`;
    return [["trust-undecided", what, fix]];
  }
  const what = `Gemini CLI is set not to trust ${folder}: it silently starts no hooks in this folder, not even your own`;
  return [["not-trusted", what, fix]];
}

/** Returns whether Gemini CLI trusts the folder, or `undefined` if it asks the user. */
function isTrusted(read: readonly ReadFile[], env: NodeJS.ProcessEnv, folder: string): boolean | undefined {
  if (env.GEMINI_RESTRICTED_MODE === "true" || env.GEMINI_CLI_TRUST_WORKSPACE === "false") return false;
  if (env.GEMINI_CLI_TRUST_WORKSPACE === "true") return true;
  if (read.some(({ scope, value }) => scope !== "project" && hasTrustDisabled(value))) return true;
  const rules = read.find(({ settingsOnly }) => settingsOnly)?.value ?? {};
  return nearestRule(rules, folder);
}

function hasTrustDisabled({ security }: JsonObject): boolean {
  return isObject(security) && isObject(security.folderTrust) && security.folderTrust.enabled === false;
}
