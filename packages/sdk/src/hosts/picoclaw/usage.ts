import { count, type UsageSource } from "../../host-tools/model-usage.js";

/** PicoClaw sends the tokens of each reply, if the model's provider reports them. It does not tell cached ones apart. */
export const usage: UsageSource = {
  reply({ model, usage: tokens }) {
    const [input, output] = [count(tokens?.prompt_tokens), count(tokens?.completion_tokens)];
    const total = Math.max(count(tokens?.total_tokens), input + output);
    return total === 0 ? { model } : { model, tokens: { input, cacheRead: 0, cacheWrite: 0, output: total - input } };
  },
};
