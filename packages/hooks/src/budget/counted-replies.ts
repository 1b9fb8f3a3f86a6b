import { type Store, storeKey } from "@agent-hook/sdk";
import type { ModelUse } from "@agent-hook/sdk/internal/usage";
import { z } from "zod";
import { TWO_DAYS_MS } from "./day-counters.js";

/**
 * Remembers in which file a reply of a model was counted. A sub-agent's file, and that of a session that was resumed or
 * branched, can repeat replies of another file: they count once.
 */
export class CountedReplies {
  constructor(
    private readonly name: string,
    private readonly store: Store,
    private readonly session: string,
  ) {}

  /** Returns the uses that no other file has. A use without an id is never a repetition. */
  async ownUses(file: string, uses: readonly ModelUse[]): Promise<readonly ModelUse[]> {
    const own: ModelUse[] = [];
    for (const use of uses) if (use.id === undefined || (await this.#isOwn(file, use.id))) own.push(use);
    return own;
  }

  async #isOwn(file: string, id: string): Promise<boolean> {
    const owner = JSON.stringify([this.session, file]);
    const options = { value: z.string(), scope: "user", lifetimeMs: TWO_DAYS_MS } as const;
    const key = storeKey(`${this.name} reply`, options).for(id);
    if (await this.store.compareAndSet(key, undefined, owner)) return true;
    return (await this.store.get(key)) === owner;
  }
}
