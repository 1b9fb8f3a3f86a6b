import type { ModelUse } from "@agent-hook/sdk/internal/usage";
import { z } from "zod";
import type { Prices } from "./options.js";

const MEASURES = ["tokens", "cost", "toolCalls", "modelCalls", "minutes"] as const;

/** What a limit can count. */
export type Measure = (typeof MEASURES)[number];

/** How much of each was used. */
export type Amounts = Readonly<Record<Measure, number>>;

export const amountsSchema = z.strictObject({
  tokens: z.number(),
  cost: z.number(),
  toolCalls: z.number(),
  modelCalls: z.number(),
  minutes: z.number(),
});

export const NONE: Amounts = { tokens: 0, cost: 0, toolCalls: 0, modelCalls: 0, minutes: 0 };

/** Returns the measures that a limit counts, each with the most that may be used. */
export function measuresOf(limit: Partial<Record<Measure, number | undefined>>): readonly [Measure, number][] {
  return MEASURES.flatMap((measure) => {
    const most = limit[measure];
    return most === undefined ? [] : [[measure, most] as [Measure, number]];
  });
}

export function plus(one: Amounts, other: Partial<Amounts>): Amounts {
  return Object.fromEntries(MEASURES.map((measure) => [measure, one[measure] + (other[measure] ?? 0)])) as Amounts;
}

export function minus(one: Amounts, other: Amounts): Amounts {
  return plus(one, Object.fromEntries(MEASURES.map((measure) => [measure, -other[measure]])));
}

/** What one model call used. `unknown`: why an amount is not known. */
export interface CountedUse {
  readonly amounts: Amounts;
  readonly unknown: { readonly tokens: boolean; readonly price: boolean };
}

/** Counts a model call with the prices of its model. */
export function counted({ model, tokens, cost }: ModelUse, prices: Prices): CountedUse {
  if (tokens === undefined) {
    const unknown = { tokens: true, price: cost === undefined };
    return { amounts: { ...NONE, modelCalls: 1, cost: cost ?? 0 }, unknown };
  }
  const { input, cacheRead, cacheWrite, output } = tokens;
  const sum = input + cacheRead + cacheWrite + output;
  const price = priceOf(model, prices);
  const priced =
    price === undefined
      ? cost
      : (input * price.input +
          cacheRead * (price.cacheRead ?? price.input) +
          cacheWrite * (price.cacheWrite ?? price.input) +
          output * price.output) /
        1e6;
  return {
    amounts: { ...NONE, modelCalls: 1, tokens: sum, cost: priced ?? 0 },
    unknown: { tokens: false, price: priced === undefined && sum > 0 },
  };
}

/** Returns the price of a model, or `undefined`. Some hosts put the provider before the name, as in `openai/gpt-5`. */
export function priceOf(model: string, prices: Prices): Prices[string] | undefined {
  const names = [model, model.slice(model.lastIndexOf("/") + 1)];
  const [best] = Object.keys(prices)
    .filter((start) => names.some((name) => name.startsWith(start)))
    .sort((one, other) => other.length - one.length);
  return best === undefined ? undefined : prices[best];
}
