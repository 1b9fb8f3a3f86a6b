import * as z from "zod/mini";
import type { MethodSpec } from "../method-spec.js";
import { decision } from "../shapes/decision.js";
import { optionalJsonObject } from "../shapes/json-object.js";
import { origin } from "../shapes/meta.js";
import { optionalNumber, optionalString } from "../shapes/optional.js";
import { toolResult } from "../shapes/tool-result.js";

const finished = { ...origin, arguments: optionalJsonObject, duration: optionalNumber };

/**
 * Asked after a tool ran; `duration` is in nanoseconds. `modify` carries `result`, which is the params again: the
 * tool's result sits at `result.result`. An error, a timeout (5 s) or an answer that cannot be read: the turn goes on.
 *
 * Trap: the flat form `{action: "modify", result: {for_llm}}` is silently ignored.
 * Trap: a call that a hook answered by `respond` never comes here.
 *
 * Source: run, v0.2.6 to v0.2.9.
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
