import type { Point } from "../../hook/calls.js";
import type { Capability, HostCapabilities, Support } from "../../hook/capabilities.js";
import { appliesTo } from "../../runtime/described-host.js";

const ABORT_NOTE = "v0.2.7 and later do not tell the user the reason";
const AS_ABORT = "as abortTurn";
const HARD_ABORT_NOTE = "the reply is empty and the turn is removed from the history";
const NO_PROMPTS =
  "PicoClaw does not call hooks for a prompt, so the handler is never called: beforeLlm has the prompt in its messages";

function aborts(point: Point): Capability[] {
  return [
    { point, decision: "abortTurn", support: "yes", note: ABORT_NOTE },
    { point, decision: "hardAbort", support: "yes", note: HARD_ABORT_NOTE },
  ];
}

/** What PicoClaw supports. Every row was observed on v0.2.6 to v0.2.9. The docs page is generated from it. */
export const capabilities: HostCapabilities = {
  host: "picoclaw",
  decisions: [
    { point: "onPrompt", decision: "addContext", support: "no", note: NO_PROMPTS },
    { point: "onPrompt", decision: "deny", support: "no", note: NO_PROMPTS },
    { point: "beforeLlm", decision: "modify.model", support: "yes" },
    { point: "beforeLlm", decision: "modify.options", support: "yes" },
    { point: "beforeLlm", decision: "modify.messages", support: "yes", before: "v0.2.8" },
    {
      point: "beforeLlm",
      decision: "modify.messages",
      support: "partly",
      since: "v0.2.8",
      note: "system messages must keep their content and position: if one differs, the host ignores the whole change",
    },
    { point: "beforeLlm", decision: "modify.tools", support: "yes", before: "v0.2.8" },
    {
      point: "beforeLlm",
      decision: "modify.tools",
      support: "no",
      since: "v0.2.8",
      note: "the host keeps its own definitions and accepts new ones only from MCP servers",
    },
    { point: "beforeLlm", decision: "deny", support: "yes", note: AS_ABORT },
    ...aborts("beforeLlm"),
    {
      point: "afterLlm",
      decision: "modify",
      support: "partly",
      note: "tool calls arrive without names and arguments: modify must provide complete toolCalls",
    },
    { point: "afterLlm", decision: "deny", support: "yes", note: AS_ABORT },
    ...aborts("afterLlm"),
    { point: "beforeTool", decision: "modify", support: "yes" },
    {
      point: "beforeTool",
      decision: "respond",
      support: "yes",
      note: "the host skips its approval, after_tool and later hooks; the hook's own approveTool runs first",
    },
    { point: "beforeTool", decision: "deny", support: "yes" },
    ...aborts("beforeTool"),
    { point: "approveTool", decision: "approve", support: "yes" },
    {
      point: "approveTool",
      decision: "ask",
      support: "partly",
      note: "PicoClaw cannot ask anyone and denies the call with `needs a person: REASON`; an agent built on @agent-hook/picoclaw asks the user",
    },
    { point: "approveTool", decision: "deny", support: "yes" },
    { point: "afterTool", decision: "modify", support: "yes" },
    { point: "afterTool", decision: "deny", support: "yes", note: "the model reads the reason instead of the result" },
    { point: "afterTool", decision: "addContext", support: "no", note: "append the text to the result with modify" },
    ...aborts("afterTool"),
    { point: "onEvent", decision: "events", support: "yes", note: "their order relative to calls is not fixed" },
    { point: "onEvent", decision: "addContext", support: "no", note: "PicoClaw reads no answer to an event" },
    { point: "tools", decision: "offer", support: "yes", before: "v0.2.8" },
    {
      point: "tools",
      decision: "offer",
      support: "no",
      since: "v0.2.8",
      note: "definitions from hooks are ignored; a call of such a tool is still answered",
    },
    { point: "tools", decision: "answer", support: "yes" },
    ...(["forUser", "silent", "media", "artifactTags", "responseHandled"] as const).map((field): Capability => {
      return { point: "tools", decision: `result.${field}`, support: "yes" };
    }),
    {
      point: "tools",
      decision: "result.structured",
      support: "no",
      note: "left out: the model reads the text",
    },
    {
      point: "tools",
      decision: "result.content",
      support: "partly",
      note: "from the hook's MCP server, for a tool with `content: true`; an answer of the hook itself cannot carry it",
    },
  ],
  whenDead: {
    onPrompt: "continues",
    beforeLlm: "continues",
    afterLlm: "continues",
    beforeTool: "continues",
    approveTool: "denies",
    afterTool: "continues",
  },
};

const RANK: readonly Support[] = ["no", "partly", "yes"];

/** Returns the support of a decision. If the version is unknown, returns the lowest support of all versions. */
export function supportOf(point: string, decision: string, version: string | undefined): Support {
  const rows = capabilities.decisions.filter(
    (row) => row.point === point && row.decision === decision && appliesTo(row, version),
  );
  const worst = Math.min(...rows.map((row) => RANK.indexOf(row.support)));
  return RANK[worst] ?? "no";
}
