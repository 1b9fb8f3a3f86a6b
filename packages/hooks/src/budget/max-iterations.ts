import type { Hook } from "@agent-hook/sdk";
import { z } from "zod";
import { checkOptions } from "../check-options.js";
import { type LimitOptions, limitOptions } from "../limits/denials.js";
import { limitedHook } from "./budget.js";

/** The options of `maxIterations`. */
export interface MaxIterationsOptions extends LimitOptions {
  /** How often the model may be called in a turn. Default: 200. */
  readonly max?: number | undefined;
}

export const optionsSchema = z.strictObject({
  max: z.int().min(1).default(200),
  ...limitOptions,
});

/**
 * Returns a hook that ends a turn in which the model was called too often: it denies further tool calls and model calls,
 * and ends the turn where the host lets a hook do that. A turn begins with a prompt of the user.
 *
 * It counts model calls as `budget` does, so it can be one call late. Throws a `TypeError` if an option is invalid.
 *
 * @example await serve(compose(guardShell(), maxIterations({ max: 50 })));
 */
export function maxIterations(options: MaxIterationsOptions = {}): Hook<{}> {
  const { max, ...others } = checkOptions("maxIterations", optionsSchema, options);
  return limitedHook("max-iterations", { ...others, limits: [{ per: "turn", modelCalls: max }], prices: {} });
}
