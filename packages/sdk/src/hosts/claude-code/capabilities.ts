import { modelCallsUnasked, noSuchEvent } from "../../command-hook/unasked.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const REWRITES = "all arguments are replaced; Claude Code checks them, and asks as it would have";
const RESULTS =
  "the text alone, in the shape of the tool's result; what a tool that failed gave cannot be changed: a failure that says so";
const STOPS = "the model is not called again; a later turn of the session has the result; not after a tool that failed";

/** What Claude Code supports, observed on v2.1.330. */
export const capabilities: HostCapabilities = {
  host: "claude-code",
  decisions: [
    ...modelCallsUnasked(noSuchEvent("Claude Code")),
    { point: "beforeTool", decision: "modify.arguments", support: "yes", note: REWRITES },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "no", note: "offer the tool over MCP" },
    { point: "beforeTool", decision: "deny", support: "yes" },
    { point: "beforeTool", decision: "abortTurn", support: "yes", note: "the call is denied and the turn ends" },
    { point: "beforeTool", decision: "hardAbort", support: "partly", note: "as abortTurn" },
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "as no opinion: Claude Code's own approval comes after it",
    },
    { point: "approveTool", decision: "ask", support: "yes", note: "headless runs have nobody to ask, and deny" },
    { point: "approveTool", decision: "reject", support: "yes" },
    { point: "afterTool", decision: "modify.result", support: "partly", note: RESULTS },
    { point: "afterTool", decision: "abortTurn", support: "partly", note: STOPS },
    { point: "afterTool", decision: "hardAbort", support: "partly", note: STOPS },
    { point: "onEvent", decision: "events", support: "yes", note: "as kind other, with Claude Code's name" },
    {
      point: "tools",
      decision: "offer",
      support: "no",
      note: "run the same file as an MCP server, which can be asked about tools, too",
    },
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
