import { modelPointsUnsupported, noSuchEvent } from "../../command-hook/model-points-unsupported.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const TURN_GOES_ON = "like deny: the turn continues";
const ONLY_MCP = "only of an MCP server's tool that did not fail";
const SHORT = "at most 10,000 characters";
const NO_STOP = "Cursor cannot be stopped after a tool";

/** What Cursor supports, from its manual and public reports; not run. */
export const capabilities: HostCapabilities = {
  host: "cursor",
  decisions: [
    {
      point: "onPrompt",
      decision: "addContext",
      support: "partly",
      note: `read in the program 2026.09.18, but not in the manual; ${SHORT}`,
    },
    { point: "onPrompt", decision: "deny", support: "yes" },
    ...modelPointsUnsupported(noSuchEvent("Cursor")),
    { point: "beforeTool", decision: "modify.arguments", support: "yes" },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "no", note: "offer the tool over MCP" },
    { point: "beforeTool", decision: "deny", support: "yes" },
    { point: "beforeTool", decision: "abortTurn", support: "partly", note: TURN_GOES_ON },
    { point: "beforeTool", decision: "hardAbort", support: "partly", note: TURN_GOES_ON },
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "like no decision: Cursor's own approval follows",
    },
    { point: "approveTool", decision: "ask", support: "no", note: "the call is denied with `needs a person: REASON`" },
    { point: "approveTool", decision: "deny", support: "yes" },
    { point: "afterTool", decision: "modify.result", support: "partly", note: `the text, ${ONLY_MCP}` },
    {
      point: "afterTool",
      decision: "deny",
      support: "partly",
      note: `the model reads the reason instead of the result, ${ONLY_MCP}`,
    },
    { point: "afterTool", decision: "abortTurn", support: "no", note: NO_STOP },
    { point: "afterTool", decision: "hardAbort", support: "no", note: NO_STOP },
    { point: "afterTool", decision: "addContext", support: "partly", note: `not after a failed tool; ${SHORT}` },
    { point: "onEvent", decision: "addContext", support: "yes", note: `at sessionStart; ${SHORT}` },
    {
      point: "onEvent",
      decision: "events",
      support: "yes",
      note: "an event without a portable kind has the kind other and Cursor's event name",
    },
    { point: "tools", decision: "offer", support: "no", note: "run the same file as an MCP server" },
    { point: "tools", decision: "answer", support: "no", note: "run the same file as an MCP server" },
  ],
  whenDead: {
    onPrompt: "denies",
    beforeLlm: "continues",
    afterLlm: "continues",
    beforeTool: "denies",
    approveTool: "denies",
    afterTool: "continues",
  },
};
