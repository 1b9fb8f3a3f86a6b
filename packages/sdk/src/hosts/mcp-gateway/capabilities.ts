import { modelPointsUnsupported, noSuchEvent } from "../../command-hook/model-points-unsupported.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const NEVER = noSuchEvent("The gateway");
const LIKE_DENY = "like deny: the client's turn continues";
const NO_TURN = "change the result instead";
const UNNAMED = "`call.tool` is empty, because the gateway does not name the tool";

/** What the gateway supports, observed at commit 2bd20fe8. */
export const capabilities: HostCapabilities = {
  host: "mcp-gateway",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "no", note: NEVER },
    { point: "onPrompt", decision: "deny", support: "no", note: NEVER },
    ...modelPointsUnsupported(NEVER),
    {
      point: "beforeTool",
      decision: "modify.arguments",
      support: "no",
      note: "deny, with the arguments to use as the reason, as withCommand does",
    },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "yes" },
    { point: "beforeTool", decision: "deny", support: "yes" },
    { point: "beforeTool", decision: "abortTurn", support: "partly", note: LIKE_DENY },
    { point: "beforeTool", decision: "hardAbort", support: "partly", note: LIKE_DENY },
    { point: "approveTool", decision: "approve", support: "yes" },
    {
      point: "approveTool",
      decision: "ask",
      support: "no",
      note: "no one can be asked: the call is denied with `needs a person: REASON`",
    },
    { point: "approveTool", decision: "deny", support: "yes" },
    { point: "afterTool", decision: "modify.result", support: "partly", note: UNNAMED },
    { point: "afterTool", decision: "deny", support: "partly", note: UNNAMED },
    { point: "afterTool", decision: "addContext", support: "partly", note: UNNAMED },
    { point: "afterTool", decision: "abortTurn", support: "no", note: NO_TURN },
    { point: "afterTool", decision: "hardAbort", support: "no", note: NO_TURN },
    { point: "onEvent", decision: "addContext", support: "no" },
    { point: "onEvent", decision: "events", support: "partly", note: "only `tool.start` and `tool.end`" },
    { point: "tools", decision: "offer", support: "no", note: "run the same file as an MCP server of the gateway" },
    { point: "tools", decision: "answer", support: "no", note: "run the same file as an MCP server of the gateway" },
    { point: "tools", decision: "result.content", support: "yes" },
  ],
  whenDead: {
    onPrompt: "continues",
    beforeLlm: "continues",
    afterLlm: "continues",
    beforeTool: "denies",
    approveTool: "denies",
    afterTool: "denies",
  },
};
