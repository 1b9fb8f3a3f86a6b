import { count, type UsageSource } from "../../host-tools/model-usage.js";

/** docker-agent sends the tokens of a model call from v1.89.0 on, and its cost if it knows the model's price. */
export const usage: UsageSource = {
  reply({ model, usage: tokens, raw: { cost } }) {
    const isPriced = typeof cost === "number" && Number.isFinite(cost) && cost > 0;
    const known = { model, ...(isPriced ? { cost } : {}) };
    if (tokens === undefined) return known;
    // Whether `input_tokens` includes cached input depends on the provider: both are counted, never too little.
    return {
      ...known,
      tokens: {
        input: count(tokens.input_tokens),
        cacheRead: count(tokens.cached_input_tokens),
        cacheWrite: count(tokens.cached_write_tokens),
        output: count(tokens.output_tokens),
      },
    };
  },
};
