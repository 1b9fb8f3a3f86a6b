import { type Document, documentIn } from "../../host-tools/document.js";
import type { Change, HookAnswer, Payload } from "../../host-tools/effect.js";
import { fieldIn } from "../../host-tools/payload-fields.js";
import { type Simulation, toolEvents } from "../../host-tools/simulation.js";
import { isObject } from "../../text/index.js";
import { EVENTS, FIELDS, WIRE_NAMES } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };
import { parametersOf, textOf } from "./tool-input.js";
import { tools } from "./tools.js";

export const simulation: Simulation = {
  ...recorded,
  shell: ["/bin/sh", "-c"],
  outputGraceMs: 1000,
  ...toolEvents(EVENTS),
  failedTool: {
    event: "PostToolUse",
    fields: (error) => ({ [FIELDS.result]: { error }, "/tool_result/error": error, "/postToolUse/success": false }),
  },
  fields: FIELDS,
  eventNames: WIRE_NAMES,
  withCopies,
  result: (_, text) => text,
  shellTool: "run_commands",
  harmlessCalls: (file) => [
    { tool: "read_files", input: { files: [{ path: file }] } },
    { tool: "run_commands", input: tools.shell("true").arguments as Readonly<Record<string, unknown>> },
  ],
  documentFor: (decision, reason) => (decision === "deny" ? { cancel: true, errorMessage: reason } : { cancel: false }),
  exitCodes: "Cline reads no exit code: only the text on stdout counts.",
  kinds: { PreToolUse: "before tool", PostToolUse: "after tool" },
  knownKeys: (event) => ({ answer: KEYS[event] ?? [] }),
  specific: { key: "" },
  denialEndsTurn: true,
  merges: true,
  changeBy({ event, answer, others = [] }) {
    if (KEYS[event] === undefined) return {};
    const documents = [answer, ...others].map(controlIn);
    const stops = documents.filter(({ cancel }) => cancel === true);
    if (stops.length > 0) return ended(event, stops.flatMap((stop) => textIn(stop, STOP_TEXTS) ?? []).join("\n"));
    const inputs = documents.flatMap((document) => (isOverride(document, event) ? [document.overrideInput] : []));
    const contexts = documents.flatMap((document) => textIn(document, CONTEXT_TEXTS) ?? []);
    return {
      ...(inputs.length === 0 ? {} : { arguments: inputs.at(-1) }),
      ...(contexts.length === 0 ? {} : { context: [contexts.join("\n")] }),
    };
  },
};

const STOP_TEXTS = ["errorMessage", "context", "contextModification"];
const CONTEXT_TEXTS = ["context", "contextModification", "errorMessage"];
const KEYS: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ["cancel", ...CONTEXT_TEXTS, "overrideInput"],
  PostToolUse: ["cancel", ...CONTEXT_TEXTS],
};
const CONTROL = "HOOK_CONTROL\t";

/** The last line with a mark counts, or else the whole text. */
function controlIn({ stdout = "", timedOut }: HookAnswer): Document {
  if (timedOut === true) return {};
  const marked = stdout.split("\n").findLast((line) => line.trim().startsWith(CONTROL.trim()));
  return documentIn(marked === undefined ? stdout : marked.trim().slice(CONTROL.length)) ?? {};
}

function textIn(document: Document, names: readonly string[]): string | undefined {
  return names.map((name) => document[name]).find((text): text is string => typeof text === "string" && text !== "");
}

function isOverride(document: Document, event: string): boolean {
  return event === "PreToolUse" && document.overrideInput !== undefined;
}

function ended(event: string, reason: string): Change {
  // The model reads nothing.
  return event === "PreToolUse" ? { tool: "does not run", turn: "ends", reason } : { turn: "ends", reason, result: "" };
}

/** Cline writes the call twice, the second time as texts. */
function withCopies(payload: Payload): Payload {
  const [tool, input, output] = [FIELDS.tool, FIELDS.input, FIELDS.result].map((field) => fieldIn(payload, field));
  const { preToolUse, postToolUse } = payload;
  const copy = { toolName: tool, parameters: isObject(input) ? parametersOf(input) : {} };
  return {
    ...payload,
    ...(isObject(preToolUse) && { preToolUse: { ...preToolUse, ...copy } }),
    ...(isObject(postToolUse) && { postToolUse: { ...postToolUse, ...copy, result: textOf(output) } }),
  };
}
