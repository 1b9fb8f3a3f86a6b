import * as z from "zod/mini";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";

const maybe = z.optional;
const text = maybe(z.string());

const warning = { systemMessage: text };
const stopping = { continue: maybe(z.boolean()), stopReason: text };
const blocking = { decision: maybe(z.literal("block")), reason: text };

type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** What only an event has; a line for the model in most. */
const specific = (event: EventName, fields: Fields = { additionalContext: text }) => ({
  hookSpecificOutput: maybe(z.strictObject({ hookEventName: z.literal(event), ...fields })),
});
const answer = (fields: Fields) => z.strictObject({ ...warning, ...fields });

const schemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
  PreToolUse: () =>
    answer(
      specific("PreToolUse", {
        additionalContext: text,
        permissionDecision: maybe(z.enum(["allow", "deny"])),
        permissionDecisionReason: text,
        updatedInput: maybe(z.record(z.string(), z.unknown())),
      }),
    ),
  PermissionRequest: () =>
    answer(
      specific("PermissionRequest", {
        decision: maybe(
          z.union([
            z.strictObject({ behavior: z.literal("allow") }),
            z.strictObject({ behavior: z.literal("deny"), message: text }),
          ]),
        ),
      }),
    ),
  PostToolUse: () => answer({ ...blocking, ...specific("PostToolUse") }),
  SessionStart: () => answer({ ...stopping, ...specific("SessionStart") }),
  UserPromptSubmit: () => answer({ ...stopping, ...blocking, ...specific("UserPromptSubmit") }),
  SubagentStart: () => answer(specific("SubagentStart")),
  SubagentStop: () => answer({ ...stopping, ...blocking }),
  Stop: () => answer({ ...stopping, ...blocking }),
  PreCompact: () => answer(stopping),
  PostCompact: () => answer(stopping),
  Interrupt: () => answer({}),
  SessionEnd: () => answer({}),
});

/** What a hook may answer to an event. One key that Codex does not know, and the tool runs (run). */
export function answerSchema(event: EventName): z.ZodMiniType {
  return schemas[event];
}
