import {
  modelPointsUnsupported,
  noSuchEvent,
  WHEN_DEAD_WITHOUT_MODEL_CALLS,
} from "../../command-hook/model-points-unsupported.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const NOT_IN_EXEC = "not called for the prompt of droid exec";
const NOT_WHEN_FAILED = "not called for a failed tool, such as a command that exits with a code other than 0";

/** What Droid supports, observed on 0.225.2. */
export const capabilities: HostCapabilities = {
  host: "droid",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "partly", note: NOT_IN_EXEC },
    { point: "onPrompt", decision: "deny", support: "partly", note: NOT_IN_EXEC },
    ...modelPointsUnsupported(noSuchEvent("Droid")),
    {
      point: "beforeTool",
      decision: "modify.arguments",
      support: "partly",
      note: "changes and adds arguments, but removes none",
    },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "no", note: "offer the tool over MCP" },
    { point: "beforeTool", decision: "deny", support: "yes" },
    { point: "beforeTool", decision: "abortTurn", support: "yes" },
    { point: "beforeTool", decision: "hardAbort", support: "yes" },
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "like no decision: Droid's own approval follows",
    },
    {
      point: "approveTool",
      decision: "ask",
      support: "no",
      note: "the call is denied with `needs a person: REASON`: Droid would run the tool",
    },
    { point: "approveTool", decision: "deny", support: "yes" },
    { point: "afterTool", decision: "modify.result", support: "no", note: "deny ends the turn without the result" },
    {
      point: "afterTool",
      decision: "deny",
      support: "partly",
      note: `the turn ends, and the model reads neither result nor reason; ${NOT_WHEN_FAILED}`,
    },
    { point: "afterTool", decision: "abortTurn", support: "partly", note: NOT_WHEN_FAILED },
    { point: "afterTool", decision: "hardAbort", support: "partly", note: NOT_WHEN_FAILED },
    { point: "afterTool", decision: "addContext", support: "partly", note: NOT_WHEN_FAILED },
    { point: "onEvent", decision: "addContext", support: "yes", note: "at SessionStart" },
    {
      point: "onEvent",
      decision: "events",
      support: "yes",
      note: "an event without a portable kind has the kind other and Droid's event name",
    },
    { point: "tools", decision: "offer", support: "no", note: "run the same file as an MCP server" },
    { point: "tools", decision: "answer", support: "no", note: "run the same file as an MCP server" },
  ],
  whenDead: WHEN_DEAD_WITHOUT_MODEL_CALLS,
};
