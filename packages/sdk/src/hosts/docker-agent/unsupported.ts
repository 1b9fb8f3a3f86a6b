import { isDeepStrictEqual } from "node:util";
import { isBefore } from "@agent-hook/protocol/text";
import { changedText, resultUnsupported, toolCallUnsupported } from "../../command-hook/unsupported.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions, LlmRequestPatch, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import { UNKNOWN_FIELDS } from "./messages.js";

/** What is known about the host and how it calls the hook. */
export interface Asker {
  readonly version?: string;
  readonly variant?: string;
}

const HOST = "docker-agent";
/** From this version on, changed arguments are merged into the old ones (from the source code). */
const PATCHES_ARGUMENTS = "v1.137.0";
/** The host shortens a large result itself, losing a hook's change: not in v1.58.0, but in v1.123.0 (observed). */
const SHORTENS_RESULTS = "v1.59.0";
/** Only results of tools in these categories are shortened (observed, and from the source code). */
const SHORTENED: readonly unknown[] = ["shell", "filesystem", "mcp", "a2a"];
const LARGE_BYTES = 50 * 1024;
const LARGE_LINES = 2000;
export const ASKS_UNCHANGED =
  "docker-agent asks about the unchanged arguments in the preempt_yolo variant, and in no other after that";

/** Returns why docker-agent does not support a decision, or `undefined`. */
export function whyUnsupported<P extends Point>(
  point: P,
  call: Calls[P],
  decision: Decisions[P],
  asker: Asker,
): string | undefined {
  return objections[point](call as never, decision as never, asker);
}

const objections: {
  readonly [P in Point]: (call: Calls[P], decision: Decisions[P], asker: Asker) => string | undefined;
} = {
  beforeLlm: (_call, decision) =>
    decision.action === "modify" ? requestUnsupported(decision.patch as LlmRequestPatch) : undefined,
  afterLlm: () => "docker-agent reads no answer to after_llm_call: a hook can only look at a reply",
  beforeTool(call, decision, asker) {
    const never = toolCallUnsupported(HOST, call, decision);
    if (never !== undefined || decision.action !== "modify") return never;
    const { arguments: args } = decision.patch as ToolCallPatch;
    return args && argumentsUnsupported(call.raw.safety_policy, call.arguments, args, asker);
  },
  afterTool(call, decision, asker) {
    if (decision.action !== "modify") return "docker-agent cannot be stopped after a tool: change the result instead";
    const patch = decision.patch as ToolResultPatch;
    const never = resultUnsupported(HOST, call, patch);
    if (never !== undefined || changedText(patch) === undefined) return never;
    return sizeUnsupported(call.raw.tool_category, call.result.forLlm, asker);
  },
  approveTool(call, decision, { variant }) {
    if (decision.action !== "ask" || variant !== "preempt") return undefined;
    if (isDeepStrictEqual(call.arguments, call.raw.tool_input ?? {})) return undefined;
    return ASKS_UNCHANGED;
  },
};

function requestUnsupported({ model, tools, options, messages }: LlmRequestPatch): string | undefined {
  const named = Object.entries({ model, tools, options }).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  if (named.length > 0) return `docker-agent lets a hook change messages alone, not ${named.join(", ")}`;
  if (messages === undefined) return undefined;
  if (messages.length === 0) return "messages is empty, which docker-agent takes for no change";
  const unknown = UNKNOWN_FIELDS.find((field) => messages.some((message) => message[field] !== undefined));
  return unknown === undefined ? undefined : `docker-agent's messages have no ${unknown}`;
}

/** Returns why changed arguments would not reach the tool unchanged, or `undefined`. */
export function argumentsUnsupported(
  policy: unknown,
  before: object,
  args: object,
  { version, variant }: Asker,
): string | undefined {
  // With another safety mode, or with --yolo, the default variant may not be called at all.
  if (variant === "preempt" && policy !== undefined && policy !== "strict") {
    return `docker-agent takes no changed arguments in the preempt_yolo variant, and under "${policy}" asks in no other`;
  }
  const left = Object.keys(before).find((key) => !Object.hasOwn(args, key));
  if (left !== undefined && version !== undefined && !isBefore(version, PATCHES_ARGUMENTS)) {
    return `docker-agent ${version} lays changed arguments over the old ones: ${left} cannot be taken away`;
  }
  return undefined;
}

/** Returns why a changed result would not reach the model, or `undefined`. */
export function sizeUnsupported(category: unknown, text: string, { version }: Asker): string | undefined {
  const shortens =
    (category === undefined || SHORTENED.includes(category)) &&
    (version === undefined || !isBefore(version, SHORTENS_RESULTS));
  if (!shortens || !isLarge(text)) return undefined;
  return (
    `docker-agent shortens a result of more than ${LARGE_LINES} lines or ${LARGE_BYTES / 1024} KiB itself, and drops ` +
    "what a hook makes of it; v1.58.0 does not (--host docker-agent@v1.58.0)"
  );
}

function isLarge(text: string): boolean {
  return Buffer.byteLength(text) > LARGE_BYTES || text.split("\n").length > LARGE_LINES;
}
