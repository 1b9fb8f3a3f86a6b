import type { HostCapabilities } from "../../hook/capabilities.js";

const AS_ABORT = "as abortTurn";
const ESCAPED = '"<" and ">" arrive as "&lt;" and "&gt;"';

/** What Gemini CLI supports, observed on 0.61.0. */
export const capabilities: HostCapabilities = {
  host: "gemini",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "partly", note: ESCAPED },
    { point: "onPrompt", decision: "deny", support: "yes" },
    {
      point: "beforeLlm",
      decision: "modify.messages",
      support: "partly",
      note: "only texts, in place: messages cannot be added, removed or moved; tool calls, their results and files are not shown",
    },
    { point: "beforeLlm", decision: "modify.model", support: "yes" },
    { point: "beforeLlm", decision: "modify.tools", support: "no", note: "offer tools over MCP" },
    {
      point: "beforeLlm",
      decision: "modify.options",
      support: "partly",
      note: "temperature, topP, topK and maxOutputTokens",
    },
    { point: "beforeLlm", decision: "deny", support: "yes", note: AS_ABORT },
    { point: "beforeLlm", decision: "abortTurn", support: "yes" },
    { point: "beforeLlm", decision: "hardAbort", support: "partly", note: AS_ABORT },
    {
      point: "afterLlm",
      decision: "modify.content",
      support: "partly",
      note: "for each piece of a reply that has text; a change drops a tool call in that piece",
    },
    { point: "afterLlm", decision: "modify.reasoning", support: "no" },
    { point: "afterLlm", decision: "modify.toolCalls", support: "no", note: "not shown: deny in beforeTool" },
    { point: "afterLlm", decision: "deny", support: "partly", note: AS_ABORT },
    {
      point: "afterLlm",
      decision: "abortTurn",
      support: "partly",
      note: "the piece is not shown and its tool call does not run; earlier pieces were already shown",
    },
    { point: "afterLlm", decision: "hardAbort", support: "partly", note: AS_ABORT },
    { point: "beforeTool", decision: "modify.arguments", support: "yes", note: "the model is told that they changed" },
    { point: "beforeTool", decision: "modify.tool", support: "no" },
    { point: "beforeTool", decision: "respond", support: "no", note: "offer the tool over MCP" },
    { point: "beforeTool", decision: "deny", support: "yes" },
    { point: "beforeTool", decision: "abortTurn", support: "yes" },
    { point: "beforeTool", decision: "hardAbort", support: "partly", note: AS_ABORT },
    {
      point: "approveTool",
      decision: "approve",
      support: "partly",
      note: "like no decision: Gemini CLI's own approval follows",
    },
    {
      point: "approveTool",
      decision: "ask",
      support: "no",
      note: "the call is denied with `needs a person: REASON`: if no one can be asked, Gemini CLI would wait forever",
    },
    { point: "approveTool", decision: "deny", support: "yes" },
    {
      point: "afterTool",
      decision: "modify.result",
      support: "partly",
      note: "only the text, also of a failed tool; the model reads it as an error, and the user sees it too",
    },
    {
      point: "afterTool",
      decision: "deny",
      support: "yes",
      note: "the model reads the reason, as an error, instead of the result",
    },
    { point: "afterTool", decision: "abortTurn", support: "yes" },
    { point: "afterTool", decision: "hardAbort", support: "partly", note: AS_ABORT },
    {
      point: "onEvent",
      decision: "events",
      support: "yes",
      note: "an event without a portable kind has the kind other and Gemini CLI's event name",
    },
    { point: "afterTool", decision: "addContext", support: "partly", note: ESCAPED },
    {
      point: "onEvent",
      decision: "addContext",
      support: "no",
      note: "not seen to have an effect at any event: use onPrompt",
    },
    { point: "tools", decision: "offer", support: "no", note: "run the same file as an MCP server" },
    { point: "tools", decision: "answer", support: "no", note: "run the same file as an MCP server" },
  ],
  whenDead: {
    onPrompt: "denies",
    beforeLlm: "denies",
    afterLlm: "denies",
    beforeTool: "denies",
    approveTool: "denies",
    afterTool: "denies",
  },
};
