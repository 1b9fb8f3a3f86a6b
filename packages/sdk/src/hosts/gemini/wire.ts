import * as z from "zod/mini";
import {
  answerSchemas,
  type Fields,
  looseObject,
  maybe,
  open,
  payloadSchemas,
  specificOutput,
  strictObject,
  text,
} from "../../command-hook/field-schemas.js";
import type { EventName } from "./events.js";

/**
 * Returns the fields of a model reply as Gemini CLI writes and reads it. Parts must be strings: an object is printed as
 * an object (observed). `least` is the minimum number of candidates and parts.
 */
function responseFields(least: number) {
  const candidate = looseObject({
    content: looseObject({ role: maybe.text, parts: z.array(text).check(z.minLength(least)) }),
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
export const commonPayload = {
  session_id: text,
  transcript_path: text,
  cwd: text,
  hook_event_name: text,
  /** ISO 8601. */
  timestamp: text,
};
const tool = () => ({
  tool_name: text,
  tool_input: open,
  /** The origin of the tool, if it belongs to an MCP server. */
  mcp_context: z.optional(looseObject({ server_name: text, tool_name: text })),
  /** The tool that requested to call this one instead (`tailToolCallRequest`). */
  original_request_name: maybe.text,
});
const requestPayload = () => ({
  llm_request: looseObject({
    model: text,
    messages: z.array(looseObject({ role: text, content: text })),
    config: maybe.open,
  }),
});

/** The fields of each event in addition to the common ones. */
export const payloadFields = {
  BeforeTool: tool,
  AfterTool: () => ({
    ...tool(),
    tool_response: looseObject({
      /** A string, or a list of parts; parts with `text` are text. */
      llmContent: maybe.anything,
      returnDisplay: maybe.anything,
      error: maybe.anything,
    }),
  }),
  BeforeModel: requestPayload,
  AfterModel: () => ({ ...requestPayload(), llm_response: looseObject(responseFields(0)) }),
  BeforeToolSelection: requestPayload,
  BeforeAgent: () => ({ prompt: text }),
  AfterAgent: () => ({
    prompt: text,
    prompt_response: text,
    /** `true` if a hook already requested another try. */
    stop_hook_active: maybe.flag,
  }),
  SessionStart: () => ({ source: text }),
  SessionEnd: () => ({ reason: text }),
  PreCompress: () => ({ trigger: text }),
  Notification: () => ({ notification_type: text, message: text, details: maybe.open }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Gemini CLI writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const commonAnswer = {
  suppressOutput: maybe.flag,
  /** A warning for the user. */
  systemMessage: maybe.text,
};
const stops = {
  ...commonAnswer,
  /** `false`: the agent stops, if the event can stop it. */
  continue: maybe.flag,
  /** The reason, shown to the user. */
  stopReason: maybe.text,
};
/** A denial denies the event, replaces a tool's result, or requests another try at the end of a turn. */
const denies = { ...stops, decision: z.optional(z.enum(["deny", "block"])), reason: maybe.text };

/** Without a part, Gemini CLI uses the original reply. */
const response = () => z.optional(looseObject(responseFields(1)));

/** The part of a model request that a hook can change. */
const requestAnswer = () =>
  strictObject({
    model: maybe.text,
    /** Must be as many messages as in the request, in the same order. */
    messages: z.optional(z.array(looseObject({ role: text, content: text }))),
    /** All four numbers are replaced together. */
    config: z.optional(
      strictObject({
        temperature: maybe.number,
        topP: maybe.number,
        topK: maybe.number,
        maxOutputTokens: maybe.number,
      }),
    ),
  });

/** The fields of an answer to each event. */
export const answerFields = {
  BeforeTool: () => ({
    ...denies,
    ...specificOutput("BeforeTool", {
      /** All arguments, not only the changed ones. */
      tool_input: maybe.open,
    }),
  }),
  AfterTool: () => ({
    ...denies,
    ...specificOutput("AfterTool", {
      additionalContext: maybe.text,
      /** A tool to call now. Its result replaces this one. */
      tailToolCallRequest: z.optional(strictObject({ name: text, args: open })),
    }),
  }),
  BeforeModel: () => ({
    ...denies,
    ...specificOutput("BeforeModel", {
      llm_request: z.optional(requestAnswer()),
      /** The reply to use instead of calling the model. Valid only with `deny`. */
      llm_response: response(),
    }),
  }),
  AfterModel: () => ({ ...stops, ...specificOutput("AfterModel", { llm_response: response() }) }),
  BeforeToolSelection: () => ({
    ...commonAnswer,
    ...specificOutput("BeforeToolSelection", {
      toolConfig: z.optional(
        strictObject({
          mode: z.optional(z.enum(["AUTO", "ANY", "NONE"])),
          allowedFunctionNames: z.optional(z.array(text)),
        }),
      ),
    }),
  }),
  BeforeAgent: () => ({ ...denies, ...specificOutput("BeforeAgent", { additionalContext: maybe.text }) }),
  AfterAgent: () => ({ ...denies, ...specificOutput("AfterAgent", { clearContext: maybe.flag }) }),
  SessionStart: () => ({ ...commonAnswer, ...specificOutput("SessionStart", { additionalContext: maybe.text }) }),
  SessionEnd: () => commonAnswer,
  PreCompress: () => commonAnswer,
  Notification: () => commonAnswer,
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer to an event. Gemini CLI drops what it does not know, and continues (observed). */
export const answerSchema = answerSchemas({}, answerFields);
