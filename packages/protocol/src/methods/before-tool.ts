import * as z from "zod/mini";
import type { MethodSpec } from "../method-spec.js";
import { toolDecision } from "../shapes/decision.js";
import { optionalJsonObject } from "../shapes/json-object.js";
import { origin } from "../shapes/meta.js";
import { optionalString } from "../shapes/optional.js";
import { toolResult } from "../shapes/tool-result.js";

const call = { ...origin, arguments: optionalJsonObject };

/**
 * Asked before a tool runs, of sub-agents too. `modify` carries `call`; `respond` carries `result` (or
 * `call.hook_result`), which the model gets in the tool's place; `deny_tool` tells the model
 * `Tool execution denied by hook: REASON`. `abort_turn` ends the turn; `hard_abort` too, with
 * an empty reply, and takes it back from the history.
 *
 * Trap: it fails open. An error, a timeout (5 s), a dead process or an answer that cannot be read: the tool runs.
 * Trap: `call` replaces the whole; without `tool` the call becomes `tool "" not found`.
 * Trap: `respond` skips `hook.approve_tool` and `hook.after_tool`; without a result nothing happens and the tool runs.
 *
 * Source: run, v0.2.6 to v0.2.9. `respond` also ends the chain of hooks (code).
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
