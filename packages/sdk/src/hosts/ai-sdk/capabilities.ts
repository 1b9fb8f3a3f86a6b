import { partly } from "../../command-hook/cells.js";
import { frameworkCapabilities } from "../../host-tools/framework-capabilities.js";

/** What hooks can do in the Vercel AI SDK, observed with ai 7.0.173. */
export const capabilities = frameworkCapabilities({
  host: "ai-sdk",
  onPrompt: "the AI SDK has no step for a prompt: use beforeLlm",
  model: "pass another model to withHook",
  approve: "your `toolApproval` follows",
  ask: "the status `user-approval` with the reason",
  events: "the AI SDK has its own callbacks and telemetry",
  fails: "`generateText` rejects with a `HookDeniedError`, and `streamText` reports it as an error",
  hardAbort: partly("as abortTurn"),
  stopAtTool: partly("as deny: the agent's loop continues"),
});
