import { modelCallsUnasked } from "../../command-hook/unasked.js";
import type { Capability, HostCapabilities } from "../../hook/capabilities.js";

const NEVER = "an MCP client asks a server for its tools alone: this is never asked";
const UNTOLD = "left out, and said once on stderr: MCP has only what the model gets, and whether it is an error";
const OWN = "asked about the hook's own tools alone, before they run";

function never(point: Capability["point"], ...decisions: readonly string[]): Capability[] {
  return decisions.map((decision) => ({ point, decision, support: "no", note: NEVER }));
}

/** What an MCP client supports. The docs page is generated from it. */
export const capabilities: HostCapabilities = {
  host: "mcp",
  decisions: [
    ...modelCallsUnasked(NEVER),
    { point: "beforeTool", decision: "modify", support: "partly", note: `${OWN}; the tool stays one of them` },
    {
      point: "beforeTool",
      decision: "respond",
      support: "partly",
      note: `${OWN}; for a tool that declares an object as output, JSON text of one`,
    },
    { point: "beforeTool", decision: "deny", support: "partly", note: `${OWN}; an error result with the reason` },
    ...(["abortTurn", "hardAbort"] as const).map((decision): Capability => {
      return { point: "beforeTool", decision, support: "partly", note: `${OWN}; a denial: the client's turn goes on` };
    }),
    { point: "approveTool", decision: "approve", support: "partly", note: OWN },
    { point: "approveTool", decision: "ask", support: "partly", note: `${OWN}; nobody can be asked: a denial` },
    { point: "approveTool", decision: "reject", support: "partly", note: `${OWN}; an error result with the reason` },
    ...never("afterTool", "modify", "abortTurn", "hardAbort"),
    ...never("onEvent", "events"),
    { point: "tools", decision: "offer", support: "yes" },
    { point: "tools", decision: "answer", support: "yes" },
    { point: "tools", decision: "result.content", support: "yes" },
    ...["forUser", "silent", "media", "artifactTags", "responseHandled"].map((field): Capability => {
      return { point: "tools", decision: `result.${field}`, support: "no", note: UNTOLD };
    }),
  ],
  // The hook's own tools are gone with the process. An MCP server never sees other tools.
  whenDead: {
    beforeLlm: "goes on",
    afterLlm: "goes on",
    beforeTool: "refuses",
    approveTool: "refuses",
    afterTool: "goes on",
  },
};
