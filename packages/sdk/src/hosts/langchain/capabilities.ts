import { frameworkCapabilities } from "../../host-tools/framework-capabilities.js";

/** What hooks can do in LangChain, observed with langchain 1.5.14. */
export const capabilities = frameworkCapabilities({
  host: "langchain",
  onPrompt: "use beforeLlm",
  model: "pass another model to createAgent",
  approve: "other middleware follows",
  ask: "an interrupt, which needs a checkpointer; without one, the call is denied",
  events: "LangChain has its own callbacks and streams",
  fails: "the run rejects, with a `HookDeniedError` as the cause",
  reply: 'not what `streamMode: "messages"` has already sent',
});
