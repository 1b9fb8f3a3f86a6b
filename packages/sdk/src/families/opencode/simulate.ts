import { type Document, documentIn, textAt } from "../../host-tools/document.js";
import type { AnsweredCall, Change, HookAnswer } from "../../host-tools/effect.js";
import { type Simulation, toolEvents } from "../../host-tools/simulation.js";
import type { ToolMatchers } from "../../host-tools/tool-matcher.js";
import { isObject } from "../../text/index.js";
import { EVENTS, FIELDS } from "./events.js";

/** Returns what opencode or a program made from it does, with the payloads that were recorded. */
export const simulationOf = (
  recorded: Pick<Simulation, "version" | "payloads">,
  matchers: ToolMatchers,
): Simulation => ({
  ...recorded,
  shell: ["/bin/sh", "-c"],
  projectVariables: ["AGENT_HOOK_PROJECT"],
  outputGraceMs: 1000,
  ...toolEvents(EVENTS),
  matchers,
  fields: FIELDS,
  textField: "output",
  result: (tool, text) => ({ title: tool, output: text, metadata: {} }),
  shellTool: "bash",
  harmlessCalls: (file) => [
    { tool: "read", input: { filePath: file } },
    { tool: "bash", input: { command: "true", description: "d" } },
  ],
  documentFor: (decision, reason) => (decision === "deny" ? { decision, reason } : {}),
  exitCodes: "any other than 0 denies.",
  kinds: {
    "tool.execute.before": "before tool",
    "tool.execute.after": "after tool",
    "chat.message": "model",
  },
  knownKeys: (event) => ({ answer: KEYS[event] ?? [] }),
  specific: { key: "hookSpecificOutput" },
  changeBy(asked) {
    const { event, answer } = asked;
    if (KEYS[event] === undefined) return {};
    const document = documentOf(answer);
    if (typeof document === "string") return denied(asked, document);
    const { decision } = document;
    if (decision !== undefined) return denied(asked, textAt(document, "reason") ?? "denied", decision);
    const { args, output, context } = document;
    if (event === "tool.execute.before") return args === undefined ? {} : { arguments: args };
    const changed = output === undefined ? {} : { result: output };
    return context === undefined ? changed : { ...changed, context: [String(context)] };
  },
});

const KEYS: Readonly<Record<string, readonly string[]>> = {
  "tool.execute.before": ["decision", "reason", "args"],
  "tool.execute.after": ["decision", "reason", "output", "context"],
  "chat.message": ["decision", "reason", "context"],
};
const FAILED = "denied: the hook failed";
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  decision: (value) => value === "deny" || value === "abort",
  reason: (value) => typeof value === "string",
  args: isObject,
  output: (value) => typeof value === "string",
  context: (value) => typeof value === "string",
};

/** Returns the answer, or why there is none: the text with which the plugin denies. */
function documentOf({ stdout = "", exit, timedOut, timeout = 60, signal }: HookAnswer): Document | string {
  if (timedOut) return `${FAILED} (no answer in ${timeout} s)`;
  if (signal !== undefined || (exit ?? 0) !== 0) return FAILED;
  if (stdout.trim() === "") return {};
  const document = documentIn(stdout);
  const isValid = document !== undefined && Object.entries(document).every(([key, value]) => TYPES[key]?.(value));
  return isValid ? document : `${FAILED} (no valid answer)`;
}

function denied({ event }: AnsweredCall, reason: string, decision?: unknown): Change {
  const ends: Change = decision === "abort" || event === "chat.message" ? { turn: "ends" } : {};
  if (event === "chat.message") return { ...ends, reason };
  return { ...ends, reason, result: reason, ...(event === "tool.execute.before" ? { tool: "does not run" } : {}) };
}
