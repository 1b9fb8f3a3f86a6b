import * as z from "zod/mini";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";

const text = z.optional(z.string());
/** An empty text in the place of another is dropped (read). */
const instead = () => z.optional(z.string().check(z.minLength(1)));
const nothing = () => z.strictObject({});
const context = () => z.strictObject({ additionalContext: text });
const goesOn = () => ({ decision: z.optional(z.enum(["block", "allow"])), reason: text });

const schemas = lazily({
  preToolUse: () =>
    z.strictObject({
      permissionDecision: z.optional(z.enum(["allow", "ask", "deny"])),
      permissionDecisionReason: text,
      modifiedArgs: z.optional(z.union([z.record(z.string(), z.unknown()), z.string()])),
      additionalContext: text,
    }),
  postToolUse: () =>
    z.strictObject({
      modifiedResult: z.optional(z.strictObject({ resultType: text, textResultForLlm: z.string() })),
      additionalContext: text,
      decision: z.optional(z.literal("block")),
      reason: text,
    }),
  postToolUseFailure: context,
  permissionRequest: () =>
    z.strictObject({ behavior: z.enum(["allow", "deny"]), message: text, interrupt: z.optional(z.boolean()) }),
  preMcpToolCall: nothing,
  userPromptSubmitted: () =>
    z.strictObject({
      additionalContext: text,
      modifiedPrompt: instead(),
      decision: z.optional(z.literal("block")),
      reason: text,
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
 * What a hook may answer to an event. Copilot CLI drops an answer that it does not know and goes on (run), so nothing
 * goes out that this does not take.
 */
export function answerSchema<Event extends EventName>(event: Event): (typeof schemas)[Event] {
  return schemas[event];
}
