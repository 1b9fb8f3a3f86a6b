import { count, type UsageSource } from "../../host-tools/model-usage.js";

/** Gemini CLI sends each piece of a reply with the tokens so far. The last piece has the reason of the end. */
export const usage: UsageSource = {
  reply({ finishReason, model, usage: tokens = {} }) {
    if (finishReason === undefined) return undefined;
    const [all, cacheRead] = [count(tokens.promptTokenCount), count(tokens.cachedContentTokenCount)];
    const output = count(tokens.candidatesTokenCount) + count(tokens.thoughtsTokenCount);
    if (all + output === 0) return { model };
    return { model, tokens: { input: Math.max(0, all - cacheRead), cacheRead, cacheWrite: 0, output } };
  },
};
