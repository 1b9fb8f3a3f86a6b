import { objectAt, textAt } from "../../host-tools/document.js";
import { count, type UsageSource } from "../../host-tools/model-usage.js";

/** Qwen Code sends no tokens to hooks. It writes a line for each answer of a model (observed). */
export const usage: UsageSource = {
  files: {
    mark: '"qwen-code.api_response"',
    paths: ({ transcript_path: path }) => (typeof path === "string" && path !== "" ? [path] : []),
    read(entry) {
      const event = objectAt(objectAt(entry, "systemPayload"), "uiEvent");
      const id = textAt(entry, "uuid");
      if (event["event.name"] !== "qwen-code.api_response" || id === undefined) return undefined;
      const time = textAt(entry, "timestamp");
      const [all, cacheRead] = [count(event.input_token_count), count(event.cached_content_token_count)];
      const input = Math.max(0, all - cacheRead);
      // The thoughts can be part of the output, depending on the model's provider: the total tells.
      const output = Math.max(count(event.output_token_count), count(event.total_token_count) - all);
      return {
        id,
        model: textAt(event, "model") ?? "",
        ...(time === undefined ? {} : { time }),
        tokens: { input, cacheRead, cacheWrite: 0, output },
      };
    },
  },
};
