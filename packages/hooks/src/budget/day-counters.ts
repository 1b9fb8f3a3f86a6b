import { type Store, type StoreKey, storeKey } from "@agent-hook/sdk";
import { z } from "zod";
import { type Amounts, type Measure, measuresOf } from "./amounts.js";
import { dayOf, utcDayOf } from "./ledger.js";
import type { Limit } from "./options.js";
import { reasonOf } from "./reasons.js";

interface Counter {
  readonly scope: NonNullable<Limit["scope"]>;
  readonly measure: Measure;
  readonly limit: Limit;
  readonly most: number;
}

export const TWO_DAYS_MS = 172_800_000;

/** What is used in a day, over all sessions. */
export class DayCounters {
  readonly #counters: readonly Counter[];

  constructor(
    private readonly name: string,
    limits: readonly Limit[],
  ) {
    const lowest = new Map<string, Counter>();
    for (const limit of limits) {
      if (limit.per !== "day") continue;
      const { scope = "user" } = limit;
      for (const [measure, most] of measuresOf(limit)) {
        // Limits of the same scope and measure share a counter, and the lowest decides.
        const other = lowest.get(`${scope} ${measure}`);
        if (other === undefined || most < other.most)
          lowest.set(`${scope} ${measure}`, { scope, measure, limit, most });
      }
    }
    this.#counters = [...lowest.values()];
  }

  /**
   * Adds amounts. Returns why the agent must stop, or `undefined`. `countsTool`: the amounts include a tool call, which
   * is subtracted again if it does not fit. `stops`: whether a measure can stop the agent now.
   */
  async count(
    store: Store,
    amounts: Amounts,
    countsTool: boolean,
    stops: (measure: Measure) => boolean,
  ): Promise<string | undefined> {
    let reason: string | undefined;
    for (const { scope, measure, limit, most } of this.#counters) {
      const key = this.#key(scope, measure);
      const by = amounts[measure];
      const now = by === 0 ? ((await store.get(key)) ?? 0) : await store.increment(key, by);
      const used = countsTool && measure === "toolCalls" ? now - 1 : now;
      if (stops(measure) && used >= most) reason ??= reasonOf(limit, measure, most, used);
    }
    if (reason !== undefined && countsTool) await this.#takeBackTool(store);
    return reason;
  }

  async #takeBackTool(store: Store): Promise<void> {
    for (const { scope, measure } of this.#counters) {
      if (measure === "toolCalls") await store.increment(this.#key(scope, measure), -1);
    }
  }

  #key(scope: Counter["scope"], measure: Measure): StoreKey<number> {
    const key = storeKey(`${this.name} day`, { value: z.number(), scope, lifetimeMs: TWO_DAYS_MS });
    const day = scope === "fleet" ? utcDayOf(Date.now()) : dayOf(Date.now());
    return key.for(day, measure);
  }
}
