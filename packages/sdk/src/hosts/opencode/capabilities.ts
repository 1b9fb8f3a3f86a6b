import {
  modelPointsUnsupported,
  noSuchEvent,
  WHEN_DEAD_WITHOUT_MODEL_CALLS,
} from "../../command-hook/model-points-unsupported.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const ENDS_TURN = "the run or the session ends with the error `Aborted`";

/** What opencode supports with the plugin that `agent-hook config` writes, observed on 1.18.33. */
export const capabilities: HostCapabilities = {
  host: "opencode",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "yes" },
    { point: "onPrompt", decision: "deny", support: "yes", note: "`opencode run` ends with exit code 1" },
    ...modelPointsUnsupported(noSuchEvent("the plugin")),
    { point: "beforeTool", decision: "modify.arguments", support: "yes" },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "no", note: "offer the tool over MCP" },
    { point: "beforeTool", decision: "deny", support: "yes" },
    { point: "beforeTool", decision: "abortTurn", support: "yes", note: ENDS_TURN },
    { point: "beforeTool", decision: "hardAbort", support: "yes", note: "like abortTurn" },
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "like no decision: opencode's own permissions follow",
    },
    {
      point: "approveTool",
      decision: "ask",
      support: "no",
      note: "the call is denied with `needs a person: REASON`: a plugin cannot make opencode ask",
    },
    { point: "approveTool", decision: "deny", support: "yes" },
    {
      point: "afterTool",
      decision: "modify.result",
      support: "partly",
      note: "only the text; opencode calls no plugin after a failed tool",
    },
    {
      point: "afterTool",
      decision: "deny",
      support: "partly",
      note: "the model reads the reason, as an error, instead of the result; not of a failed tool",
    },
    { point: "afterTool", decision: "abortTurn", support: "yes", note: ENDS_TURN },
    { point: "afterTool", decision: "hardAbort", support: "yes", note: "like abortTurn" },
    { point: "afterTool", decision: "addContext", support: "yes", note: "at the end of the result" },
    { point: "onEvent", decision: "addContext", support: "no", note: "use onPrompt" },
    {
      point: "onEvent",
      decision: "events",
      support: "yes",
      note: "the events that the page of opencode lists",
    },
    { point: "tools", decision: "offer", support: "no", note: "run the same file as an MCP server" },
    { point: "tools", decision: "answer", support: "no", note: "run the same file as an MCP server" },
  ],
  whenDead: WHEN_DEAD_WITHOUT_MODEL_CALLS,
};
