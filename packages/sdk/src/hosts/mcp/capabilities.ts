import { noModelCalls, rowsOf } from "../../command-hook/cells.js";
import type { Ability, Capability, HostCapabilities } from "../../hook/capabilities.js";

const NEVER = "an MCP client asks a server only about its tools: the handler is never called";
const NOT_SENT =
  "left out, with one warning on stderr: MCP carries only what the model reads and whether it is an error";
const OWN = "called only for the hook's own tools, before they run";

function never(point: Capability["point"], ...decisions: readonly Ability[]): Capability[] {
  return decisions.map((decision) => ({ point, decision, support: "no", note: NEVER }));
}

/** What an MCP client supports. The docs page is generated from it. */
export const capabilities: HostCapabilities = {
  host: "mcp",
  decisions: [
    ...never("onPrompt", "addContext", "deny"),
    ...rowsOf(noModelCalls(NEVER)),
    { point: "beforeTool", decision: "modify", support: "partly", note: `${OWN}; the new tool must be one of them` },
    {
      point: "beforeTool",
      decision: "respond",
      support: "partly",
      note: `${OWN}; for a tool whose output is an object, \`structured\` or the text must be one`,
    },
    { point: "beforeTool", decision: "deny", support: "partly", note: `${OWN}; an error result with the reason` },
    ...(["abortTurn", "hardAbort"] as const).map((decision): Capability => {
      return {
        point: "beforeTool",
        decision,
        support: "partly",
        note: `${OWN}; like deny: the client's turn continues`,
      };
    }),
    { point: "approveTool", decision: "approve", support: "partly", note: OWN },
    {
      point: "approveTool",
      decision: "ask",
      support: "no",
      note: `${OWN}; no one can be asked: the call is denied with \`needs a person: REASON\``,
    },
    { point: "approveTool", decision: "deny", support: "partly", note: `${OWN}; an error result with the reason` },
    ...never("afterTool", "modify", "addContext", "deny", "abortTurn", "hardAbort"),
    ...never("onEvent", "events", "addContext"),
    { point: "tools", decision: "offer", support: "yes" },
    { point: "tools", decision: "answer", support: "yes" },
    { point: "tools", decision: "result.structured", support: "yes" },
    { point: "tools", decision: "result.content", support: "yes" },
    ...(["forUser", "silent", "media", "artifactTags", "responseHandled"] as const).map((field): Capability => {
      return { point: "tools", decision: `result.${field}`, support: "no", note: NOT_SENT };
    }),
  ],
  // Without the process, the hook's own tools do not exist. An MCP server never sees other tools.
  whenDead: {
    onPrompt: "continues",
    beforeLlm: "continues",
    afterLlm: "continues",
    beforeTool: "denies",
    approveTool: "denies",
    afterTool: "continues",
  },
};
