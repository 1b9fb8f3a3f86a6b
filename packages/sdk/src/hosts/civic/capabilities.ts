import { modelCallsUnasked } from "../../command-hook/unasked.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const NEVER = "the proxy sees nothing of the agent's model: this is never asked";
const BACK = "a result with the reason, as an error: the client's turn goes on";
const INSTEAD = "the reason stands in the place of the result, as an error: the client's turn goes on";

/** What Civic's proxy supports, observed with @civic/passthrough-mcp-server 0.12.1. The docs page is made from it. */
export const capabilities: HostCapabilities = {
  host: "civic",
  decisions: [
    ...modelCallsUnasked(NEVER),
    { point: "beforeTool", decision: "modify.arguments", support: "yes" },
    { point: "beforeTool", decision: "modify.tool", support: "yes", note: "another tool of the same server" },
    { point: "beforeTool", decision: "respond", support: "yes" },
    { point: "beforeTool", decision: "deny", support: "yes", note: BACK },
    { point: "beforeTool", decision: "abortTurn", support: "partly", note: BACK },
    { point: "beforeTool", decision: "hardAbort", support: "partly", note: BACK },
    { point: "approveTool", decision: "approve", support: "yes" },
    { point: "approveTool", decision: "ask", support: "partly", note: `nobody can be asked: ${BACK}` },
    { point: "approveTool", decision: "reject", support: "yes", note: BACK },
    {
      point: "afterTool",
      decision: "modify.result",
      support: "partly",
      note: "the text alone, and whether it is an error",
    },
    { point: "afterTool", decision: "abortTurn", support: "partly", note: INSTEAD },
    { point: "afterTool", decision: "hardAbort", support: "partly", note: INSTEAD },
    { point: "onEvent", decision: "events", support: "yes", note: "as kind other, with the name of MCP's message" },
    { point: "tools", decision: "offer", support: "yes" },
    { point: "tools", decision: "answer", support: "yes" },
  ],
  // The proxy fails the request if a hook does not answer, but waits for one that hangs.
  whenDead: {
    beforeLlm: "goes on",
    afterLlm: "goes on",
    beforeTool: "refuses",
    approveTool: "refuses",
    afterTool: "refuses",
  },
};
