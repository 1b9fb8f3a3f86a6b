import { StoreError } from "../../hook/store-error.js";
import type { Clock } from "../clock.js";
import type { StoreEngine } from "./engine.js";
import { MemoryEngine } from "./memory-engine.js";

/** Opens the store that `AGENT_HOOK_STORE` names. An error never contains the setting: it may have a password. */
export async function openStore(
  { AGENT_HOOK_STORE: setting = "" }: NodeJS.ProcessEnv,
  clock: Clock,
): Promise<StoreEngine> {
  if (setting === "memory:") return new MemoryEngine(clock);
  throw new StoreError("invalid-setting", "AGENT_HOOK_STORE: expected memory:");
}
