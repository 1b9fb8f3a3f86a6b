import * as z from "zod/mini";
import type { MethodSpec } from "../method-spec.js";
import { decision } from "../shapes/answer.js";
import { optionalJsonObject, optionalNumber, optionalString } from "../shapes/fields.js";
import { origin } from "../shapes/meta.js";
import { toolResult } from "../shapes/tool.js";

const finished = { ...origin, arguments: optionalJsonObject, duration: optionalNumber };

/**
 * Called after a tool ran. `duration` is in nanoseconds. `modify` carries `result`, which has the shape of the params:
 * the tool's result is at `result.result`. On an error, a timeout (5 s) or an unreadable answer, the turn continues.
 *
 * Trap: the flat form `{action: "modify", result: {for_llm}}` is silently ignored.
 * Trap: never called for a tool call that a hook answered with `respond`.
 *
 * Source: observed on v0.2.6 to v0.2.9.
 */
export const afterTool = {
  method: "hook.after_tool",
  kind: "request",
  direction: "host-to-hook",
  since: "v0.2.4",
  params: z.looseObject({ ...finished, tool: z.string(), result: toolResult }),
  result: z.looseObject({
    ...decision,
    result: z.nullish(z.looseObject({ ...finished, tool: optionalString, result: z.nullish(toolResult) })),
  }),
} as const satisfies MethodSpec;

export type AfterToolParams = z.infer<typeof afterTool.params>;
export type AfterToolResult = z.infer<typeof afterTool.result>;
