import { dirname, join } from "node:path";
import type { JsonObject } from "@agent-hook/protocol";
import { CODEX } from "../../host-config/command-hooks/codex.js";
import { isObject } from "../../host-config/json-objects.js";
import type { CommandHookAgent, HookFile, Machine } from "./agent.js";
import { switchFindings } from "./switches.js";

export const codex: CommandHookAgent = {
  name: CODEX.name,
  title: CODEX.title,
  host: CODEX,
  program: "codex",
  defaultTimeout: 600,
  limit: { key: "timeout", perSecond: 1 },
  files,
  skipped: (read) => switchFindings({ switchedOff }, read),
};

function files({ env, home, folder }: Machine): HookFile[] {
  const user = CODEX.places.user("", env, home);
  const project = join(folder, CODEX.places.project(""));
  const settingsBeside = (path: string) => join(dirname(path), "config.toml");
  return [
    { path: user, scope: "user" },
    { path: settingsBeside(user), scope: "user", settingsOnly: true },
    { path: project, scope: "project" },
    { path: settingsBeside(project), scope: "project", settingsOnly: true },
  ];
}

function switchedOff({ features }: JsonObject): string | undefined {
  return isObject(features) && features.hooks === false
    ? "hooks is false under [features], so Codex starts no hook"
    : undefined;
}
