import { createHash } from "node:crypto";
import { defineHook, type Hook, modify } from "@agent-hook/sdk";
import { z } from "zod";
import { checkOptions } from "../check-options.js";
import { bytesOf } from "./excerpt.js";

/** The options of `dedupeResults`. */
export interface DedupeResultsOptions {
  /** The smallest result that is replaced, in bytes of UTF-8. Default: 500. */
  readonly minBytes?: number | undefined;
  /** How many calls are remembered, over all sessions. Default: 1000. */
  readonly maxCalls?: number | undefined;
}

export const optionsSchema = z.strictObject({
  minBytes: z.int().min(1).default(500),
  maxCalls: z.int().min(1).max(100_000).default(1000),
});

const SAME = "The result is the same as that of the last call with these arguments. It is above in this conversation.";

/**
 * Returns a hook that replaces a result by a short note if the same call had the same result before in this session. It
 * forgets everything when a host shortens the conversation.
 *
 * It needs a host that keeps the process, such as PicoClaw. A one-shot host starts a new one for each call, which
 * remembers nothing: there, results stay as they are. Throws a `TypeError` if an option is invalid.
 *
 * @example await serve(compose(dedupeResults(), limitResults()));
 */
export function dedupeResults(options: DedupeResultsOptions = {}): Hook<{}> {
  const { minBytes, maxCalls } = checkOptions("dedupeResults", optionsSchema, options);
  /** Hashes of results by hashes of calls, the oldest first. */
  const seen = new Map<string, string>();
  return defineHook({
    name: "dedupe-results",
    afterTool({ sessionId, origin, tool, arguments: args, result, partial }) {
      if (partial === true || result.isError === true || bytesOf(result.forLlm) < minBytes) return;
      // A sub-agent has a conversation of its own.
      const call = hash(JSON.stringify([sessionId, origin.agentId, origin.parentTurnId, tool, args]));
      const text = hash(result.forLlm);
      const isSame = seen.get(call) === text;
      seen.delete(call);
      seen.set(call, text);
      for (const oldest of seen.keys()) {
        if (seen.size <= maxCalls) break;
        seen.delete(oldest);
      }
      return isSame ? modify({ result: SAME }, { rule: "same-result" }) : undefined;
    },
    onEvent: {
      "compact.end": () => seen.clear(),
      "session.summarize": () => seen.clear(),
      "session.start": () => seen.clear(),
    },
  });
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
