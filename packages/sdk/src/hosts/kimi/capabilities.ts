import { modelPointsUnsupported, noSuchEvent } from "../../command-hook/model-points-unsupported.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const LIKE_DENY = "like deny: the turn continues";
const READS_NOTHING = "Kimi Code reads no answer after a tool";

/** What Kimi Code supports, observed on 2.1.0. */
export const capabilities: HostCapabilities = {
  host: "kimi",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "yes" },
    { point: "onPrompt", decision: "deny", support: "yes" },
    ...modelPointsUnsupported(noSuchEvent("Kimi Code")),
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
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "like no decision: Kimi Code's own approval follows",
    },
    {
      point: "approveTool",
      decision: "ask",
      support: "no",
      note: "the call is denied with `needs a person: REASON`: Kimi Code would run the tool",
    },
    { point: "approveTool", decision: "deny", support: "yes" },
    { point: "afterTool", decision: "modify.result", support: "no", note: READS_NOTHING },
    { point: "afterTool", decision: "deny", support: "no", note: READS_NOTHING },
    { point: "afterTool", decision: "abortTurn", support: "no", note: READS_NOTHING },
    { point: "afterTool", decision: "hardAbort", support: "no", note: READS_NOTHING },
    { point: "afterTool", decision: "addContext", support: "no", note: READS_NOTHING },
    { point: "onEvent", decision: "addContext", support: "no" },
    {
      point: "onEvent",
      decision: "events",
      support: "yes",
      note: "an event without a portable kind has the kind other and Kimi Code's event name",
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
