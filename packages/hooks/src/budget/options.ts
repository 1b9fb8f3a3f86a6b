import { z } from "zod";
import { type LimitOptions, limitOptions } from "../limits/denials.js";

/** What a turn, a session or a day may use. At least one of the amounts is set. */
export interface BudgetLimit {
  /** A turn begins with a prompt of the user. A day begins at midnight, local time. With `scope: "fleet"`: UTC. */
  readonly per: "turn" | "session" | "day";
  /** Only with `per: "day"`: whose use counts together. Default: `user`. */
  readonly scope?: "project" | "user" | "fleet" | undefined;
  /** Input, also from the provider's cache, and output. */
  readonly tokens?: number | undefined;
  /** In the currency of `prices`. */
  readonly cost?: number | undefined;
  readonly toolCalls?: number | undefined;
  readonly modelCalls?: number | undefined;
  /** The time in which the agent works, without the time between its turns. */
  readonly minutes?: number | undefined;
}

/** What a model costs, per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Input from the provider's cache. Default: `input`. */
  readonly cacheRead?: number | undefined;
  /** Input that is written to the provider's cache. Default: `input`. */
  readonly cacheWrite?: number | undefined;
}

/** The options of `budget`. */
export interface BudgetOptions extends LimitOptions {
  /** Default: 50 million tokens per session, and 500 tool calls per turn. */
  readonly limits?: readonly BudgetLimit[] | undefined;
  /**
   * Prices by the beginning of a model's name: the longest that fits applies. Needed for `cost`, except for models whose
   * cost the host reports. No price is built in, because it would soon be wrong.
   */
  readonly prices?: Readonly<Record<string, ModelPrice>> | undefined;
}

const amount = () => z.number().positive().optional();
const whole = () => z.int().min(1).optional();
const price = () => z.number().min(0);

const limitSchema = z
  .strictObject({
    per: z.enum(["turn", "session", "day"]),
    scope: z.enum(["project", "user", "fleet"]).optional(),
    tokens: whole(),
    cost: amount(),
    toolCalls: whole(),
    modelCalls: whole(),
    minutes: amount(),
  })
  .refine(({ per, scope, ...amounts }) => Object.values(amounts).some((value) => value !== undefined), {
    error: "expected at least one of tokens, cost, toolCalls, modelCalls and minutes",
  })
  .refine(({ per, scope }) => per === "day" || scope === undefined, {
    path: ["scope"],
    error: 'expected only with per: "day"',
  });

export const optionsSchema = z.strictObject({
  limits: z
    .array(limitSchema)
    .min(1)
    .max(20)
    .default([
      { per: "session", tokens: 50_000_000 },
      { per: "turn", toolCalls: 500 },
    ]),
  prices: z
    .record(
      z.string().min(1),
      z.strictObject({
        input: price(),
        output: price(),
        cacheRead: price().optional(),
        cacheWrite: price().optional(),
      }),
    )
    .default({}),
  ...limitOptions,
});

export type Limit = z.output<typeof limitSchema>;
export type CheckedOptions = z.output<typeof optionsSchema>;
export type Prices = CheckedOptions["prices"];
