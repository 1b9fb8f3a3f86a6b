import {
  modelPointsUnsupported,
  noSuchEvent,
  WHEN_DEAD_WITHOUT_MODEL_CALLS,
} from "../../command-hook/model-points-unsupported.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const TURN_GOES_ON = "like deny: the turn continues";
const ESCAPED = '"<" and ">" arrive as "&lt;" and "&gt;"';
const NO_STOP = "change the result instead";

/** What Qwen Code supports, observed on 0.24.4. */
export const capabilities: HostCapabilities = {
  host: "qwen",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "partly", note: ESCAPED },
    { point: "onPrompt", decision: "deny", support: "yes" },
    ...modelPointsUnsupported(noSuchEvent("Qwen Code")),
    {
      point: "beforeTool",
      decision: "modify.arguments",
      support: "no",
      note: "deny, with the arguments to use as the reason, as withCommand does",
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
      note: "like no decision: Qwen Code's own approval came before",
    },
    {
      point: "approveTool",
      decision: "ask",
      support: "partly",
      note: "headless runs cannot ask anyone and deny the call with the reason; that others ask is from the source code",
    },
    { point: "approveTool", decision: "deny", support: "yes" },
    {
      point: "afterTool",
      decision: "modify.result",
      support: "partly",
      note: "only the text, and not of a failed tool; the model reads it as an error, and the user that the tool did not run",
    },
    {
      point: "afterTool",
      decision: "deny",
      support: "partly",
      note: "the model reads the reason, as an error, instead of the result, but not of a failed tool",
    },
    { point: "afterTool", decision: "abortTurn", support: "no", note: NO_STOP },
    { point: "afterTool", decision: "hardAbort", support: "no", note: NO_STOP },
    { point: "afterTool", decision: "addContext", support: "partly", note: ESCAPED },
    {
      point: "onEvent",
      decision: "addContext",
      support: "partly",
      note: `at SessionStart and PostToolBatch; ${ESCAPED}`,
    },
    {
      point: "onEvent",
      decision: "events",
      support: "yes",
      note: "an event without a portable kind has the kind other and Qwen Code's event name",
    },
    { point: "tools", decision: "offer", support: "no", note: "run the same file as an MCP server" },
    { point: "tools", decision: "answer", support: "no", note: "run the same file as an MCP server" },
  ],
  whenDead: WHEN_DEAD_WITHOUT_MODEL_CALLS,
};
