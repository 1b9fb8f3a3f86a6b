import { frameworkCapabilities } from "../../host-tools/framework-capabilities.js";

/** What hooks can do in OpenAI Agents, observed with @openai/agents 0.20.0. */
export const capabilities = frameworkCapabilities({
  host: "openai-agents",
  onPrompt: "use beforeLlm, or an input guardrail of OpenAI Agents",
  model: "set the model of the agent",
  approve: "the tool's `needsApproval` follows",
  ask: "an interruption of the run, without the reason",
  events: "OpenAI Agents has its own events and traces",
  fails: "the run rejects with a `HookDeniedError`",
  result: "only the text",
});
