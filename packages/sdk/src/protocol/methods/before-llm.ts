import * as z from "zod/mini";
import type { MethodSpec } from "../method-spec.js";
import { decision } from "../shapes/answer.js";
import { optionalBoolean, optionalJsonObject, optionalString } from "../shapes/fields.js";
import { message } from "../shapes/message.js";
import { origin } from "../shapes/meta.js";
import { toolDefinition } from "../shapes/tool.js";

const request = {
  ...origin,
  model: optionalString,
  messages: z.nullish(z.array(message)),
  tools: z.nullish(z.array(toolDefinition)),
  options: optionalJsonObject,
  graceful_terminal: optionalBoolean,
};

/**
 * Called before the model is called. `modify` carries `request`, which the model gets instead. `abort_turn` ends the
 * turn. `hard_abort` also ends the turn, with an empty reply, and removes the turn from the history. On an error, a
 * timeout (5 s) or an unreadable answer, the turn continues.
 *
 * Trap: `request` replaces the whole object. A field that is left out is empty: `{request: {tools}}` sends no messages,
 * and the turn fails on v0.2.6. The schema accepts a `request` with missing fields, because the host does, so the
 * author must send all fields.
 * Trap: v0.2.8 and later ignore a change of `tools`, with a warning in the host's log. They ignore every change of
 * `messages` if any system message differs. With `graceful_terminal`, the host sends no tools on purpose.
 *
 * Source: observed on v0.2.6 to v0.2.9.
 */
export const beforeLlm = {
  method: "hook.before_llm",
  kind: "request",
  direction: "host-to-hook",
  since: "v0.2.4",
  params: z.looseObject({ ...request, model: z.string() }),
  result: z.looseObject({ ...decision, request: z.nullish(z.looseObject(request)) }),
} as const satisfies MethodSpec;

export type BeforeLlmParams = z.infer<typeof beforeLlm.params>;
export type BeforeLlmResult = z.infer<typeof beforeLlm.result>;
