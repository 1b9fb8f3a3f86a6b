import { modelPointsUnsupported, WHEN_DEAD_WITHOUT_MODEL_CALLS } from "../../command-hook/model-points-unsupported.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const REWRITES = "replaces all arguments, or the command of a shell or apply_patch; Codex's own approvals follow";
const UNSEEN = "input typed into a running session (write_stdin) never reaches a hook";
const RESULTS =
  "only the text, and not an empty one; not called for errors of MCP tools, apply_patch in a shell, and what a shell prints before it ends";
const WITHHELD = "the model reads the reason instead of the result; not called in the cases listed at modify.result";
const MODEL_CALLS = "Codex reports its model calls to onEvent and reads no answer: the handler is never called";
const TASKS = "also called for the task of a sub-agent, with its id in origin.agentId";
const GOES_ON = "like deny: the turn continues";

/** What Codex supports, observed on 0.171.0. */
export const capabilities: HostCapabilities = {
  host: "codex",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "yes", note: TASKS },
    { point: "onPrompt", decision: "deny", support: "yes", note: TASKS },
    ...modelPointsUnsupported(MODEL_CALLS),
    { point: "beforeTool", decision: "modify.arguments", support: "yes", note: REWRITES },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "no", note: "offer the tool over MCP" },
    { point: "beforeTool", decision: "deny", support: "yes", note: UNSEEN },
    { point: "beforeTool", decision: "abortTurn", support: "partly", note: GOES_ON },
    { point: "beforeTool", decision: "hardAbort", support: "partly", note: GOES_ON },
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "like no decision: Codex's own approvals follow",
    },
    {
      point: "approveTool",
      decision: "ask",
      support: "no",
      note: "the call is denied with `needs a person: REASON`: Codex would run the tool",
    },
    { point: "approveTool", decision: "deny", support: "yes", note: UNSEEN },
    { point: "afterTool", decision: "modify.result", support: "partly", note: RESULTS },
    { point: "afterTool", decision: "deny", support: "partly", note: WITHHELD },
    { point: "afterTool", decision: "abortTurn", support: "no", note: "change the result instead" },
    { point: "afterTool", decision: "hardAbort", support: "no", note: "change the result instead" },
    { point: "afterTool", decision: "addContext", support: "yes" },
    { point: "onEvent", decision: "addContext", support: "yes", note: "at SessionStart and SubagentStart" },
    {
      point: "onEvent",
      decision: "events",
      support: "yes",
      note: "an event without a portable kind has the kind other and Codex's event name",
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
