import * as z from "zod/mini";
import type { MethodSpec } from "../method-spec.js";
import { optionalJsonObject, optionalString } from "../shapes/fields.js";
import { context, meta } from "../shapes/meta.js";

/**
 * Reports what the agent does. There is no answer. `EVENT_KINDS` lists the kinds, `EventPayloads` their payloads.
 * `Context` exists from v0.2.7 on. v0.2.9 and later send `hook.runtime_event` instead.
 *
 * Trap: `Kind` is an integer on the wire, the index in `EVENT_KINDS`, although PicoClaw's documentation shows the name
 * of the kind. The schema accepts both. The keys are capitalized.
 * Trap: events come from another goroutine. Their order relative to calls is not fixed: `tool_exec_start` was observed
 * after the `hook.after_tool` of the same tool.
 *
 * Source: observed on v0.2.6 to v0.2.8.
 */
export const event = {
  method: "hook.event",
  kind: "notification",
  direction: "host-to-hook",
  since: "v0.2.4",
  until: "v0.2.8",
  params: z.looseObject({
    Kind: z.union([z.int(), z.string()]),
    Time: optionalString,
    Meta: z.nullish(meta),
    Context: z.nullish(context),
    Payload: optionalJsonObject,
  }),
} as const satisfies MethodSpec;

export type EventParams = z.infer<typeof event.params>;
