import { type Document, documentIn, objectAt } from "../../host-tools/document.js";
import type { Change, HookAnswer } from "../../host-tools/effect.js";
import { permissionDocument, type Simulation, SPECIFIC_OUTPUT, toolEvents } from "../../host-tools/simulation.js";
import { isObject } from "../../text/index.js";
import { EVENTS, FIELDS } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };
import { MATCHERS } from "./tool-kinds.js";
import { tools } from "./tools.js";

export const simulation: Simulation = {
  ...recorded,
  shell: ["/bin/sh", "-c"],
  ...toolEvents(EVENTS),
  failedTool: { event: "PostToolUseFailure", fields: (message) => ({ error: { code: "internal", message } }) },
  matchers: MATCHERS,
  fields: FIELDS,
  result: (_, text) => text,
  shellTool: "Bash",
  harmlessCalls: (file) => [
    { tool: "Read", input: { path: file } },
    { tool: "Bash", input: tools.shell("true").arguments as Readonly<Record<string, unknown>> },
  ],
  documentFor: permissionDocument,
  exitCodes: "2 denies with the text on stderr. Others count as a failed hook, and the tool runs.",
  kinds: { PreToolUse: "before tool", UserPromptSubmit: "model", Stop: "stop" },
  knownKeys: (event) =>
    SPECIFIC[event] === undefined ? { answer: [] } : { answer: ["message", KEY], specific: SPECIFIC[event] },
  specific: SPECIFIC_OUTPUT,
  changeBy({ event, answer }) {
    if (answer.timedOut === true || SPECIFIC[event] === undefined) return {};
    const denied = denialIn(answer, event);
    if (denied === undefined) return event === "UserPromptSubmit" ? contextIn(answer) : {};
    if (event === "PreToolUse") return { tool: "does not run", reason: denied, result: `${FAILED}\n${denied}` };
    if (event === "UserPromptSubmit") return { turn: "ends", reason: denied };
    return { turn: "continues", reason: denied, context: [denied] };
  },
};

const KEY = SPECIFIC_OUTPUT.key;
const DENIAL = ["permissionDecision", "permissionDecisionReason"];
const SPECIFIC: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: DENIAL,
  UserPromptSubmit: [...DENIAL, "message"],
  Stop: DENIAL,
};
/** What the model reads before the reason. */
const FAILED = "<system>ERROR: Tool execution failed.</system>";

/** Returns the reason of a denial, or `undefined`. */
function denialIn({ exit = 0, signal, stdout, stderr = "" }: HookAnswer, event: string): string | undefined {
  const fallback = `Blocked by ${event} hook`;
  if (exit === 2) return stderr.trim() || fallback;
  if (exit !== 0 || signal !== undefined) return undefined;
  const { permissionDecision, permissionDecisionReason: reason } = objectAt(documentIn(stdout) ?? {}, KEY);
  if (permissionDecision !== "deny") return undefined;
  return (typeof reason === "string" && reason.trim()) || fallback;
}

/** Without a `message`, the whole text becomes context. */
function contextIn({ exit = 0, signal, stdout = "" }: HookAnswer): Change {
  if (exit !== 0 || signal !== undefined) return {};
  const context = messageIn(documentIn(stdout) ?? {}) || stdout.trim();
  return context === "" ? {} : { context: [context] };
}

function messageIn(document: Document): string {
  const message = document.message ?? (isObject(document[KEY]) ? document[KEY].message : undefined);
  return typeof message === "string" ? message.trim() : "";
}
