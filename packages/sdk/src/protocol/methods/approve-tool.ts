import * as z from "zod/mini";
import type { MethodSpec } from "../method-spec.js";
import { optionalBoolean, optionalJsonObject, optionalString } from "../shapes/fields.js";
import { origin } from "../shapes/meta.js";

/**
 * Called before a tool runs, with the final arguments, after every rewrite by `hook.before_tool`. The model receives a
 * denial as `Tool execution denied by approval hook: REASON`.
 *
 * This is the only call that fails closed: an error, a timeout (60 s) or a dead process denies the tool call, even
 * after `kill -9`.
 *
 * `ask: true` with a denial is our extension: a host that can ask a person does so, and PicoClaw reads only the denial.
 * The question is in `question`, or else in `reason`.
 *
 * Trap: never called for a tool call that a hook answered with `respond`.
 *
 * Source: observed on v0.2.6 to v0.2.9. With several approvers, the first denial wins (from the source code).
 */
export const approveTool = {
  method: "hook.approve_tool",
  kind: "request",
  direction: "host-to-hook",
  since: "v0.2.4",
  params: z.looseObject({ ...origin, tool: z.string(), arguments: optionalJsonObject }),
  result: z.looseObject({
    approved: z.boolean(),
    reason: optionalString,
    ask: optionalBoolean,
    question: optionalString,
  }),
} as const satisfies MethodSpec;

export type ApproveToolParams = z.infer<typeof approveTool.params>;
export type ApproveToolResult = z.infer<typeof approveTool.result>;
