import { join } from "node:path";
import type { JsonObject } from "@agent-hook/protocol";
import { CODEX } from "../../host-config/command-hooks/codex.js";
import { isObject } from "../../host-config/json-objects.js";
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
  refuses,
};

/** One wrong thing, and it drops the whole file (run). */
function refuses(value: JsonObject): string | undefined {
  const unread = CODEX.switchedOff?.(value, "")?.replace(/: take that out first.*$/, "");
  if (unread !== undefined) return unread;
  const text = fraction(value.hooks);
  return text === undefined ? undefined : `it has the timeout ${text}, which is no whole number`;
}

function fraction(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(fraction).find((found) => found !== undefined);
  if (!isObject(value)) return undefined;
  const { timeout } = value;
  if (timeout !== undefined && timeout !== null && !Number.isInteger(timeout)) return JSON.stringify(timeout);
  return fraction(Object.values(value));
}
