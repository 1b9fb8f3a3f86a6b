import { frameworkCapabilities } from "../../host-tools/framework-capabilities.js";

/** What hooks can do in Mastra, observed with @mastra/core 1.71.0. */
export const capabilities = frameworkCapabilities({
  host: "mastra",
  onPrompt: "use beforeLlm",
  model: "set the model of the agent",
  approve: "the tool's `requireApproval` follows",
  ask: "the run is suspended for `approveToolCall`, without the reason; needs a storage",
  events: "Mastra has its own callbacks and traces",
  fails: "`generate` rejects with a `HookDeniedError`, and `stream` reports it as an error",
});
