import { no, partly, type Row, rowsOf, yes } from "../command-hook/cells.js";
import type { HostCapabilities } from "../hook/capabilities.js";

/** What differs between the frameworks whose agents call a hook in their own process. */
interface Framework {
  readonly host: string;
  /** The notes of these decisions. */
  readonly onPrompt: string;
  readonly model: string;
  readonly approve: string;
  readonly ask: string;
  readonly events: string;
  /** How a call of the agent ends if the hook stops it. */
  readonly fails: string;
  /** Where the hook comes too late for the text of a reply. Default: nowhere. */
  readonly reply?: string;
  /** Default: the text, and whether it is an error. */
  readonly result?: string;
  /** What `hardAbort` does around model calls. Default: as `abortTurn`. */
  readonly hardAbort?: Row;
  /** What `abortTurn` and `hardAbort` do around tools. Default: the call of the agent ends. */
  readonly stopAtTool?: Row;
}

/** Returns what hooks can do in a framework. */
export function frameworkCapabilities(framework: Framework): HostCapabilities {
  const { host, fails, reply, hardAbort } = framework;
  const stop = yes(fails);
  const late = reply === undefined ? stop : partly(`${fails}; ${reply}`);
  const stopAtTool = framework.stopAtTool ?? stop;
  const own = no("list them in the agent's tools");
  const decisions = rowsOf({
    onPrompt: { addContext: no(framework.onPrompt), deny: no(framework.onPrompt) },
    beforeLlm: {
      "modify.messages": partly("only the text of messages"),
      "modify.model": no(framework.model),
      "modify.tools": partly("tools can be left out, but not added"),
      "modify.options": yes(),
      deny: stop,
      abortTurn: stop,
      hardAbort: hardAbort ?? stop,
    },
    afterLlm: {
      "modify.content": reply === undefined ? yes() : partly(reply),
      "modify.reasoning": no(),
      "modify.toolCalls": no("use beforeTool"),
      deny: late,
      abortTurn: late,
      hardAbort: hardAbort ?? late,
    },
    beforeTool: {
      "modify.arguments": yes(),
      "modify.tool": no(),
      respond: yes(),
      deny: yes(),
      abortTurn: stopAtTool,
      hardAbort: stopAtTool,
    },
    approveTool: { approve: partly(`like no decision: ${framework.approve}`), ask: yes(framework.ask), deny: yes() },
    afterTool: {
      "modify.result": partly(framework.result ?? "only the text and whether it is an error"),
      addContext: yes("after the text of the result"),
      deny: yes(),
      abortTurn: stopAtTool,
      hardAbort: stopAtTool,
    },
    onEvent: { events: no(framework.events), addContext: no() },
    tools: { offer: own, answer: own },
  });
  return { host, decisions, whenDead: IN_PROCESS };
}

/** Nothing can run without the hook: it is in the agent's process. */
const IN_PROCESS: HostCapabilities["whenDead"] = {
  onPrompt: "denies",
  beforeLlm: "denies",
  afterLlm: "denies",
  beforeTool: "denies",
  approveTool: "denies",
  afterTool: "denies",
};
