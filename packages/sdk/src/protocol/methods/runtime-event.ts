import * as z from "zod/mini";
import type { MethodSpec } from "../method-spec.js";
import { optionalJsonObject, optionalString } from "../shapes/fields.js";

/**
 * Reports what the agent, its channels, its gateway and its MCP servers do. There is no answer. `RUNTIME_EVENT_KINDS`
 * lists the known kinds; the first 19 have the same payloads as the kinds at the same index in `EVENT_KINDS`.
 *
 * Trap: the keys are in snake_case, but those inside `payload` are still capitalized.
 * Trap: as with `hook.event`, the order relative to calls is not fixed.
 *
 * Source: observed on v0.2.9 and a snapshot of 2026-06-13; for channels, gateway and MCP servers, from the source code.
 */
export const runtimeEvent = {
  method: "hook.runtime_event",
  kind: "notification",
  direction: "host-to-hook",
  since: "v0.2.9",
  params: z.looseObject({
    id: optionalString,
    kind: z.string(),
    time: optionalString,
    source: z.nullish(z.looseObject({ component: optionalString, name: optionalString })),
    scope: z.nullish(
      z.looseObject({
        agent_id: optionalString,
        session_key: optionalString,
        turn_id: optionalString,
        channel: optionalString,
        chat_id: optionalString,
        chat_type: optionalString,
        sender_id: optionalString,
      }),
    ),
    correlation: z.nullish(z.looseObject({ trace_id: optionalString })),
    severity: optionalString,
    payload: optionalJsonObject,
    attrs: optionalJsonObject,
  }),
} as const satisfies MethodSpec;

export type RuntimeEventParams = z.infer<typeof runtimeEvent.params>;
