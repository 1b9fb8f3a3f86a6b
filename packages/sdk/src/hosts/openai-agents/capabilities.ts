import { type HostCapabilities, WHEN_DEAD_IN_PROCESS } from "../../hook/capabilities.js";

const NO_PROMPTS = "use beforeLlm, or an input guardrail of OpenAI Agents";
const FAILS = "the run rejects with a `HookDeniedError`";
const OWN_TOOLS = "list them in the agent's tools";

/** What hooks can do in OpenAI Agents, observed with @openai/agents 0.20.0. */
export const capabilities: HostCapabilities = {
  host: "openai-agents",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "no", note: NO_PROMPTS },
    { point: "onPrompt", decision: "deny", support: "no", note: NO_PROMPTS },
    { point: "beforeLlm", decision: "modify.messages", support: "partly", note: "only the text of messages" },
    { point: "beforeLlm", decision: "modify.model", support: "no", note: "set the model of the agent" },
    { point: "beforeLlm", decision: "modify.tools", support: "partly", note: "tools can be left out, but not added" },
    { point: "beforeLlm", decision: "modify.options", support: "yes" },
    { point: "beforeLlm", decision: "deny", support: "yes", note: FAILS },
    { point: "beforeLlm", decision: "abortTurn", support: "yes", note: FAILS },
    { point: "beforeLlm", decision: "hardAbort", support: "yes", note: FAILS },
    { point: "afterLlm", decision: "modify.content", support: "yes" },
    { point: "afterLlm", decision: "modify.reasoning", support: "no" },
    { point: "afterLlm", decision: "modify.toolCalls", support: "no", note: "use beforeTool" },
    { point: "afterLlm", decision: "deny", support: "yes", note: FAILS },
    { point: "afterLlm", decision: "abortTurn", support: "yes", note: FAILS },
    { point: "afterLlm", decision: "hardAbort", support: "yes", note: FAILS },
    { point: "beforeTool", decision: "modify.arguments", support: "yes" },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "yes" },
    { point: "beforeTool", decision: "deny", support: "yes" },
    { point: "beforeTool", decision: "abortTurn", support: "yes", note: FAILS },
    { point: "beforeTool", decision: "hardAbort", support: "yes", note: FAILS },
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "like no decision: the tool's `needsApproval` follows",
    },
    { point: "approveTool", decision: "ask", support: "yes", note: "an interruption of the run, without the reason" },
    { point: "approveTool", decision: "deny", support: "yes" },
    { point: "afterTool", decision: "modify.result", support: "partly", note: "only the text" },
    { point: "afterTool", decision: "addContext", support: "yes", note: "after the text of the result" },
    { point: "afterTool", decision: "deny", support: "yes" },
    { point: "afterTool", decision: "abortTurn", support: "yes", note: FAILS },
    { point: "afterTool", decision: "hardAbort", support: "yes", note: FAILS },
    { point: "onEvent", decision: "events", support: "no", note: "OpenAI Agents has its own events and traces" },
    { point: "onEvent", decision: "addContext", support: "no" },
    { point: "tools", decision: "offer", support: "no", note: OWN_TOOLS },
    { point: "tools", decision: "answer", support: "no", note: OWN_TOOLS },
  ],
  whenDead: WHEN_DEAD_IN_PROCESS,
};
