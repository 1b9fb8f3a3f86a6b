import type { HostCapabilities } from "../../hook/capabilities.js";

const REWRITES = "replaces all arguments; a failure in the preempt_yolo variant under a safety mode other than strict";
const LARGE =
  "only the text; for a result above 50 KiB or 2000 lines the host keeps its own excerpt, and a change is a failure";
const WITHHELD = "the model reads the reason instead of the result";
const NOT_ASKED = "not enforced under --yolo, under an allow rule or in a background agent: the hook is not called";
const ASKED_FIRST =
  "with preempt_yolo: true, as agent-hook config prints it; otherwise not under --yolo, allow rules or safety modes";
const UNANSWERED = "headless runs cannot ask anyone and deny the call without the reason";
const ASKS_UNCHANGED = `a rewritten call is denied with \`needs a person: REASON\` in the preempt_yolo variant; ${UNANSWERED}`;
const BLOCKED_PROMPT = "v1.58.0 prints the reason and then never ends, except with --json";
const NO_ANSWER = "docker-agent ignores answers to after_llm_call";

/** What docker-agent supports, observed on v1.58.0 and v1.123.0. The tests simulate its rules. */
export const capabilities: HostCapabilities = {
  host: "docker-agent",
  decisions: [
    {
      point: "onPrompt",
      decision: "addContext",
      support: "yes",
      note: "for this turn; prompts that arrive during a turn reach hooks from v1.74.0 on",
    },
    { point: "onPrompt", decision: "deny", support: "partly", before: "v1.123.0", note: BLOCKED_PROMPT },
    {
      point: "onPrompt",
      decision: "deny",
      support: "yes",
      since: "v1.123.0",
      note: "the run ends with the reason as its error",
    },
    { point: "beforeLlm", decision: "modify.messages", support: "yes", note: "only for this request" },
    { point: "beforeLlm", decision: "modify.model", support: "no" },
    { point: "beforeLlm", decision: "modify.tools", support: "no" },
    { point: "beforeLlm", decision: "modify.options", support: "no" },
    { point: "beforeLlm", decision: "deny", support: "yes", note: "as abortTurn" },
    { point: "beforeLlm", decision: "abortTurn", support: "yes", note: "the run ends with the reason as its error" },
    { point: "beforeLlm", decision: "hardAbort", support: "partly", note: "as abortTurn" },
    { point: "afterLlm", decision: "modify", support: "no", note: NO_ANSWER },
    { point: "afterLlm", decision: "deny", support: "no", note: NO_ANSWER },
    { point: "afterLlm", decision: "abortTurn", support: "no", note: NO_ANSWER },
    { point: "afterLlm", decision: "hardAbort", support: "no", note: NO_ANSWER },
    { point: "beforeTool", decision: "modify.arguments", support: "yes", before: "v1.89.0" },
    { point: "beforeTool", decision: "modify.arguments", support: "partly", since: "v1.89.0", note: REWRITES },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "no", note: "offer the tool over MCP" },
    { point: "beforeTool", decision: "deny", support: "partly", before: "v1.89.0", note: NOT_ASKED },
    { point: "beforeTool", decision: "deny", support: "yes", since: "v1.89.0", note: ASKED_FIRST },
    { point: "beforeTool", decision: "abortTurn", support: "partly", note: "like deny: the turn continues" },
    { point: "beforeTool", decision: "hardAbort", support: "partly", note: "like deny: the turn continues" },
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "like no decision: docker-agent's own approval follows",
    },
    { point: "approveTool", decision: "ask", support: "yes", before: "v1.89.0", note: UNANSWERED },
    { point: "approveTool", decision: "ask", support: "partly", since: "v1.89.0", note: ASKS_UNCHANGED },
    { point: "approveTool", decision: "deny", support: "partly", before: "v1.89.0", note: NOT_ASKED },
    { point: "approveTool", decision: "deny", support: "yes", since: "v1.89.0", note: ASKED_FIRST },
    { point: "afterTool", decision: "modify.result", support: "yes", before: "v1.59.0", note: "only the text" },
    { point: "afterTool", decision: "modify.result", support: "partly", since: "v1.59.0", note: LARGE },
    { point: "afterTool", decision: "deny", support: "yes", before: "v1.59.0", note: WITHHELD },
    { point: "afterTool", decision: "deny", support: "partly", since: "v1.59.0", note: LARGE },
    { point: "afterTool", decision: "abortTurn", support: "no", note: "change the result instead" },
    { point: "afterTool", decision: "hardAbort", support: "no", note: "change the result instead" },
    { point: "afterTool", decision: "addContext", support: "no", note: "append the text to the result with modify" },
    { point: "onEvent", decision: "addContext", support: "yes", note: "at session_start and turn_start" },
    {
      point: "onEvent",
      decision: "events",
      support: "yes",
      note: "an event without a portable kind has the kind other and docker-agent's event name",
    },
    { point: "tools", decision: "offer", support: "no", note: "run the same file as an MCP server" },
    { point: "tools", decision: "answer", support: "no", note: "run the same file as an MCP server" },
  ],
  whenDead: {
    onPrompt: "denies",
    beforeLlm: "denies",
    afterLlm: "continues",
    beforeTool: "denies",
    approveTool: "denies",
    afterTool: "denies",
  },
};
