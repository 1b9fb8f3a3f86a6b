import { modelCallsUnasked, noSuchEvent } from "../../command-hook/unasked.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const TURN_GOES_ON = "as deny: the turn goes on";

/** What Copilot CLI supports, observed on 1.0.102. */
export const capabilities: HostCapabilities = {
  host: "copilot",
  decisions: [
    ...modelCallsUnasked(noSuchEvent("Copilot CLI")),
    {
      point: "beforeTool",
      decision: "modify.arguments",
      support: "yes",
      note: "all arguments are replaced; of a tool that takes one text, such as apply_patch, that text, as `input`",
    },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "no", note: "offer the tool over MCP" },
    { point: "beforeTool", decision: "deny", support: "yes" },
    { point: "beforeTool", decision: "abortTurn", support: "partly", note: TURN_GOES_ON },
    { point: "beforeTool", decision: "hardAbort", support: "partly", note: TURN_GOES_ON },
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "as no opinion: Copilot CLI's own permissions come after it",
    },
    {
      point: "approveTool",
      decision: "ask",
      support: "partly",
      note: "about a call with the arguments as they came; headless runs have nobody to ask, and deny",
    },
    { point: "approveTool", decision: "reject", support: "yes" },
    {
      point: "afterTool",
      decision: "modify.result",
      support: "partly",
      note: "the text alone, and not what a tool says that failed itself (postToolUseFailure)",
    },
    { point: "afterTool", decision: "abortTurn", support: "no", note: "change the result instead" },
    { point: "afterTool", decision: "hardAbort", support: "no", note: "change the result instead" },
    { point: "onEvent", decision: "events", support: "yes", note: "as kind other, with Copilot CLI's name" },
    { point: "tools", decision: "offer", support: "no", note: "run the same file as an MCP server" },
    { point: "tools", decision: "answer", support: "no", note: "run the same file as an MCP server" },
  ],
  whenDead: {
    beforeLlm: "goes on",
    afterLlm: "goes on",
    beforeTool: "refuses",
    approveTool: "refuses",
    afterTool: "refuses",
  },
};
