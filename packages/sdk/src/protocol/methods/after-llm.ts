import * as z from "zod/mini";
import type { MethodSpec } from "../method-spec.js";
import { decision } from "../shapes/answer.js";
import { optionalNumber, optionalString } from "../shapes/fields.js";
import { toolCall } from "../shapes/message.js";
import { origin } from "../shapes/meta.js";

const response = z.looseObject({
  content: optionalString,
  reasoning_content: optionalString,
  tool_calls: z.nullish(z.array(toolCall)),
  finish_reason: optionalString,
  usage: z.nullish(
    z.looseObject({
      prompt_tokens: optionalNumber,
      completion_tokens: optionalNumber,
      total_tokens: optionalNumber,
    }),
  ),
  reasoning: optionalString,
  reasoning_details: z.nullish(z.array(z.unknown())),
});

/**
 * Called after the model replied. `modify` carries `response`, which has the shape of the params: the reply is at
 * `response.response`. On an error, a timeout (5 s) or an unreadable answer, the turn continues.
 *
 * Trap: the flat form `{action: "modify", response: {content}}` is silently ignored.
 * Trap: tool calls arrive as `{id}` only. After any `modify` of such a reply, even one that changes nothing, each call
 * fails with `tool "" not found`, unless the answer supplies `function: {name, arguments}` for it.
 *
 * Source: observed on v0.2.6 to v0.2.9.
 */
export const afterLlm = {
  method: "hook.after_llm",
  kind: "request",
  direction: "host-to-hook",
  since: "v0.2.4",
  params: z.looseObject({ ...origin, model: optionalString, response }),
  result: z.looseObject({
    ...decision,
    response: z.nullish(z.looseObject({ ...origin, model: optionalString, response: z.nullish(response) })),
  }),
} as const satisfies MethodSpec;

/** The model's reply: `params.response`, or `response.response` in an answer. An empty `reasoning_details` is null. */
export type LlmResponse = z.infer<typeof response>;
export type AfterLlmParams = z.infer<typeof afterLlm.params>;
export type AfterLlmResult = z.infer<typeof afterLlm.result>;
