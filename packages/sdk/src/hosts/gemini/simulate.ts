import { type Document, definedTexts, missingParameter, objectAt } from "../../host-tools/document.js";
import type { AnsweredCall, Change } from "../../host-tools/effect.js";
import { type Simulation, SPECIFIC_OUTPUT, toolEvents } from "../../host-tools/simulation.js";
import { isObject } from "../../text/index.js";
import { EVENTS, FIELDS } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };
import { type HookOutput, isPrintable, outputOf } from "./simulate-output.js";
import { MATCHERS } from "./tool-kinds.js";

export const simulation: Simulation = {
  ...recorded,
  shell: ["bash", "-c"],
  projectVariables: ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"],
  ...toolEvents(EVENTS),
  model: {
    before: "BeforeModel",
    after: "AfterModel",
    request: (text) => ({ llm_request: { ...LLM_REQUEST, messages: [{ role: "user", content: text }] } }),
    reply(text) {
      const candidates = [{ content: { role: "model", parts: [text] }, finishReason: "STOP", index: 0 }];
      return { llm_request: LLM_REQUEST, llm_response: { text, candidates } };
    },
  },
  matchers: MATCHERS,
  fields: FIELDS,
  textField: "llmContent",
  result: (_, text) => ({ llmContent: text, returnDisplay: text }),
  shellTool: "run_shell_command",
  harmlessCalls: (file) => [
    { tool: "read_file", input: { file_path: file } },
    { tool: "run_shell_command", input: { command: "true" } },
  ],
  documentFor: (decision, reason) => ({ decision, reason }),
  exitCodes: "2 and above deny if stderr is not empty, 1 does not: an observer stops calls, a guard lets them pass.",
  kinds: {
    BeforeTool: "before tool",
    AfterTool: "after tool",
    BeforeAgent: "model",
    BeforeModel: "model",
    BeforeToolSelection: "model",
    AfterModel: "model",
    AfterAgent: "stop",
  },
  knownKeys: (event) => ({ answer: KEYS, specific: SPECIFIC[event] ?? [] }),
  specific: SPECIFIC_OUTPUT,
  changeBy(asked) {
    if (asked.answer.timedOut === true) return {};
    const output = outputOf(asked.event, asked.answer);
    if (output === undefined) return {};
    const { message } = output;
    const shown = typeof message === "string" && message.trim() !== "" ? { shown: message } : {};
    return { ...shown, ...changeByAnswer(asked, output) };
  },
};

const { llm_request: LLM_REQUEST } = recorded.payloads.BeforeModel;
const KEYS = ["continue", "stopReason", "suppressOutput", "systemMessage", "decision", "reason", "hookSpecificOutput"];
const SPECIFIC: Readonly<Record<string, readonly string[]>> = {
  BeforeTool: ["tool_input"],
  AfterTool: ["tailToolCallRequest", "additionalContext"],
  BeforeAgent: ["additionalContext"],
  SessionStart: ["additionalContext"],
  BeforeModel: ["llm_request", "llm_response"],
  BeforeToolSelection: ["toolConfig"],
  AfterModel: ["llm_response"],
  AfterAgent: ["clearContext"],
};
/** The events at which `continue: false` is read. */
const CAN_END = ["BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel"];
const REQUIRED = new Map<unknown, readonly string[]>(
  Object.entries({
    run_shell_command: ["command"],
    read_file: ["file_path"],
    write_file: ["file_path", "content"],
  }),
);

function changeByAnswer(asked: AnsweredCall, output: HookOutput): Change {
  const { event } = asked;
  const { stops, decision, denial: reason, specific } = output;
  if (stops && CAN_END.includes(event)) {
    const ends = { turn: "ends", reason } as const;
    return event === "BeforeTool" ? { ...ends, tool: "does not run" } : ends;
  }
  if (decision === "deny" || decision === "block") return denied(event, reason, specific);
  switch (event) {
    case "BeforeTool":
      return beforeTool(asked, output);
    case "AfterTool": {
      const { name, args } = objectAt(specific, "tailToolCallRequest");
      const next = typeof name === "string" ? { nextCall: { tool: name, arguments: args } } : {};
      return { ...contextIn(specific), ...next };
    }
    case "BeforeAgent":
      return contextIn(specific);
    case "BeforeModel":
      return requestIn(specific);
    case "BeforeToolSelection":
      return selectionIn(specific);
    case "AfterModel":
      return hasParts(specific) ? replaced(replyIn(specific), replyIn(asked.payload)) : {};
    default:
      return {};
  }
}

function denied(event: string, reason: string, specific: Document): Change {
  switch (event) {
    case "BeforeTool":
      return { tool: "does not run", reason, result: { error: `Tool execution blocked: ${reason}` } };
    case "AfterTool":
      return { reason, result: { error: reason } };
    case "BeforeAgent":
    case "AfterModel":
      return { turn: "ends", reason };
    case "BeforeModel": {
      const reply = replyIn(specific);
      // For a reply that it cannot read, Gemini CLI throws internally, and then calls the model.
      if (specific.llm_response && reply === undefined) return {};
      return { turn: "ends", reason, ...(reply === undefined ? {} : { reply }) };
    }
    case "AfterAgent":
      return { turn: "continues", reason, context: definedTexts(reason) };
    default:
      return {};
  }
}

function beforeTool(asked: AnsweredCall, { decision, reason, specific }: HookOutput): Change {
  const change = rewritten(asked, specific.tool_input);
  if (decision !== "ask" || change.tool !== undefined) return change;
  return { ...change, tool: "asks", turn: "hangs", ...(reason ? { reason: String(reason) } : {}) };
}

function contextIn({ additionalContext: context }: Document): Change {
  if (typeof context !== "string" || context === "") return {};
  return { context: [context.replace(/</g, "&lt;").replace(/>/g, "&gt;")] };
}

/** If one message cannot be read, the request is sent unchanged. */
function requestIn({ llm_request: request }: Document): Change {
  if (!isObject(request)) return {};
  const messages: readonly unknown[] = Array.isArray(request.messages) ? request.messages : [];
  const isRead = messages.every((message) => message !== null && isPrintable(Object(message).content));
  return isRead ? { request } : {};
}

/**
 * Returns the selection of tools after Gemini CLI has merged those of all hooks, which it also does for only one. Any
 * mode other than ANY and NONE counts as AUTO, and NONE removes all names.
 */
function selectionIn({ toolConfig: config }: Document): Change {
  if (!config) return {};
  const { mode, allowedFunctionNames: names } = Object(config) as Document;
  const isList = typeof names === "string" || Array.isArray(names);
  if (names && !(isList && (mode === "NONE" || [...names].every(isPrintable)))) return {};
  if (mode === "NONE") return { request: { toolConfig: { mode, allowedFunctionNames: [] } } };
  const allowed = names ? [...new Set<unknown>(names as Iterable<unknown>)].sort() : [];
  return { request: { toolConfig: { mode: mode === "ANY" ? mode : "AUTO", allowedFunctionNames: allowed } } };
}

/** Replaces all arguments; none of the original ones is kept. The model is told that a hook did it. */
function rewritten({ payload }: AnsweredCall, args: unknown): Change {
  if (!isObject(args)) return {};
  const missingArgument = missingParameter(args, REQUIRED.get(payload.tool_name));
  if (missingArgument === undefined) return { arguments: args };
  const fault = `Tool parameter modification by hook failed validation: params must have required property '${missingArgument}'`;
  return { tool: "does not run", reason: fault, result: { error: fault } };
}

/**
 * Returns the effect of a changed piece of a reply. A piece without text has a tool call, and a text that replaces the
 * piece removes the call.
 */
function replaced(reply: string | undefined, original: string | undefined): Change {
  if (reply === undefined || reply === original) return {};
  return original === "" ? { reply, tool: "does not run" } : { reply };
}

/**
 * Returns the text of a reply. Parts that are not strings are converted as JavaScript does. If a candidate has no list
 * of parts, returns `undefined`.
 */
function replyIn(holder: Document): string | undefined {
  const { candidates } = objectAt(holder, "llm_response");
  if (!Array.isArray(candidates)) return undefined;
  const parts: unknown[] = candidates.map((candidate) => Object(Object(candidate).content).parts);
  return parts.every(Array.isArray) ? parts.flat().filter(isPrintable).join("") : undefined;
}

/** A reply whose first candidate has no parts changes nothing. */
function hasParts(specific: Document): boolean {
  const [first] = [objectAt(specific, "llm_response").candidates].flat();
  const { parts } = Object(Object(first).content) as Document;
  return Array.isArray(parts) && parts.length > 0;
}
