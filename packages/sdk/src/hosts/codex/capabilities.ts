import { modelCallsUnasked } from "../../command-hook/unasked.js";
import type { HostCapabilities } from "../../hook/capabilities.js";

const REWRITES =
  "all arguments are replaced, of a shell and of apply_patch the command; Codex's approvals come after it";
const UNSEEN = "what is typed into a session that runs (write_stdin) never comes to a hook";
const RESULTS =
  "the text alone, none that is empty; never asked: an error of an MCP tool, apply_patch in a shell, what a shell prints before its end";
const MODEL_CALLS = "Codex tells onEvent of its model calls, and reads no answer: the handler is never called";
const GOES_ON = "as deny: the turn goes on";

/** What Codex supports, observed on 0.169.0. */
export const capabilities: HostCapabilities = {
  host: "codex",
  decisions: [
    ...modelCallsUnasked(MODEL_CALLS),
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
      note: "as no opinion: Codex's own approvals come after it",
    },
    {
      point: "approveTool",
      decision: "ask",
      support: "no",
      note: "a failure, which refuses: Codex would run the tool",
    },
    { point: "approveTool", decision: "reject", support: "yes", note: UNSEEN },
    { point: "afterTool", decision: "modify.result", support: "partly", note: RESULTS },
    { point: "afterTool", decision: "abortTurn", support: "no", note: "change the result instead" },
    { point: "afterTool", decision: "hardAbort", support: "no", note: "change the result instead" },
    { point: "onEvent", decision: "events", support: "yes", note: "as kind other, with Codex's name" },
    {
      point: "tools",
      decision: "offer",
      support: "no",
      note: "run the same file as an MCP server, which can be asked about tools, too",
    },
    { point: "tools", decision: "answer", support: "no", note: "run the same file as an MCP server" },
  ],
  whenDead: {
    beforeLlm: "goes on",
    afterLlm: "goes on",
    beforeTool: "refuses",
    approveTool: "refuses",
    afterTool: "refuses",
  },
};
