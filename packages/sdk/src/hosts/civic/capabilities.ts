import { noModelCalls, rowsOf } from "../../command-hook/cells.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const NEVER = "the proxy does not see the agent's model calls: the handler is never called";
const NO_PROMPTS = "the proxy does not see the user's prompts: the handler is never called";
const BACK = "an error result with the reason: the client's turn continues";
const INSTEAD = "an error with the reason replaces the result: the client's turn continues";

/** What Civic's proxy supports, observed with @civic/passthrough-mcp-server 0.12.1. The docs page is made from it. */
export const capabilities: HostCapabilities = {
  host: "civic",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "no", note: NO_PROMPTS },
    { point: "onPrompt", decision: "deny", support: "no", note: NO_PROMPTS },
    ...rowsOf(noModelCalls(NEVER)),
    { point: "beforeTool", decision: "modify.arguments", support: "yes" },
    { point: "beforeTool", decision: "modify.tool", support: "yes", note: "another tool of the same server" },
    { point: "beforeTool", decision: "respond", support: "yes" },
    { point: "beforeTool", decision: "deny", support: "yes", note: BACK },
    { point: "beforeTool", decision: "abortTurn", support: "partly", note: BACK },
    { point: "beforeTool", decision: "hardAbort", support: "partly", note: BACK },
    { point: "approveTool", decision: "approve", support: "yes" },
    {
      point: "approveTool",
      decision: "ask",
      support: "no",
      note: `no one can be asked, like deny(\`needs a person: REASON\`): ${BACK}`,
    },
    { point: "approveTool", decision: "deny", support: "yes", note: BACK },
    {
      point: "afterTool",
      decision: "modify.result",
      support: "partly",
      note: "only the text and whether it is an error",
    },
    { point: "afterTool", decision: "deny", support: "yes", note: INSTEAD },
    { point: "afterTool", decision: "abortTurn", support: "partly", note: INSTEAD },
    { point: "afterTool", decision: "hardAbort", support: "partly", note: INSTEAD },
    { point: "afterTool", decision: "addContext", support: "no", note: "append the text to the result with modify" },
    { point: "onEvent", decision: "addContext", support: "no", note: "the proxy reads no answer to an event" },
    { point: "onEvent", decision: "events", support: "yes", note: "with kind other and the name of the MCP message" },
    { point: "tools", decision: "offer", support: "yes" },
    { point: "tools", decision: "answer", support: "yes" },
    { point: "tools", decision: "modify.tools", support: "yes", note: "in `native.civic.processListToolsResult`" },
    { point: "tools", decision: "result.structured", support: "yes" },
  ],
  // The proxy fails the request if a hook does not answer, but waits for a hook that hangs.
  whenDead: {
    onPrompt: "continues",
    beforeLlm: "continues",
    afterLlm: "continues",
    beforeTool: "denies",
    approveTool: "denies",
    afterTool: "denies",
  },
};
