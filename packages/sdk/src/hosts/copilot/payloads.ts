import * as z from "zod/mini";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";

const text = z.string();
const flag = z.optional(z.boolean());
const maybe = z.optional(z.string());

/** In every payload. None names its event. */
const common = { sessionId: text, timestamp: z.number(), cwd: text };
const withTranscript = { ...common, transcriptPath: maybe };

/** A freeform tool such as `apply_patch` has a text in place of arguments (run). */
const toolArgs = () => z.union([z.record(z.string(), z.unknown()), z.string()]);

const schemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
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
      hookName: maybe,
      toolName: text,
      toolInput: z.unknown(),
      permissionSuggestions: z.optional(z.array(z.unknown())),
    }),
  preMcpToolCall: () =>
    z.looseObject({
      ...common,
      toolCallId: maybe,
      serverName: text,
      toolName: text,
      arguments: z.unknown(),
    }),
  userPromptSubmitted: () => z.looseObject({ ...common, prompt: text }),
  userPromptTransformed: () => z.looseObject({ ...common, prompt: text, transformedPrompt: text }),
  sessionStart: () => z.looseObject({ ...common, source: text, initialPrompt: maybe }),
  sessionEnd: () => z.looseObject({ ...common, reason: text }),
  agentStop: () => z.looseObject({ ...withTranscript, stopReason: text, stop_hook_active: flag }),
  subagentStart: () =>
    z.looseObject({ ...withTranscript, agentName: text, agentId: maybe, agentType: maybe, parentAgentId: maybe }),
  subagentStop: () =>
    z.looseObject({
      ...withTranscript,
      agentName: text,
      agentId: maybe,
      agentType: maybe,
      parentAgentId: maybe,
      response: maybe,
      stopReason: text,
      stop_hook_active: flag,
    }),
  notification: () =>
    z.looseObject({
      ...common,
      hook_event_name: maybe,
      notification_type: text,
      message: text,
      title: maybe,
    }),
  preCompact: () => z.looseObject({ ...withTranscript, trigger: text, customInstructions: maybe }),
  errorOccurred: () =>
    z.looseObject({
      ...common,
      error: z.looseObject({ name: text, message: text, stack: maybe }),
      errorContext: text,
      recoverable: flag,
    }),
});

/** The schema of what Copilot CLI writes to stdin at an event. */
export function payloadSchema(event: EventName): z.ZodMiniType {
  return schemas[event];
}
