import { randomUUID } from "node:crypto";
import {
  type AfterToolDecision,
  type BeforeToolDecision,
  deny,
  type Hook,
  type ToolCall,
  type ToolOutcome,
} from "@agent-hook/sdk";
import type { MethodName } from "@agent-hook/sdk/adapter";
import { HookChainError } from "../chain/hook-chain-error.js";
import { type Asked, bringBack, send } from "../chain/phases.js";
import type { Hook as CivicHook } from "../protocol/hook.js";
import type { CallToolRequest, CallToolResult } from "../protocol/types.js";
import { answerToCall, changesOfCall, changesOfResult, requestOf, resultOf } from "./carried.js";
import { ownMethods } from "./own-methods.js";

export interface FromCivicOptions {
  /** The host's tools that the Civic hook answers itself, with `respond`. */
  readonly respondsTo?: readonly string[];
  /** Default: the Civic hook's own. */
  readonly name?: string;
}

const REQUEST = "processCallToolRequest";
const RESULT = "processCallToolResult";
const ERROR = "processCallToolError";

/**
 * A hook that was written for Civic's proxy, as one for the other agents: its methods for `tools/call` are asked about
 * the agent's tools. What it throws refuses the call. What an agent cannot carry fails, and so refuses the call too.
 * The two phases of a call have a `requestId` each: agents do not say which result belongs to which call.
 *
 * @example export const hook = fromCivic(new RedactHook());
 */
export function fromCivic(civicHook: CivicHook, { respondsTo, name }: FromCivicOptions = {}): Hook {
  const own = demandMethods(civicHook);
  const unasked = neverAsked(own);
  return {
    name: name ?? civicHook.name,
    onFailure: "block",
    ...(respondsTo === undefined ? {} : { respondsTo }),
    ...(own.includes(REQUEST) ? { beforeTool: (call, { host }) => beforeTool(civicHook, call, host.name) } : {}),
    ...(own.includes(RESULT) ? { afterTool: (outcome, { host }) => afterTool(civicHook, outcome, host.name) } : {}),
    ...(unasked.length === 0
      ? {}
      : { onStart: ({ host, log }) => log.warn(`never asked under ${host.name}: ${unasked.join(", ")}`) }),
  };
}

async function beforeTool(hook: CivicHook, call: ToolCall, host: string): Promise<BeforeToolDecision | undefined> {
  const sent = await send([hook], askedOf(call));
  if (sent.later) {
    throw new Error(`the hook answered with continueAsync: ${host} waits for one answer and cannot carry two`);
  }
  if (sent.ending === undefined) return changesOfCall(call, sent.asked.request as CallToolRequest, host);
  const ending = await bringBack([hook], sent, sent.ending);
  if ("error" in ending) return deny(ending.error.message);
  return answerToCall(ending.response as CallToolResult, host);
}

async function afterTool(hook: CivicHook, outcome: ToolOutcome, host: string): Promise<AfterToolDecision | undefined> {
  const ending = await bringBack([hook], { asked: askedOf(outcome), last: 0 }, { response: resultOf(outcome) });
  if ("error" in ending) throw HookChainError.of(ending.error);
  return changesOfResult(outcome, ending.response as CallToolResult, host);
}

function askedOf(call: ToolCall): Asked {
  const { sessionKey } = call.origin;
  const requestExtra = { requestId: randomUUID(), ...(sessionKey === undefined ? {} : { sessionId: sessionKey }) };
  return { family: "CallTool", request: requestOf(call), requestExtra };
}

/** A hook that is never asked lets everything pass: what looks like one must not be taken for a guard. */
function demandMethods(hook: CivicHook): readonly MethodName[] {
  if (typeof hook !== "object" || hook === null) {
    const got = typeof hook === "function" ? "a class: pass an instance, with new" : String(hook);
    throw new TypeError(`fromCivic: expected an instance of a Civic hook, got ${got}`);
  }
  const own = ownMethods(hook);
  if (own.length > 0) return own;
  throw new TypeError(
    `fromCivic: expected a hook with methods of @civic/hook-common 0.9.0, such as ${REQUEST}; "${hook.name}" has none of its own`,
  );
}

/** Other requests than a tool's are MCP's alone, and so is the error of a tool: elsewhere that is a result. */
function neverAsked(own: readonly MethodName[]): string[] {
  const asks = own.includes(REQUEST);
  return own.flatMap((method) => {
    if (method === REQUEST || method === RESULT) return [];
    return method === ERROR && asks ? [`${ERROR} (but for what ${REQUEST} throws)`] : [method];
  });
}
