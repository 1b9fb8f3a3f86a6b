import { join } from "node:path";
import { CODEX } from "../../host-config/command-hooks/codex.js";
import type { CommandHookAgent, Machine } from "./agent.js";

export const codex: CommandHookAgent = {
  name: CODEX.name,
  title: CODEX.title,
  host: CODEX,
  program: "codex",
  defaultTimeout: 600,
  limit: { key: "timeout", perSecond: 1 },
  files: ({ env, home, folder }: Machine) => [
    { path: CODEX.places.user("", env, home), scope: "user" },
    { path: join(folder, CODEX.places.project("")), scope: "project" },
  ],
  // Its files do not tell: it is asked itself.
  skipped: () => [],
};
