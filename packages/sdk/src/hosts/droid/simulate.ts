import { type Document, definedTexts, documentIn, objectAt, textAt } from "../../host-tools/document.js";
import type { AnsweredCall, Change, HookAnswer } from "../../host-tools/effect.js";
import { permissionDocument, type Simulation, SPECIFIC_OUTPUT, toolEvents } from "../../host-tools/simulation.js";
import { isObject } from "../../text/index.js";
import { EVENTS, FIELDS } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };
import { MATCHERS } from "./tool-kinds.js";
import { tools } from "./tools.js";

export const simulation: Simulation = {
  ...recorded,
  shell: ["/bin/sh", "-c"],
  outputGraceMs: 1000,
  projectVariables: ["FACTORY_PROJECT_DIR", "DROID_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
  ...toolEvents(EVENTS),
  matchers: MATCHERS,
  fields: FIELDS,
  result: (_, text) => text,
  shellTool: "Execute",
  harmlessCalls: (file) => [
    { tool: "Read", input: { file_path: file } },
    { tool: "Execute", input: tools.shell("true").arguments as Readonly<Record<string, unknown>> },
  ],
  documentFor: permissionDocument,
  exitCodes: "2 denies with the text on stderr. 3 ends the turn. Others count as a failed hook, and the tool runs.",
  kinds: {
    PreToolUse: "before tool",
    PostToolUse: "after tool",
    UserPromptSubmit: "model",
    SessionStart: "model",
    Stop: "stop",
  },
  knownKeys: (event) => ({ answer: KEYS, ...(SPECIFIC[event] === undefined ? {} : { specific: SPECIFIC[event] }) }),
  specific: SPECIFIC_OUTPUT,
  changeBy(asked) {
    if (asked.answer.timedOut === true) return {};
    const document = documentIn(asked.answer.stdout ?? "") ?? {};
    switch (asked.event) {
      case "PreToolUse":
        return beforeTool(asked, document);
      case "PostToolUse":
        return afterTool(asked.answer, document);
      case "UserPromptSubmit":
        return prompt(asked.answer, document);
      case "SessionStart":
        return contextIn(asked.answer, document);
      case "Stop":
        return stop(asked.answer, document);
      default:
        return {};
    }
  },
};

const KEYS = ["continue", "stopReason", "suppressOutput", "systemMessage", "decision", "reason", "hookSpecificOutput"];
const SPECIFIC: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ["permissionDecision", "permissionDecisionReason", "updatedInput"],
  PostToolUse: ["additionalContext"],
  UserPromptSubmit: ["additionalContext", "updatedInput"],
  SessionStart: ["additionalContext"],
};

function beforeTool({ answer, payload }: AnsweredCall, document: Document): Change {
  if (document.continue === false) return ended(String(document.stopReason || "Hook requested to stop execution"));
  if (answer.exit === 3) return ended(answer.stderr || "Agent aborted by PreToolUse hook");
  const { permissionDecision, permissionDecisionReason, updatedInput } = objectAt(document, "hookSpecificOutput");
  if (permissionDecision === "deny") {
    return denied(String(permissionDecisionReason || "Tool execution denied by hook"));
  }
  if (answer.exit === 2) return denied(answer.stderr?.trim() || "Tool execution blocked by hook");
  if (!isObject(updatedInput)) return {};
  return { arguments: { ...objectAt(payload, "tool_input"), ...updatedInput } };
}

function denied(reason: string): Change {
  return { tool: "does not run", reason, result: `Error: ${reason}` };
}

function ended(reason: string): Change {
  return { tool: "does not run", turn: "ends", reason };
}

function afterTool({ exit, stderr = "" }: HookAnswer, document: Document): Change {
  // The model reads nothing.
  if (document.continue === false) return { turn: "ends", reason: String(document.stopReason ?? ""), result: "" };
  if (exit === 3) return { turn: "ends", reason: stderr, result: "" };
  if (exit === 2) return { context: [`[Hook Feedback] ${stderr}`] };
  return textContext(objectAt(document, "hookSpecificOutput").additionalContext);
}

function prompt(answer: HookAnswer, document: Document): Change {
  const { exit, stderr = "" } = answer;
  if (exit === 2 || exit === 3 || document.continue === false) {
    return { turn: "ends", reason: stderr || String(document.stopReason ?? "") };
  }
  const changed = objectAt(objectAt(document, "hookSpecificOutput"), "updatedInput").prompt;
  return { ...contextIn(answer, document), ...(typeof changed === "string" ? { prompt: changed } : {}) };
}

/** Text that is not an answer is also context. */
function contextIn({ exit = 0, stdout = "" }: HookAnswer, document: Document): Change {
  if (exit !== 0) return {};
  const context = textContext(objectAt(document, "hookSpecificOutput").additionalContext);
  const isAnswer = Object.keys(document).some((key) => KEYS.includes(key));
  return context.context === undefined && !isAnswer ? textContext(stdout.trim()) : context;
}

function textContext(text: unknown): Change {
  return typeof text === "string" && text !== "" ? { context: [text] } : {};
}

function stop({ exit, stderr = "" }: HookAnswer, document: Document): Change {
  const isBlock = document.decision === "block";
  const reason = isBlock ? textAt(document, "reason") : exit === 2 ? stderr || "Stop hook requested continuation" : "";
  return reason === undefined || reason === "" ? {} : { turn: "continues", reason, context: definedTexts(reason) };
}
