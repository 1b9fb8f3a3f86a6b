import * as z from "zod/mini";
import type { MethodSpec } from "../method-spec.js";
import { toolDecision } from "../shapes/answer.js";
import { optionalJsonObject, optionalString } from "../shapes/fields.js";
import { origin } from "../shapes/meta.js";
import { toolResult } from "../shapes/tool.js";

const call = { ...origin, arguments: optionalJsonObject };

/**
 * Called before a tool runs, also for sub-agents. `modify` carries `call`. `respond` carries `result` (or
 * `call.hook_result`), which the model gets instead of the tool's result. `deny_tool` tells the model
 * `Tool execution denied by hook: REASON`. `abort_turn` ends the turn. `hard_abort` also ends the turn, with an empty
 * reply, and removes the turn from the history.
 *
 * Trap: this call fails open. On an error, a timeout (5 s), a dead process or an unreadable answer, the tool runs.
 * Trap: `call` replaces the whole object. Without `tool`, the call becomes `tool "" not found`.
 * Trap: `respond` skips `hook.approve_tool` and `hook.after_tool`. Without a result it does nothing, and the tool runs.
 *
 * Source: observed on v0.2.6 to v0.2.9. `respond` also ends the chain of hooks (from the source code).
 */
export const beforeTool = {
  method: "hook.before_tool",
  kind: "request",
  direction: "host-to-hook",
  since: "v0.2.4",
  params: z.looseObject({ ...call, tool: z.string() }),
  result: z.looseObject({
    ...toolDecision,
    call: z.nullish(z.looseObject({ ...call, tool: optionalString, hook_result: z.nullish(toolResult) })),
    result: z.nullish(toolResult),
  }),
} as const satisfies MethodSpec;

export type BeforeToolParams = z.infer<typeof beforeTool.params>;
export type BeforeToolResult = z.infer<typeof beforeTool.result>;
