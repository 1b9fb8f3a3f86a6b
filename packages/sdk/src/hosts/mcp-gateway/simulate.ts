import { textOfBlocks } from "../../codec/content-blocks.js";
import type { AnsweredCall, Change, HookAnswer } from "../../host-tools/effect.js";
import { type Simulation, toolEvents } from "../../host-tools/simulation.js";
import { isObject } from "../../text/index.js";
import { parseJson } from "../../wire/message.js";
import { EVENTS, FIELDS } from "./events.js";
import recorded from "./payloads.json" with { type: "json" };

export const simulation: Simulation = {
  ...recorded,
  allEvents: true,
  shell: ["/bin/sh", "-c"],
  waitsForever: true,
  ...toolEvents(EVENTS),
  failedTool: { event: "after", fields: (text) => ({ content: textContent(text), isError: true }) },
  fields: FIELDS,
  escaped: /[<>&\u2028\u2029]/g,
  result: (_, text) => textContent(text),
  // The gateway has no tools of its own: this is the tool of the recordings.
  shellTool: "echo",
  harmlessCalls: () => [{ tool: "echo", input: {} }],
  documentFor: (decision, reason) => (decision === "deny" ? { content: textContent(reason), isError: true } : {}),
  exitCodes: "any other than 0 fails the call, and no one reads the answer.",
  kinds: { before: "before tool", after: "after tool" },
  knownKeys: () => ({ answer: ["content", "structuredContent", "isError", "_meta"] }),
  specific: { key: "hookSpecificOutput" },
  reads(document) {
    const result = resultIn(document);
    // Without content, the gateway uses an empty result (observed). No hook means that.
    return result !== undefined && Array.isArray(result.content);
  },
  changeBy(call) {
    const { answer, event, payload } = call;
    if (answer.timedOut) return { ...(event === "before" ? { tool: "does not run" } : {}), turn: "hangs" };
    const failure = failureOf(answer);
    if (failure !== undefined) return replaced(call, failure, failure);
    if (!answer.stdout) return {};
    const result = resultIn(answer.stdout);
    if (result === undefined) return replaced(call, UNREADABLE, UNREADABLE);
    const { content = [], isError = false } = result;
    const isDenial = isError && payload.isError !== true;
    return replaced(call, content, isDenial ? textOfBlocks(content) || "denied" : undefined);
  },
};

const UNREADABLE = "unmarshalling interceptor response";
/** The types of the parts that the gateway reads. */
const PARTS: readonly unknown[] = ["text", "image", "audio", "resource", "resource_link"];
/** Go's name of the signal (observed). */
const SIGNALS: Readonly<Record<string, string>> = { SIGKILL: "killed" };

const textContent = (text: string) => [{ type: "text", text }];

/** Returns the error with which the gateway fails the call, or `undefined`. */
function failureOf({ exit = 0, signal }: HookAnswer): string | undefined {
  if (signal !== undefined) return `executing interceptor: signal: ${SIGNALS[signal] ?? signal}`;
  return exit === 0 ? undefined : `executing interceptor: exit status ${exit}`;
}

interface Result {
  readonly content?: readonly unknown[];
  readonly isError?: boolean;
}

/** Returns a result as the gateway reads it, or `undefined` if it fails the call. `null` is an empty result. */
function resultIn(text: string): Result | undefined {
  const value = parseJson(text);
  if (value === null) return {};
  if (!isObject(value)) return undefined;
  const { content, isError } = value;
  const isFlag = isError === undefined || typeof isError === "boolean";
  return isFlag && (content === undefined || areParts(content)) ? value : undefined;
}

function areParts(content: unknown): boolean {
  return Array.isArray(content) && content.every((part) => isObject(part) && PARTS.includes(part.type));
}

/** The client gets this instead of the tool's result. Before a call, the tool does not run. */
function replaced({ event }: AnsweredCall, result: unknown, reason: string | undefined): Change {
  const why = reason === undefined ? {} : { reason };
  if (event !== "before") return { result, ...why };
  return { tool: "does not run", result, ...(reason === undefined ? { answered: true } : why) };
}
