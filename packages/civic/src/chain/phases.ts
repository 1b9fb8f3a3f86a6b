import type { Family } from "@agent-hook/sdk/adapter";
import type { Hook } from "../protocol/hook.js";
import type { Request, RequestExtra, Result } from "../protocol/types.js";
import { type Answer, askHook } from "./ask-hook.js";
import { chainErrorOf, type HookChainError } from "./hook-chain-error.js";

/** How a request ends: with a result or with an error. */
export type Ending = { readonly response: Result } | Failed;

interface Failed {
  /** What hooks and the caller are told. */
  readonly error: HookChainError;
  /** What it was made of. */
  readonly thrown: unknown;
}

export function failed(thrown: unknown): Failed {
  return { error: chainErrorOf(thrown), thrown };
}

/** A request of a client on its way, with what is known of it. */
export interface Asked {
  readonly family: Exclude<Family, "Target">;
  readonly request: Request;
  readonly requestExtra: RequestExtra;
}

/** What the hooks made of a request: it goes on to the target, or it has ended at one of them. */
export interface Sent {
  /** As the hooks left it: what the target gets, and what result and error methods are shown. */
  readonly asked: Asked;
  /** The place of the last hook that ran: the way back begins there. */
  readonly last: number;
  /** Nothing: the target is asked. */
  readonly ending?: Ending;
  /** The caller has the ending's response; the rest of the chain is still to run, and this is told how that went. */
  readonly later?: NonNullable<Answer["callback"]>;
}

/** The request phase: head to tail, until a hook answers or throws. */
export async function send(hooks: readonly Hook[], asked: Asked): Promise<Sent> {
  let current = asked;
  for (const [last, hook] of hooks.entries()) {
    try {
      const answer = await askHook(hook, `process${asked.family}Request`, [current.request, asked.requestExtra]);
      if (answer === undefined) continue;
      if (answer.resultType !== "respond") current = { ...current, request: answer.request as Request };
      if (answer.resultType === "continue") continue;
      const ending = { response: answer.response as Result };
      return { asked: current, last, ending, ...(answer.callback ? { later: answer.callback } : {}) };
    } catch (thrown) {
      return { asked: current, last, ending: failed(thrown) };
    }
  }
  return { asked: current, last: hooks.length - 1 };
}

/**
 * The way back: from the last hook that ran, itself included, to the head. An error goes through error methods until
 * one recovers, a result through result methods until one throws.
 */
export async function bringBack(hooks: readonly Hook[], { asked, last }: Sent, ending: Ending): Promise<Ending> {
  let current = ending;
  for (const hook of hooks.slice(0, last + 1).reverse()) current = await pass(hook, asked, current);
  return current;
}

async function pass(hook: Hook, { family, request, requestExtra }: Asked, ending: Ending): Promise<Ending> {
  const [method, subject] =
    "error" in ending
      ? ([`process${family}Error`, ending.error] as const)
      : ([`process${family}Result`, ending.response] as const);
  try {
    const answer = await askHook(hook, method, [subject, request, requestExtra]);
    const kept = answer === undefined || ("error" in ending && answer.resultType === "continue");
    return kept ? ending : { response: answer.response as Result };
  } catch (thrown) {
    // An error method that throws on what it was shown has said nothing of its own.
    return "error" in ending && thrown === ending.error ? ending : failed(thrown);
  }
}
