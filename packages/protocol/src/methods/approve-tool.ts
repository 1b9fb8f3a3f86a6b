import * as z from "zod/mini";
import type { MethodSpec } from "../method-spec.js";
import { optionalJsonObject } from "../shapes/json-object.js";
import { origin } from "../shapes/meta.js";
import { optionalBoolean, optionalString } from "../shapes/optional.js";

/**
 * Asked before a tool runs, with the arguments as they will run, after every rewrite of `hook.before_tool`. A refusal
 * reaches the model as `Tool execution denied by approval hook: REASON`.
 *
 * It fails closed, alone of all calls: an error, a timeout (60 s) or a dead process is a refusal, even after `kill -9`.
 *
 * `ask: true` beside a refusal is ours: a host that can ask a person does, PicoClaw reads only the refusal.
 *
 * Trap: a call that a hook answered by `respond` never comes here.
 *
 * Source: run, v0.2.6 to v0.2.9. Of several approvers the first refusal wins (code).
 */
export const approveTool = {
  method: "hook.approve_tool",
  kind: "request",
  direction: "host-to-hook",
  since: "v0.2.4",
  params: z.looseObject({ ...origin, tool: z.string(), arguments: optionalJsonObject }),
  result: z.looseObject({ approved: z.boolean(), reason: optionalString, ask: optionalBoolean }),
} as const satisfies MethodSpec;

export type ApproveToolParams = z.infer<typeof approveTool.params>;
export type ApproveToolResult = z.infer<typeof approveTool.result>;
