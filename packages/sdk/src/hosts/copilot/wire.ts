import * as z from "zod/mini";
import { anything, maybe, number, open, text } from "../../command-hook/field-schemas.js";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";

/** Fields of every payload. None of them names the event. */
const common = { sessionId: text, timestamp: number, cwd: text };
const withTranscript = { ...common, transcriptPath: maybe.text };

const agent = { agentName: text, agentId: maybe.text, agentType: maybe.text, parentAgentId: maybe.text };

/** A freeform tool such as `apply_patch` has a string instead of arguments (observed). */
const toolArgs = () => z.union([open, text]);

const payloadSchemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
  preToolUse: () => z.looseObject({ ...common, toolName: text, toolArgs: toolArgs() }),
  postToolUse: () =>
    z.looseObject({
      ...common,
      toolName: text,
      toolArgs: toolArgs(),
      toolResult: z.looseObject({ resultType: text, textResultForLlm: text }),
    }),
  postToolUseFailure: () => z.looseObject({ ...common, toolName: text, toolArgs: toolArgs(), error: text }),
  permissionRequest: () =>
    z.looseObject({
      ...common,
      hookName: maybe.text,
      toolName: text,
      toolInput: anything,
      permissionSuggestions: maybe.list,
    }),
  preMcpToolCall: () =>
    z.looseObject({
      ...common,
      toolCallId: maybe.text,
      serverName: text,
      toolName: text,
      arguments: anything,
    }),
  userPromptSubmitted: () => z.looseObject({ ...common, prompt: text }),
  userPromptTransformed: () => z.looseObject({ ...common, prompt: text, transformedPrompt: text }),
  sessionStart: () => z.looseObject({ ...common, source: text, initialPrompt: maybe.text }),
  sessionEnd: () => z.looseObject({ ...common, reason: text }),
  agentStop: () => z.looseObject({ ...withTranscript, stopReason: text, stop_hook_active: maybe.flag }),
  subagentStart: () => z.looseObject({ ...withTranscript, ...agent }),
  subagentStop: () =>
    z.looseObject({
      ...withTranscript,
      ...agent,
      response: maybe.text,
      stopReason: text,
      stop_hook_active: maybe.flag,
    }),
  notification: () =>
    z.looseObject({
      ...common,
      hook_event_name: maybe.text,
      notification_type: text,
      message: text,
      title: maybe.text,
    }),
  preCompact: () => z.looseObject({ ...withTranscript, trigger: text, customInstructions: maybe.text }),
  errorOccurred: () =>
    z.looseObject({
      ...common,
      error: z.looseObject({ name: text, message: text, stack: maybe.text }),
      errorContext: text,
      recoverable: maybe.flag,
    }),
});

/** Returns the schema of what Copilot CLI writes to stdin at an event. */
export function payloadSchema(event: EventName): z.ZodMiniType {
  return payloadSchemas[event];
}

/** Copilot CLI drops an empty replacement (from the source code). */
const instead = () => z.optional(z.string().check(z.minLength(1)));
const nothing = () => z.strictObject({});
const context = () => z.strictObject({ additionalContext: maybe.text });
const goesOn = () => ({ decision: z.optional(z.enum(["block", "allow"])), reason: maybe.text });

const answerSchemas = lazily({
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
export function answerSchema<Event extends EventName>(event: Event): (typeof answerSchemas)[Event] {
  return answerSchemas[event];
}
