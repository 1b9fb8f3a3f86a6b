import { dirname, join, relative } from "node:path";
import { realPath } from "../../files/paths.js";
import { GEMINI } from "../../host-config/command-hooks/gemini.js";
import { isObject, objectAt } from "../../host-config/json-objects.js";
import { type Finding, finding } from "../findings/catalogue.js";
import type { CommandHookAgent, HookFile, Machine, ReadFile } from "./agent.js";
import { switchFindings } from "./switches.js";

export const gemini: CommandHookAgent = {
  name: GEMINI.name,
  title: GEMINI.title,
  host: GEMINI,
  program: "gemini",
  defaultTimeout: 60,
  limit: { key: "timeout", perSecond: 1000 },
  files,
  skipped: (read, machine, hooks) => [
    ...switchFindings(GEMINI, read, ["", ...hooks]),
    ...trustFindings(read, machine, hooks.length > 0),
  ],
};

function files({ env, home, folder, platform }: Machine): HookFile[] {
  const user = GEMINI.places.user("", env, home);
  const system = platform === "darwin" ? "/Library/Application Support/GeminiCli" : "/etc/gemini-cli";
  const managed = env.GEMINI_CLI_SYSTEM_SETTINGS_PATH || join(system, "settings.json");
  return [
    { path: managed, scope: "managed" },
    { path: user, scope: "user" },
    { path: join(folder, GEMINI.places.project("")), scope: "project" },
    {
      path: env.GEMINI_CLI_TRUSTED_FOLDERS_PATH || join(dirname(user), "trustedFolders.json"),
      scope: "user",
      settingsOnly: true,
    },
  ];
}

/** Without trust, a run with `-p` ends at once, and any other starts no hooks, not even the user's own (observed). */
function trustFindings(read: readonly ReadFile[], { env, folder }: Machine, isHooked: boolean): Finding[] {
  const trusted = isTrusted(read, env, folder);
  if (!isHooked || trusted) return [];
  const fix = "start gemini in that folder and trust it, or set GEMINI_CLI_TRUST_WORKSPACE=true";
  if (trusted === undefined) {
    const what = `Gemini CLI asks whether to trust ${folder}: if you decline, it starts no hooks there, not even your own`;
    return [finding("trust-undecided", what, fix)];
  }
  const what = `Gemini CLI is set not to trust ${folder}: it silently starts no hooks there, not even your own`;
  return [finding("not-trusted", what, fix)];
}

/** Returns `undefined` if Gemini CLI asks the user. */
function isTrusted(read: readonly ReadFile[], env: NodeJS.ProcessEnv, folder: string): boolean | undefined {
  if (env.GEMINI_RESTRICTED_MODE === "true" || env.GEMINI_CLI_TRUST_WORKSPACE === "false") return false;
  if (env.GEMINI_CLI_TRUST_WORKSPACE === "true") return true;
  const isOff = ({ scope, value }: ReadFile) =>
    scope !== "project" && objectAt(value, ["security", "folderTrust"])?.enabled === false;
  if (read.some(isOff)) return true;
  const rules = read.find(({ settingsOnly }) => settingsOnly)?.value ?? {};
  return nearestRule(rules, realPath(folder));
}

/** The rule with the longest path that contains the folder decides. `undefined` if no rule applies. */
function nearestRule(rules: unknown, folder: string): boolean | undefined {
  let longest = -1;
  let trusted: boolean | undefined;
  for (const [path, level] of Object.entries(isObject(rules) ? rules : {})) {
    const from = realPath(level === "TRUST_PARENT" ? dirname(path) : path);
    if (relative(from, folder).startsWith("..") || path.length <= longest) continue;
    longest = path.length;
    trusted = level !== "DO_NOT_TRUST";
  }
  return trusted;
}
