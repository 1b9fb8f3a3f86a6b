import * as z from "zod/mini";
import { maybe } from "../../command-hook/field-schemas.js";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";

const warning = { systemMessage: maybe.text };
const stopping = { continue: maybe.flag, stopReason: maybe.text };
const blocking = { decision: maybe.block, reason: maybe.text };

type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** Fields that only one event has; for most events, text for the model. */
const specific = (event: EventName, fields: Fields = { additionalContext: maybe.text }) => ({
  hookSpecificOutput: z.optional(z.strictObject({ hookEventName: z.literal(event), ...fields })),
});
const answer = (fields: Fields) => z.strictObject({ ...warning, ...fields });

/** Codex does not even parse what a hook prints at these events (observed). */
const unread = () => z.strictObject({});

const schemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
  PreToolUse: () =>
    answer(
      specific("PreToolUse", {
        additionalContext: maybe.text,
        permissionDecision: z.optional(z.enum(["allow", "deny"])),
        permissionDecisionReason: maybe.text,
        updatedInput: maybe.open,
      }),
    ),
  PermissionRequest: () =>
    answer(
      specific("PermissionRequest", {
        decision: z.optional(
          z.union([
            z.strictObject({ behavior: z.literal("allow") }),
            z.strictObject({ behavior: z.literal("deny"), message: maybe.text }),
          ]),
        ),
      }),
    ),
  PostToolUse: () => answer({ ...blocking, ...specific("PostToolUse") }),
  PreModelRequest: unread,
  PostModelRequest: unread,
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

/** Returns the schema of an answer to an event. With one unknown key in the answer, the tool runs (observed). */
export function answerSchema(event: EventName): z.ZodMiniType {
  return schemas[event];
}
