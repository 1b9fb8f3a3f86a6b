import { StoreError } from "../hook/store-error.js";
import { systemClock } from "../runtime/clock.js";
import { configuredStore, StoreSource } from "../store/source.js";

/**
 * A store in memory would be new at each call of a one-shot host. Every limit would then let every call pass, and nothing
 * would say so.
 */
export function storeFor(env: NodeJS.ProcessEnv, isOneShot: () => boolean): StoreSource {
  if (env.AGENT_HOOK_STORE !== "memory:") return configuredStore(env, systemClock);
  return new StoreSource(systemClock, async () => {
    if (!isOneShot()) return configuredStore(env, systemClock).engine();
    throw new StoreError(
      "invalid-setting",
      "AGENT_HOOK_STORE: memory: is empty at each call, because this agent starts the hook for each call: expected file:/path, or no setting",
    );
  });
}
