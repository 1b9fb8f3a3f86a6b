import * as z from "zod/mini";
import { maybe, open, text } from "../../command-hook/field-schemas.js";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";

/** Copilot CLI drops an empty replacement (from the source code). */
const instead = () => z.optional(z.string().check(z.minLength(1)));
const nothing = () => z.strictObject({});
const context = () => z.strictObject({ additionalContext: maybe.text });
const goesOn = () => ({ decision: z.optional(z.enum(["block", "allow"])), reason: maybe.text });

const schemas = lazily({
  preToolUse: () =>
    z.strictObject({
      permissionDecision: z.optional(z.enum(["allow", "ask", "deny"])),
      permissionDecisionReason: maybe.text,
      modifiedArgs: z.optional(z.union([open, text])),
      additionalContext: maybe.text,
    }),
  postToolUse: () =>
    z.strictObject({
      modifiedResult: z.optional(z.strictObject({ resultType: maybe.text, textResultForLlm: text })),
      additionalContext: maybe.text,
      decision: maybe.block,
      reason: maybe.text,
    }),
  postToolUseFailure: context,
  permissionRequest: () =>
    z.strictObject({ behavior: z.enum(["allow", "deny"]), message: maybe.text, interrupt: maybe.flag }),
  preMcpToolCall: nothing,
  userPromptSubmitted: () =>
    z.strictObject({
      additionalContext: maybe.text,
      modifiedPrompt: instead(),
      decision: maybe.block,
      reason: maybe.text,
    }),
  userPromptTransformed: () => z.strictObject({ modifiedTransformedPrompt: instead() }),
  sessionStart: context,
  sessionEnd: nothing,
  agentStop: () => z.strictObject(goesOn()),
  subagentStart: context,
  subagentStop: () => z.strictObject({ ...goesOn(), modifiedResponse: instead() }),
  notification: context,
  preCompact: nothing,
  errorOccurred: nothing,
}) satisfies Readonly<Record<EventName, z.ZodMiniType>>;

/**
 * Returns the schema of an answer to an event. Copilot CLI drops an answer that it does not know and goes on
 * (observed), so only answers that match are sent.
 */
export function answerSchema<Event extends EventName>(event: Event): (typeof schemas)[Event] {
  return schemas[event];
}
