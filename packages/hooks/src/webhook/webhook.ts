import { type ApproveToolDecision, defineHook, deny, type Hook } from "@agent-hook/sdk";
import { z } from "zod";
import { checkOptions } from "../check-options.js";
import { decide } from "../decide.js";
import { levelSchema } from "../level.js";
import { unlessAborted } from "../unless-aborted.js";
import { post } from "./post.js";
import { addressOf } from "./public-address.js";

/** The options of `webhook`. */
export interface WebhookOptions {
  /** Where calls are posted to. `http:` only with `allowPrivate`. */
  readonly url: string;
  /** More headers, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long an answer may take, in milliseconds, from 100 to 50000. Default: 3000. */
  readonly timeoutMs?: number | undefined;
  /** Whether the host may have an address of this machine or of its network. Default: false. */
  readonly allowPrivate?: boolean | undefined;
}

export const optionsSchema = z
  .strictObject({
    url: z.url({ protocol: /^https?$/ }),
    headers: z.record(z.string(), z.string()).default({}),
    timeoutMs: z.int().min(100).max(50_000).default(3000),
    allowPrivate: z.boolean().default(false),
  })
  .refine(({ url, allowPrivate }) => allowPrivate || /^https:/i.test(url), {
    path: ["url"],
    error: "expected an address with https:, or allowPrivate",
  });

/** What the server answers. Everything else is a failure. */
const answerSchema = z.strictObject({
  decision: levelSchema(),
  reason: z.string().optional(),
});

/**
 * Returns a hook that posts each tool call as JSON and does what the answer says: `{ "decision": "allow" }`, `"ask"` or
 * `"deny"`, the last two with an optional `reason`. The body has `tool`, `kind`, `arguments`, and `id`, `sessionId` and
 * `cwd` if the host reports them.
 *
 * Without a valid answer in time, the call is denied. Redirects are not followed. Throws a `TypeError` if an option is
 * invalid.
 *
 * @example await serve(webhook({ url: "https://policy.example.com/decide", headers: { authorization: token } }));
 */
export function webhook(options: WebhookOptions): Hook<{}> {
  const { url, headers, timeoutMs, allowPrivate } = checkOptions("webhook", optionsSchema, options);
  const target = new URL(url);
  return defineHook({
    name: "webhook",
    onFailure: "block",
    async approveTool(
      { tool, kind, arguments: args, id, sessionId, cwd },
      { timeout, log },
    ): Promise<ApproveToolDecision> {
      const body = JSON.stringify({ tool, kind, arguments: args, id, sessionId, cwd });
      try {
        const signal = timeout(timeoutMs);
        const address = await unlessAborted(signal, addressOf(target.hostname, allowPrivate));
        return decisionIn(await post({ url: target, address, headers, body, signal }));
      } catch (error) {
        log.error(`no decision: ${error instanceof Error ? error.message : "unknown error"}`);
        return deny("The server that decides on calls gave no valid answer. Tell the user.", { rule: "no-answer" });
      }
    },
  });
}

function decisionIn(text: string): ApproveToolDecision {
  const { decision, reason = "the server that decides on calls does not allow it" } = answerSchema.parse(json(text));
  return decide(decision, reason, "server");
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("expected JSON as an answer");
  }
}
