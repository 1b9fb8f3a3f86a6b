import {
  modelPointsUnsupported,
  noSuchEvent,
  WHEN_DEAD_WITHOUT_MODEL_CALLS,
} from "../../command-hook/model-points-unsupported.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const REWRITES =
  "replaces all arguments; Claude Code validates them and still asks for approval as usual; the shell line of a skill is denied instead";
const RESULTS =
  "only the text, in the shape of the tool's result; the error of a failed tool cannot be changed, and trying is a failure";
const WITHHELD =
  "the model reads the reason instead of the result, but not after a failed tool; for a tool with an unknown shape of result, the turn ends too";
const STOPS = "the model is not called again, but a later turn of the session has the result; not after a failed tool";

const REPLIES = { support: "yes", note: "the text of a reply, not its tool calls" } as const;
const ANSWERS = { support: "yes", note: "instead of Bash, Read and tools of MCP servers" } as const;
const CHANGES = {
  support: "yes",
  note: "also the output of a failed tool, after a sentence of Claude Code's",
} as const;

/** What Claude Code supports, observed on v2.1.332. */
export const capabilities: HostCapabilities = {
  host: "claude-code",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "yes" },
    { point: "onPrompt", decision: "deny", support: "yes", note: "the user reads the reason" },
    ...modelPointsUnsupported(noSuchEvent("Claude Code")).map((row) =>
      row.point === "afterLlm" && row.decision === "modify" ? { ...row, withMod: REPLIES } : row,
    ),
    { point: "beforeTool", decision: "modify.arguments", support: "yes", note: REWRITES },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "no", note: "offer the tool over MCP", withMod: ANSWERS },
    { point: "beforeTool", decision: "deny", support: "yes" },
    {
      point: "beforeTool",
      decision: "abortTurn",
      support: "yes",
      note: "the call is denied and the turn ends, except at the shell line of a skill that the model started",
    },
    { point: "beforeTool", decision: "hardAbort", support: "partly", note: "as abortTurn" },
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "like no decision: Claude Code's own approval follows, or came before the shell line of a skill",
    },
    {
      point: "approveTool",
      decision: "ask",
      support: "yes",
      note: "headless runs cannot ask anyone and deny the call with the reason; so does the shell line of a skill",
    },
    { point: "approveTool", decision: "deny", support: "yes" },
    { point: "afterTool", decision: "modify.result", support: "partly", note: RESULTS, withMod: CHANGES },
    { point: "afterTool", decision: "deny", support: "partly", note: WITHHELD },
    { point: "afterTool", decision: "abortTurn", support: "partly", note: STOPS },
    { point: "afterTool", decision: "hardAbort", support: "partly", note: STOPS },
    { point: "afterTool", decision: "addContext", support: "yes", note: "also after a failed tool" },
    { point: "onEvent", decision: "addContext", support: "yes", note: "at SessionStart and PostToolBatch" },
    {
      point: "onEvent",
      decision: "events",
      support: "yes",
      note: "an event without a portable kind has the kind other and Claude Code's event name",
    },
    {
      point: "tools",
      decision: "offer",
      support: "no",
      note: "run the same file as an MCP server, which can also handle tool events",
    },
    { point: "tools", decision: "answer", support: "no", note: "run the same file as an MCP server" },
  ],
  whenDead: WHEN_DEAD_WITHOUT_MODEL_CALLS,
};
