import {
  type Clock,
  configuredStore,
  memoryStore,
  type StoreSource,
  systemClock,
} from "@agent-hook/sdk/internal/adapter";

/**
 * The store of a test: in memory, unless the test's own environment names another. A test must not use the store of the
 * person who runs it.
 */
export function testStore(env: NodeJS.ProcessEnv | undefined, clock: Clock = systemClock): StoreSource {
  return env?.AGENT_HOOK_STORE === undefined ? memoryStore(clock) : configuredStore(env, clock);
}
