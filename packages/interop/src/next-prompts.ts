import type { LiveHost } from "@agent-hook/sdk/internal/live-agents";

/**
 * Returns the agent with a model that answers each result of a tool with the next of these prompts, as if the user had
 * sent it. After the last one, it answers results as usual.
 */
export function withNextPrompts(agent: LiveHost, prompts: readonly string[]): LiveHost {
  return {
    ...agent,
    modelApi() {
      const api = agent.modelApi();
      let results = 0;
      return {
        ...api,
        answer(request) {
          const next = request.input?.from === "tool" ? prompts[results++] : undefined;
          return api.answer(next === undefined ? request : { ...request, input: { from: "user", text: next } });
        },
      };
    },
  };
}
