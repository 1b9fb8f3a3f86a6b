import { randomUUID } from "node:crypto";
import {
  type AfterToolDecision,
  type BeforeToolDecision,
  defineHook,
  deny,
  type Hook,
  type ToolCall,
  type ToolOutcome,
} from "@agent-hook/sdk";
import type { MethodName } from "@agent-hook/sdk/internal/adapter";
import { didYouMean } from "@agent-hook/sdk/internal/text";
import { assertMethods } from "../chain/assert-methods.js";
import { isIntended } from "../chain/intended-error.js";
import { type ClientRequest, runBack, send } from "../chain/phases.js";
import type { Hook as CivicHook } from "../protocol/hook.js";
import type { CallToolRequest, CallToolResult } from "../protocol/types.js";
import { answerToCall, changesOfCall, changesOfResult, requestOf, resultOf } from "./conversions.js";

export interface FromCivicOptions {
  /** The host's tools that the Civic hook answers itself, with `respond`. */
  readonly respondsTo?: readonly string[];
  /** Default: the Civic hook's name. */
  readonly name?: string;
}

const OPTIONS: readonly string[] = ["respondsTo", "name"] satisfies (keyof FromCivicOptions)[];
const REQUEST = "processCallToolRequest";
const RESULT = "processCallToolResult";
const ERROR = "processCallToolError";

/**
 * Adapts a hook written for Civic's proxy to the other agents: its `tools/call` methods are called for the agent's
 * tools. An error that the hook throws to deny a call becomes the reason of the denial. If the hook fails, or the agent
 * does not support its answer, the call is denied with a general message and the details are logged. The two phases of
 * a call have different `requestId`s, because agents do not report which result belongs to which call.
 *
 * @example export const hook = fromCivic(new RedactHook());
 *
 */
export function fromCivic(civicHook: CivicHook, options: FromCivicOptions = {}): Hook {
  assertOptions(options);
  const { respondsTo, name } = options;
  const own = assertMethods(civicHook, "fromCivic");
  const uncalled = neverCalled(own);
  return defineHook({
    name: name ?? civicHook.name,
    onFailure: "block",
    ...(respondsTo === undefined ? {} : { respondsTo }),
    ...(own.includes(REQUEST) ? { beforeTool: (call, { host }) => beforeTool(civicHook, call, host.name) } : {}),
    ...(own.includes(RESULT) ? { afterTool: (outcome, { host }) => afterTool(civicHook, outcome, host.name) } : {}),
    ...(uncalled.length === 0
      ? {}
      : { setup: ({ host, log }) => log.warn(`never called under ${host.name}: ${uncalled.join(", ")}`) }),
  });
}

async function beforeTool(hook: CivicHook, call: ToolCall, host: string): Promise<BeforeToolDecision | undefined> {
  const sent = await send([hook], clientRequestOf(call));
  if (sent.later) {
    throw new Error(`the hook answered with continueAsync: ${host} waits for one answer and does not support two`);
  }
  if (sent.ending === undefined) return changesOfCall(call, sent.client.request as CallToolRequest, host);
  const ending = await runBack([hook], sent, sent.ending);
  if ("error" in ending) {
    if (isIntended(ending.thrown)) return deny(ending.error.message);
    throw ending.thrown;
  }
  return answerToCall(ending.response as CallToolResult, host);
}

async function afterTool(hook: CivicHook, outcome: ToolOutcome, host: string): Promise<AfterToolDecision | undefined> {
  const ending = await runBack([hook], { client: clientRequestOf(outcome), last: 0 }, { response: resultOf(outcome) });
  if ("error" in ending) throw ending.thrown;
  return changesOfResult(outcome, ending.response as CallToolResult, host);
}

function clientRequestOf(call: ToolCall): ClientRequest {
  const { id = randomUUID(), sessionId } = call;
  const requestExtra = { requestId: id, ...(sessionId === undefined ? {} : { sessionId }) };
  return { family: "CallTool", request: requestOf(call), requestExtra };
}

function assertOptions(options: FromCivicOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`fromCivic: expected options such as { respondsTo: ["search"] }, got ${String(options)}`);
  }
  const unknown = Object.keys(options).filter((key) => !OPTIONS.includes(key));
  if (unknown.length === 0) return;
  const words = unknown.map((key) => `unknown option "${key}"${didYouMean(key, OPTIONS)}`);
  throw new TypeError(`fromCivic: ${words.join("; ")}`);
}

/**
 * Returns the methods that other hosts never call. Only MCP has tool errors, and requests other than tool calls; for
 * other hosts, a tool's error is a result.
 */
function neverCalled(own: readonly MethodName[]): string[] {
  const hasRequest = own.includes(REQUEST);
  return own.flatMap((method) => {
    if (method === REQUEST || method === RESULT) return [];
    return method === ERROR && hasRequest ? [`${ERROR} (except for what ${REQUEST} throws)`] : [method];
  });
}
