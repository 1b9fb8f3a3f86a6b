import { type Clock, systemClock } from "../runtime/clock.js";
import type { StoreEngine } from "./engine.js";

/** Opens the store of a hook when it is first used, and at most once. A failed attempt is not kept. */
export class StoreSource {
  #engine: Promise<StoreEngine> | undefined;

  /** `clock`: for the time that an operation may take. */
  constructor(
    readonly clock: Clock,
    private readonly open: () => Promise<StoreEngine>,
  ) {}

  engine(): Promise<StoreEngine> {
    if (this.#engine === undefined) {
      const opening = this.open();
      this.#engine = opening;
      opening.catch(() => {
        if (this.#engine === opening) this.#engine = undefined;
      });
    }
    return this.#engine;
  }

  /** Closes the store if it was opened. */
  async close(): Promise<void> {
    const opening = this.#engine;
    this.#engine = undefined;
    const engine = await opening?.catch(() => undefined);
    await engine?.close();
  }
}

/**
 * A store in memory. Several hooks can use the same one; its values live as long as the store.
 *
 * @example const running = await runInProcess(hook, { store: memoryStore(), write: (text) => console.log(text) });
 */
export function memoryStore(clock: Clock = systemClock): StoreSource {
  return new StoreSource(clock, async () => {
    const { MemoryEngine } = await import("./memory-engine.js");
    return new MemoryEngine(clock);
  });
}

/** The store that `AGENT_HOOK_STORE` names. `clock`: for `memory:`. */
export function configuredStore(env: NodeJS.ProcessEnv, clock: Clock): StoreSource {
  return new StoreSource(clock, async () => {
    const { openStore } = await import("./open-store.js");
    return openStore(env, clock);
  });
}
