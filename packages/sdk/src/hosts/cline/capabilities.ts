import { modelPointsUnsupported, noSuchEvent } from "../../command-hook/model-points-unsupported.js";
import type { Capability, HostCapabilities } from "../../hook/capabilities.js";

const ENDS_RUN = "the run ends: the model reads no reason";

/** What Cline supports, observed on 3.0.65. */
export const capabilities: HostCapabilities = {
  host: "cline",
  decisions: [
    ...(["addContext", "deny"] as const).map(
      (decision): Capability => ({
        point: "onPrompt",
        decision,
        support: "no",
        note: "Cline reads no answer about a prompt: the handler is never called",
      }),
    ),
    ...modelPointsUnsupported(noSuchEvent("Cline")),
    { point: "beforeTool", decision: "modify.arguments", support: "yes" },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "no", note: "offer the tool over MCP" },
    { point: "beforeTool", decision: "deny", support: "partly", note: ENDS_RUN },
    { point: "beforeTool", decision: "abortTurn", support: "yes" },
    { point: "beforeTool", decision: "hardAbort", support: "yes" },
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "like no decision: Cline's own approval follows",
    },
    {
      point: "approveTool",
      decision: "ask",
      support: "no",
      note: "the call is denied with `needs a person: REASON`: Cline would run the tool",
    },
    { point: "approveTool", decision: "deny", support: "partly", note: ENDS_RUN },
    { point: "afterTool", decision: "modify.result", support: "no", note: "deny ends the run without the result" },
    {
      point: "afterTool",
      decision: "deny",
      support: "partly",
      note: "the run ends: the model reads neither result nor reason",
    },
    { point: "afterTool", decision: "abortTurn", support: "yes" },
    { point: "afterTool", decision: "hardAbort", support: "yes" },
    { point: "afterTool", decision: "addContext", support: "yes", note: "at most 50,000 characters" },
    { point: "onEvent", decision: "addContext", support: "no" },
    {
      point: "onEvent",
      decision: "events",
      support: "yes",
      note: "an event without a portable kind has the kind other and the name of its file",
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
    afterTool: "denies",
  },
};
