import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { COPILOT } from "../../host-config/command-hooks/copilot.js";
import { type Finding, finding } from "../findings/catalogue.js";
import type { CommandHookAgent, HookFile, Machine, ReadFile } from "./agent.js";
import { switchFindings } from "./switches.js";

export const copilot: CommandHookAgent = {
  name: COPILOT.name,
  title: COPILOT.title,
  host: COPILOT,
  program: "copilot",
  defaultTimeout: 30,
  limit: { key: "timeoutSec", perSecond: 1 },
  defaultType: "command",
  files,
  skipped,
};

function files({ env, home, folder }: Machine): HookFile[] {
  const own = dirname(dirname(COPILOT.places.user("x", env, home)));
  const project = join(folder, dirname(COPILOT.places.project("x")));
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

/** The user's switch only affects hooks in the user's settings, a trusted project's switch affects all (observed). */
function skipped(read: readonly ReadFile[], { env, folder }: Machine): Finding[] {
  const trusts = read.some(
    ({ scope, value }) =>
      scope === "user" && Array.isArray(value.trustedFolders) && value.trustedFolders.includes(folder),
  );
  const untrusted = read.filter(({ scope, settingsOnly }) => scope === "project" && !settingsOnly);
  const switches = read.filter(({ scope, settingsOnly, value }) =>
    !settingsOnly ? value.hooks !== undefined : scope === "project",
  );
  return [
    ...switchFindings(COPILOT, switches),
    ...(trusts || env.COPILOT_ALLOW_ALL === "true" ? [] : untrusted.map(({ path }) => notTrusted(path))),
  ];
}

function notTrusted(path: string): Finding {
  const what = `${path}: Copilot CLI silently skips it if the folder is not trusted`;
  return finding("not-trusted", what, "start copilot in the folder and trust it; with -p: --trust-folder");
}
