import { objectAt, textAt } from "../../host-tools/document.js";
import { count, type UsageSource } from "../../host-tools/model-usage.js";

/** Codex reports each model call, before it calls hooks for the tools of the reply (observed). */
export const usage: UsageSource = {
  event({ raw }) {
    const tokens = objectAt(raw, "token_usage");
    // A failed call has none.
    if (raw.hook_event_name !== "PostModelRequest" || raw.token_usage === null) return undefined;
    const [all, cacheRead, cacheWrite] = [
      count(tokens.input_tokens),
      count(tokens.cached_input_tokens),
      count(tokens.cache_write_input_tokens),
    ];
    return {
      model: textAt(raw, "model") ?? "",
      tokens: {
        // OpenAI counts cached input as input too.
        input: Math.max(0, all - cacheRead - cacheWrite),
        cacheRead,
        cacheWrite,
        output: count(tokens.output_tokens),
      },
    };
  },
};
