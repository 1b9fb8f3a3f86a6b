import {
  type ApproveToolDecision,
  approve,
  type BeforeToolDecision,
  type Context,
  defineHook,
  deny,
  type Hook,
  respond,
  storeKey,
  type ToolCall,
  type ToolOutcome,
} from "@agent-hook/sdk";
import { z } from "zod";
import { checkOptions } from "../check-options.js";
import { callId } from "../limits/same-call.js";

/** The options of `cacheResults`. */
export interface CacheResultsOptions {
  /** The tools whose results are kept, by the host's own names. */
  readonly tools: readonly string[];
  /** How long a result is used, in minutes. Default: 60. */
  readonly minutes?: number | undefined;
  /** The largest result that is kept, in bytes of UTF-8. Default: 100000. */
  readonly maxBytes?: number | undefined;
  /** Who gets a kept result: the same session, the same project or the same user. Default: `session`. */
  readonly scope?: "session" | "project" | "user" | undefined;
  /**
   * What happens where the host lets no hook answer a call. `run`: the tool runs again. `deny`: the call is denied, and
   * the model reads the kept result in the reason. Default: `run`.
   */
  readonly otherwise?: "run" | "deny" | undefined;
  /** What happens to a call if the store fails. Default: `continue`, so the tool runs. */
  readonly onFailure?: "block" | "continue" | undefined;
}

export const optionsSchema = z.strictObject({
  tools: z.array(z.string().min(1)).min(1),
  minutes: z.number().positive().max(44_640).default(60),
  maxBytes: z.int().min(1).max(1_000_000).default(100_000),
  scope: z.enum(["session", "project", "user"]).default("session"),
  otherwise: z.enum(["run", "deny"]).default("run"),
  onFailure: z.enum(["block", "continue"]).default("continue"),
});

/**
 * Returns a hook that keeps the results of tools, and answers the same call with the kept result instead of running the
 * tool again. The same call has the same tool and arguments. Results of failed tools, incomplete results and results
 * with media are not kept.
 *
 * Only PicoClaw, Civic's proxy and your own agent let a hook answer. Put it last in a `compose`, so that it keeps what
 * the other hooks made of a result. Throws a `TypeError` if an option is invalid.
 *
 * @example await serve(compose(redactSecrets(), cacheResults({ tools: ["web_fetch"], minutes: 30 })));
 */
export function cacheResults(options: CacheResultsOptions): Hook<{}> {
  const { tools, minutes, maxBytes, scope, otherwise, onFailure } = checkOptions(
    "cacheResults",
    optionsSchema,
    options,
  );
  const kept = storeKey("cache-results", { value: z.string(), scope, lifetimeMs: minutes * 60_000 });
  const approveTool = async (call: ToolCall, { store, host, log }: Context): Promise<ApproveToolDecision> => {
    if (host.can("respond", "beforeTool")) return approve();
    try {
      const result = await store.get(kept.for(callId(call)));
      if (result === undefined) return approve();
      return deny(`The result is known, so the tool did not run again:\n${result}`);
    } catch (error) {
      // A failure here would deny whatever onFailure is.
      if (onFailure === "block") throw error;
      log.error("the store failed, so the tool runs", error);
      return approve();
    }
  };
  return defineHook({
    name: "cache-results",
    onFailure,
    toolFilter: { names: tools },
    respondsTo: tools,
    async beforeTool(call, { store, host }): Promise<BeforeToolDecision | undefined> {
      if (!host.can("respond", "beforeTool")) return undefined;
      const result = await store.get(kept.for(callId(call)));
      return result === undefined ? undefined : respond(result);
    },
    // Not in beforeTool: the model would read the result of a call that the approveTool of another hook denies.
    ...(otherwise === "deny" ? { approveTool } : {}),
    async afterTool(call, { store, host }) {
      if (!host.can("respond", "beforeTool") && otherwise === "run") return;
      const text = keptTextOf(call);
      if (text === undefined || Buffer.byteLength(text) > maxBytes) return;
      await store.set(kept.for(callId(call)), text);
    },
  });
}

/** Returns what the model reads, or `undefined` if that is not the whole result. */
function keptTextOf({ result, partial }: ToolOutcome): string | undefined {
  const { forLlm, isError, media = [], content = [], structured, responseHandled } = result;
  const isPlain = media.length === 0 && content.length === 0 && structured === undefined && responseHandled !== true;
  return isPlain && isError !== true && partial !== true ? forLlm : undefined;
}
