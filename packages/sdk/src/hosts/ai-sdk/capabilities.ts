import { type HostCapabilities, WHEN_DEAD_IN_PROCESS } from "../../hook/capabilities.js";

const NO_PROMPTS = "the AI SDK has no step for a prompt: use beforeLlm";
const FAILS = "`generateText` rejects with a `HookDeniedError`, and `streamText` reports it as an error";
const AS_DENY = "as deny: the agent's loop continues";
const OWN_TOOLS = "list them in the agent's tools";

/** What hooks can do in the Vercel AI SDK, observed with ai 7.0.173. */
export const capabilities: HostCapabilities = {
  host: "ai-sdk",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "no", note: NO_PROMPTS },
    { point: "onPrompt", decision: "deny", support: "no", note: NO_PROMPTS },
    { point: "beforeLlm", decision: "modify.messages", support: "partly", note: "only the text of messages" },
    { point: "beforeLlm", decision: "modify.model", support: "no", note: "pass another model to withHook" },
    { point: "beforeLlm", decision: "modify.tools", support: "partly", note: "tools can be left out, but not added" },
    { point: "beforeLlm", decision: "modify.options", support: "yes" },
    { point: "beforeLlm", decision: "deny", support: "yes", note: FAILS },
    { point: "beforeLlm", decision: "abortTurn", support: "yes", note: FAILS },
    { point: "beforeLlm", decision: "hardAbort", support: "partly", note: "as abortTurn" },
    { point: "afterLlm", decision: "modify.content", support: "yes" },
    { point: "afterLlm", decision: "modify.reasoning", support: "no" },
    { point: "afterLlm", decision: "modify.toolCalls", support: "no", note: "use beforeTool" },
    { point: "afterLlm", decision: "deny", support: "yes", note: FAILS },
    { point: "afterLlm", decision: "abortTurn", support: "yes", note: FAILS },
    { point: "afterLlm", decision: "hardAbort", support: "partly", note: "as abortTurn" },
    { point: "beforeTool", decision: "modify.arguments", support: "yes" },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "yes" },
    { point: "beforeTool", decision: "deny", support: "yes" },
    { point: "beforeTool", decision: "abortTurn", support: "partly", note: AS_DENY },
    { point: "beforeTool", decision: "hardAbort", support: "partly", note: AS_DENY },
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "like no decision: your `toolApproval` follows",
    },
    { point: "approveTool", decision: "ask", support: "yes", note: "the status `user-approval` with the reason" },
    { point: "approveTool", decision: "deny", support: "yes" },
    {
      point: "afterTool",
      decision: "modify.result",
      support: "partly",
      note: "only the text and whether it is an error",
    },
    { point: "afterTool", decision: "addContext", support: "yes", note: "after the text of the result" },
    { point: "afterTool", decision: "deny", support: "yes" },
    { point: "afterTool", decision: "abortTurn", support: "partly", note: AS_DENY },
    { point: "afterTool", decision: "hardAbort", support: "partly", note: AS_DENY },
    { point: "onEvent", decision: "events", support: "no", note: "the AI SDK has its own callbacks and telemetry" },
    { point: "onEvent", decision: "addContext", support: "no" },
    { point: "tools", decision: "offer", support: "no", note: OWN_TOOLS },
    { point: "tools", decision: "answer", support: "no", note: OWN_TOOLS },
  ],
  whenDead: WHEN_DEAD_IN_PROCESS,
};
