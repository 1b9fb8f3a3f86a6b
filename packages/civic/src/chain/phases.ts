import type { Family } from "@agent-hook/sdk/internal/adapter";
import type { Hook } from "../protocol/hook.js";
import type { Request, RequestExtra, Result } from "../protocol/types.js";
import { type Answer, askHook } from "./ask-hook.js";
import { chainErrorOf, type HookChainError } from "./hook-chain-error.js";

/** The end of a request: a result or an error. */
export type Ending = { readonly response: Result } | FailedEnding;

interface FailedEnding {
  /** The error that hooks and the caller receive. */
  readonly error: HookChainError;
  /** The value that was thrown. */
  readonly thrown: unknown;
}

export function failed(thrown: unknown): FailedEnding {
  return { error: chainErrorOf(thrown), thrown };
}

/** A client's request, with its metadata. */
export interface ClientRequest {
  readonly family: Exclude<Family, "Target">;
  readonly request: Request;
  readonly requestExtra: RequestExtra;
}

/** The state of a request after the hooks: it continues to the target, or a hook ended it. */
export interface RequestOutcome {
  /** The request after the hooks. The target receives it, and so do the result methods and the error methods. */
  readonly client: ClientRequest;
  /** The index of the last hook that ran. Results and errors pass back through the hooks, starting with this one. */
  readonly last: number;
  /** If `undefined`, the target is called. */
  readonly ending?: Ending;
  /**
   * If set, the caller gets the ending's response now, and the rest of the chain still runs. This callback receives the
   * outcome of the rest.
   */
  readonly later?: NonNullable<Answer["callback"]>;
}

/** The request phase: from head to tail, until a hook answers or throws. */
export async function send(hooks: readonly Hook[], client: ClientRequest): Promise<RequestOutcome> {
  let current = client;
  for (const [last, hook] of hooks.entries()) {
    try {
      const answer = await askHook(hook, `process${client.family}Request`, [current.request, client.requestExtra]);
      if (answer === undefined) continue;
      if (answer.resultType !== "respond") current = { ...current, request: answer.request as Request };
      if (answer.resultType === "continue") continue;
      const ending = { response: answer.response as Result };
      return { client: current, last, ending, ...(answer.callback ? { later: answer.callback } : {}) };
    } catch (thrown) {
      return { client: current, last, ending: failed(thrown) };
    }
  }
  return { client: current, last: hooks.length - 1 };
}

/**
 * The way back: from the last hook that ran, inclusive, to the head. An error goes to error methods until one of them
 * recovers with a result. A result goes to result methods until one of them throws.
 */
export async function runBack(
  hooks: readonly Hook[],
  { client, last }: RequestOutcome,
  ending: Ending,
): Promise<Ending> {
  let current = ending;
  for (const hook of hooks.slice(0, last + 1).reverse()) current = await pass(hook, client, current);
  return current;
}

async function pass(hook: Hook, { family, request, requestExtra }: ClientRequest, ending: Ending): Promise<Ending> {
  const [method, subject] =
    "error" in ending
      ? ([`process${family}Error`, ending.error] as const)
      : ([`process${family}Result`, ending.response] as const);
  try {
    const answer = await askHook(hook, method, [subject, request, requestExtra]);
    const isUnchanged = answer === undefined || ("error" in ending && answer.resultType === "continue");
    return isUnchanged ? ending : { response: answer.response as Result };
  } catch (thrown) {
    // An error method that rethrows the error it received has not changed it.
    return "error" in ending && thrown === ending.error ? ending : failed(thrown);
  }
}
