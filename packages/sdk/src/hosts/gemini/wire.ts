import * as z from "zod/mini";
import { maybe, open, text } from "../../command-hook/field-schemas.js";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";

/**
 * Returns the fields of a model reply as Gemini CLI writes and reads it. Parts must be strings: an object is printed as
 * an object (observed). `least` is the minimum number of candidates and parts.
 */
function responseFields(least: number) {
  const candidate = z.looseObject({
    content: z.looseObject({ role: maybe.text, parts: z.array(text).check(z.minLength(least)) }),
    finishReason: maybe.text,
    index: maybe.number,
  });
  return {
    text: maybe.text,
    candidates: z.array(candidate).check(z.minLength(least)),
    usageMetadata: maybe.open,
  };
}

/** Fields of every payload. */
const commonPayload = { session_id: text, transcript_path: text, cwd: text, hook_event_name: text, timestamp: text };
const tool = () => ({
  tool_name: text,
  tool_input: open,
  mcp_context: z.optional(z.looseObject({ server_name: text, tool_name: text })),
  original_request_name: maybe.text,
});
const requestPayload = () => ({
  llm_request: z.looseObject({
    model: text,
    messages: z.array(z.looseObject({ role: text, content: text })),
    config: maybe.open,
  }),
});

const payloadSchemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
  BeforeTool: () => z.looseObject({ ...commonPayload, ...tool() }),
  AfterTool: () =>
    z.looseObject({
      ...commonPayload,
      ...tool(),
      tool_response: z.looseObject({
        llmContent: maybe.anything,
        returnDisplay: maybe.anything,
        error: maybe.anything,
      }),
    }),
  BeforeModel: () => z.looseObject({ ...commonPayload, ...requestPayload() }),
  AfterModel: () =>
    z.looseObject({ ...commonPayload, ...requestPayload(), llm_response: z.looseObject(responseFields(0)) }),
  BeforeToolSelection: () => z.looseObject({ ...commonPayload, ...requestPayload() }),
  BeforeAgent: () => z.looseObject({ ...commonPayload, prompt: text }),
  AfterAgent: () =>
    z.looseObject({ ...commonPayload, prompt: text, prompt_response: text, stop_hook_active: maybe.flag }),
  SessionStart: () => z.looseObject({ ...commonPayload, source: text }),
  SessionEnd: () => z.looseObject({ ...commonPayload, reason: text }),
  PreCompress: () => z.looseObject({ ...commonPayload, trigger: text }),
  Notification: () => z.looseObject({ ...commonPayload, notification_type: text, message: text, details: maybe.open }),
});

/** Returns the schema of what Gemini CLI writes to stdin at an event. */
export function payloadSchema(event: EventName): z.ZodMiniType {
  return payloadSchemas[event];
}

const commonAnswer = { suppressOutput: maybe.flag, systemMessage: maybe.text };
const stops = { ...commonAnswer, continue: maybe.flag, stopReason: maybe.text };
const denies = { ...stops, decision: z.optional(z.enum(["deny", "block"])), reason: maybe.text };

function specific(event: EventName, output: Readonly<Record<string, z.ZodMiniType>>) {
  return { hookSpecificOutput: z.optional(z.strictObject({ hookEventName: z.literal(event), ...output })) };
}

/** Without a part, Gemini CLI uses the original reply. */
const response = () => z.optional(z.looseObject(responseFields(1)));

const requestAnswer = () =>
  z.strictObject({
    model: maybe.text,
    messages: z.optional(z.array(z.looseObject({ role: text, content: text }))),
    config: z.optional(
      z.strictObject({
        temperature: maybe.number,
        topP: maybe.number,
        topK: maybe.number,
        maxOutputTokens: maybe.number,
      }),
    ),
  });

const answerSchemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
  BeforeTool: () => z.strictObject({ ...denies, ...specific("BeforeTool", { tool_input: maybe.open }) }),
  AfterTool: () =>
    z.strictObject({
      ...denies,
      ...specific("AfterTool", {
        additionalContext: maybe.text,
        tailToolCallRequest: z.optional(z.strictObject({ name: text, args: open })),
      }),
    }),
  BeforeModel: () =>
    z.strictObject({
      ...denies,
      ...specific("BeforeModel", { llm_request: z.optional(requestAnswer()), llm_response: response() }),
    }),
  AfterModel: () => z.strictObject({ ...stops, ...specific("AfterModel", { llm_response: response() }) }),
  BeforeToolSelection: () =>
    z.strictObject({
      ...commonAnswer,
      ...specific("BeforeToolSelection", {
        toolConfig: z.optional(
          z.strictObject({
            mode: z.optional(z.enum(["AUTO", "ANY", "NONE"])),
            allowedFunctionNames: z.optional(z.array(text)),
          }),
        ),
      }),
    }),
  BeforeAgent: () => z.strictObject({ ...denies, ...specific("BeforeAgent", { additionalContext: maybe.text }) }),
  AfterAgent: () => z.strictObject({ ...denies, ...specific("AfterAgent", { clearContext: maybe.flag }) }),
  SessionStart: () =>
    z.strictObject({ ...commonAnswer, ...specific("SessionStart", { additionalContext: maybe.text }) }),
  SessionEnd: () => z.strictObject(commonAnswer),
  PreCompress: () => z.strictObject(commonAnswer),
  Notification: () => z.strictObject(commonAnswer),
});

/** Returns the schema of an answer to an event. Gemini CLI drops what it does not know, and goes on (observed). */
export function answerSchema(event: EventName): z.ZodMiniType {
  return answerSchemas[event];
}
