import {
  modelPointsUnsupported,
  noSuchEvent,
  WHEN_DEAD_WITHOUT_MODEL_CALLS,
} from "../../command-hook/model-points-unsupported.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const TURN_GOES_ON = "like deny: the turn continues";

/** What Copilot CLI supports, observed on 1.0.102. */
export const capabilities: HostCapabilities = {
  host: "copilot",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "yes" },
    { point: "onPrompt", decision: "deny", support: "yes" },
    ...modelPointsUnsupported(noSuchEvent("Copilot CLI")),
    {
      point: "beforeTool",
      decision: "modify.arguments",
      support: "yes",
      note: "replaces all arguments; for a tool with a single text, such as apply_patch, that text as `input`",
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
      note: "like no decision: Copilot CLI's own permissions follow",
    },
    {
      point: "approveTool",
      decision: "ask",
      support: "partly",
      note: "about a call with unchanged arguments; any other is denied with `needs a person: REASON`; headless runs deny the call with the reason",
    },
    { point: "approveTool", decision: "deny", support: "yes" },
    {
      point: "afterTool",
      decision: "modify.result",
      support: "partly",
      note: "only the text, and not the error of a failed tool (postToolUseFailure)",
    },
    {
      point: "afterTool",
      decision: "deny",
      support: "partly",
      note: "the model reads the reason instead of the result, but not of a failed tool (postToolUseFailure)",
    },
    { point: "afterTool", decision: "abortTurn", support: "no", note: "change the result instead" },
    { point: "afterTool", decision: "hardAbort", support: "no", note: "change the result instead" },
    { point: "afterTool", decision: "addContext", support: "yes", note: "also after a failed tool" },
    { point: "onEvent", decision: "addContext", support: "yes", note: "at sessionStart" },
    {
      point: "onEvent",
      decision: "events",
      support: "yes",
      note: "an event without a portable kind has the kind other and Copilot CLI's event name",
    },
    { point: "tools", decision: "offer", support: "no", note: "run the same file as an MCP server" },
    { point: "tools", decision: "answer", support: "no", note: "run the same file as an MCP server" },
  ],
  whenDead: WHEN_DEAD_WITHOUT_MODEL_CALLS,
};
