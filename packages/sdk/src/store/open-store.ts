import { isAbsolute, join } from "node:path";
import { StoreError } from "../hook/store-error.js";
import type { Clock } from "../runtime/clock.js";
import { stateFolder } from "../runtime/state-folder.js";
import type { StoreEngine } from "./engine.js";
import { parseRedisSetting } from "./redis/redis-setting.js";

/** Opens the store that `AGENT_HOOK_STORE` names. An error never contains the setting: it may have a password. */
export async function openStore(env: NodeJS.ProcessEnv, clock: Clock): Promise<StoreEngine> {
  const setting = env.AGENT_HOOK_STORE || `file:${join(stateFolder(env), "store.db")}`;
  // `memory:once` is for `agent-hook ui`, which asks about a call again: it is also empty under a one-shot host.
  if (setting === "memory:" || setting === "memory:once") {
    const { MemoryEngine } = await import("./memory-engine.js");
    return new MemoryEngine(clock);
  }
  const redis = parseRedisSetting(setting);
  if (redis !== undefined) {
    const { RedisEngine } = await import("./redis/redis-engine.js");
    return new RedisEngine(redis);
  }
  const path = setting.replace(/^file:(?:\/\/(?=\/))?/, "");
  if (path === setting || !isAbsolute(path)) {
    throw new StoreError("invalid-setting", "AGENT_HOOK_STORE: expected file:/path, redis://HOST or memory:");
  }
  const [{ loadSqlite }, { SqliteEngine }] = await Promise.all([
    import("./sqlite/sqlite.js"),
    import("./sqlite/sqlite-engine.js"),
  ]);
  return new SqliteEngine(path, loadSqlite());
}
