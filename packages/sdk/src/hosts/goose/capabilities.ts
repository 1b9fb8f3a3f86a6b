import { modelPointsUnsupported, noSuchEvent } from "../../command-hook/model-points-unsupported.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const LIKE_DENY = "like deny: the turn continues";
const NO_PROMPT = "Goose lets a hook only read a prompt, in onEvent: the handler is never called";
const NO_RESULT = "Goose sends no hook the result of a tool: the handler is never called";

/** What Goose supports, from its manual and source code; not run. */
export const capabilities: HostCapabilities = {
  host: "goose",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "no", note: NO_PROMPT },
    { point: "onPrompt", decision: "deny", support: "no", note: NO_PROMPT },
    ...modelPointsUnsupported(noSuchEvent("Goose")),
    {
      point: "beforeTool",
      decision: "modify.arguments",
      support: "no",
      note: "deny, with the arguments to use as the reason, as withCommand does",
    },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "no", note: "offer the tool over MCP" },
    { point: "beforeTool", decision: "deny", support: "yes" },
    { point: "beforeTool", decision: "abortTurn", support: "partly", note: LIKE_DENY },
    { point: "beforeTool", decision: "hardAbort", support: "partly", note: LIKE_DENY },
    { point: "approveTool", decision: "approve", support: "partly", note: "like no decision" },
    {
      point: "approveTool",
      decision: "ask",
      support: "no",
      note: "the call is denied with `needs a person: REASON`",
    },
    { point: "approveTool", decision: "deny", support: "yes" },
    { point: "afterTool", decision: "modify.result", support: "no", note: NO_RESULT },
    { point: "afterTool", decision: "deny", support: "no", note: NO_RESULT },
    { point: "afterTool", decision: "abortTurn", support: "no", note: NO_RESULT },
    { point: "afterTool", decision: "hardAbort", support: "no", note: NO_RESULT },
    { point: "afterTool", decision: "addContext", support: "no", note: NO_RESULT },
    { point: "onEvent", decision: "addContext", support: "no" },
    {
      point: "onEvent",
      decision: "events",
      support: "yes",
      note: "an event without a portable kind has the kind other and Goose's event name",
    },
    { point: "tools", decision: "offer", support: "no", note: "run the same file as an MCP server" },
    { point: "tools", decision: "answer", support: "no", note: "run the same file as an MCP server" },
  ],
  whenDead: {
    onPrompt: "continues",
    beforeLlm: "continues",
    afterLlm: "continues",
    beforeTool: "denies",
    approveTool: "denies",
    afterTool: "continues",
  },
};
