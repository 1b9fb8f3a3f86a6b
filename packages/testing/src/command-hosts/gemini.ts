import { type Document, documentIn, given, isJson, isObject, missing, objectAt, textAt } from "./document.js";
import type { Asked, Change, Rules } from "./effect.js";

/** Gemini CLI 0.61.0. */
export const gemini: Rules = {
  kinds: {
    BeforeTool: "before tool",
    AfterTool: "after tool",
    BeforeAgent: "model",
    BeforeModel: "model",
    BeforeToolSelection: "model",
    AfterModel: "model",
    AfterAgent: "stop",
  },
  keysAt: (event) => ({ answer: KEYS, specific: SPECIFIC[event] ?? [] }),
  changeBy(asked) {
    if (asked.answer.timedOut === true) return {};
    const document = documentOf(asked);
    const shown = textAt(document, "systemMessage");
    return { ...(shown === undefined ? {} : { shown }), ...said(asked, document) };
  },
};

/** JSON of any sort counts at any exit; other text is a warning at 0 and 1, and a refusal above. stderr stands in for an empty stdout. */
function documentOf({ answer: { stdout = "", stderr = "", exit = 0 } }: Asked): Document {
  const text = stdout.trim() || stderr.trim();
  if (text === "") return {};
  if (isJson(text)) return documentIn(text) ?? {};
  if (exit > 1) return { decision: "deny", reason: text };
  return { systemMessage: exit === 1 ? `Warning: ${text}` : text };
}

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
/** Where `continue: false` is read. */
const CAN_END = ["BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel"];
const REQUIRED = new Map<unknown, readonly string[]>(
  Object.entries({
    run_shell_command: ["command"],
    read_file: ["file_path"],
    write_file: ["file_path", "content"],
  }),
);

function said(asked: Asked, document: Document): Change {
  const { event } = asked;
  const specific = objectAt(document, "hookSpecificOutput");
  const reason = textAt(document, "reason");
  if (document.continue === false && CAN_END.includes(event)) {
    const ends = { turn: "ends", reason: textAt(document, "stopReason") ?? reason ?? NO_REASON } as const;
    return event === "BeforeTool" ? { ...ends, tool: "does not run" } : ends;
  }
  if (document.decision === "deny" || document.decision === "block") {
    return denied(event, reason ?? NO_REASON, specific);
  }
  switch (event) {
    case "BeforeTool":
      if (document.decision === "ask") return { tool: "asks", turn: "hangs", ...(reason ? { reason } : {}) };
      return rewritten(asked, specific.tool_input);
    case "AfterTool": {
      const { name, args } = objectAt(specific, "tailToolCallRequest");
      return typeof name === "string" ? { nextCall: { tool: name, arguments: args } } : {};
    }
    case "BeforeAgent": {
      const context = textAt(specific, "additionalContext");
      return context === undefined ? {} : { context: [context] };
    }
    case "BeforeModel":
      return isObject(specific.llm_request) ? { request: specific.llm_request } : {};
    case "BeforeToolSelection":
      return isObject(specific.toolConfig) ? { request: { toolConfig: specific.toolConfig } } : {};
    case "AfterModel":
      return replaced(replyIn(specific), replyIn(asked.payload));
    default:
      return {};
  }
}

const NO_REASON = "No reason provided";

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
      return { turn: "ends", reason, ...(reply === undefined ? {} : { reply }) };
    }
    case "AfterAgent":
      return { turn: "goes on", reason, context: given(reason) };
    default:
      return {};
  }
}

/** All arguments are replaced, none is kept. The model is told that a hook did it. */
function rewritten({ payload }: Asked, args: unknown): Change {
  if (!isObject(args)) return {};
  const lacking = missing(args, REQUIRED.get(payload.tool_name));
  if (lacking === undefined) return { arguments: args };
  const fault = `Tool parameter modification by hook failed validation: params must have required property '${lacking}'`;
  return { tool: "does not run", reason: fault, result: { error: fault } };
}

/** A piece without text carries a tool call, which a text in its place takes away. */
function replaced(reply: string | undefined, original: string | undefined): Change {
  if (reply === undefined || reply === original) return {};
  return original === "" ? { reply, tool: "does not run" } : { reply };
}

/** Parts are strings here; anything else is made a string as JavaScript does. */
function replyIn(holder: Document): string | undefined {
  const { candidates } = objectAt(holder, "llm_response");
  if (!Array.isArray(candidates)) return undefined;
  return candidates
    .flatMap((candidate) => {
      const { parts } = objectAt(isObject(candidate) ? candidate : {}, "content");
      return Array.isArray(parts) ? parts : [];
    })
    .join("");
}
