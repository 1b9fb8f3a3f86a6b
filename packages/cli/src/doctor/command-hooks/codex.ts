import { dirname, join } from "node:path";
import type { JsonObject } from "@agent-hook/protocol";
import { CODEX } from "../../host-config/command-hooks/codex.js";
import { isObject } from "../../host-config/json-objects.js";
import type { CommandHookAgent, HookFile, Machine } from "./agent.js";
import { foldersFromTop } from "./repository.js";
import { switchFindings } from "./switches.js";

export const codex: CommandHookAgent = {
  name: CODEX.name,
  title: CODEX.title,
  ...(CODEX.longest === undefined ? {} : { longest: CODEX.longest }),
  host: CODEX,
  program: "codex",
  defaultTimeout: 600,
  limit: { key: "timeout", perSecond: 1 },
  files,
  skipped: (read) => switchFindings({ switchedOff }, read),
};

/** In a repository, Codex reads every folder from the root down to the current one (observed). */
function files({ env, home, folder }: Machine): HookFile[] {
  const withSettings = (path: string, scope: HookFile["scope"]): HookFile[] => [
    { path, scope },
    { path: join(dirname(path), "config.toml"), scope, settingsOnly: true },
  ];
  return [
    ...withSettings(CODEX.places.user("", env, home), "user"),
    ...foldersFromTop(folder).flatMap((one) => withSettings(join(one, CODEX.places.project("")), "project")),
  ];
}

function switchedOff({ features }: JsonObject): string | undefined {
  return isObject(features) && features.hooks === false
    ? "hooks is false under [features], so Codex starts no hooks"
    : undefined;
}
