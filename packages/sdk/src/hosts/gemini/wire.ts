import * as z from "zod/mini";
import {
  type AnswersOf,
  answerSchemas,
  type Fields,
  jsonObject,
  looseObject,
  optional,
  payloadSchemas,
  specificOutput,
  strictObject,
  type TypeOf,
  type TypesOf,
  text,
} from "../../command-hook/field-schemas.js";
import type { HandlersOf, OpenFields } from "../../command-hook/native-types.js";
import type { EventName } from "./events.js";

/**
 * Returns the fields of a model reply as Gemini CLI writes and reads it. Parts must be strings: an object is printed as
 * an object (observed). `least` is the minimum number of candidates and parts.
 */
function responseFields(least: number) {
  const candidate = looseObject({
    content: looseObject({ role: optional.text, parts: z.array(text).check(z.minLength(least)) }),
    finishReason: optional.text,
    index: optional.number,
  });
  return {
    text: optional.text,
    candidates: z.array(candidate).check(z.minLength(least)),
    usageMetadata: optional.jsonObject,
  };
}

/** Fields of every payload. */
const commonPayload = {
  session_id: text,
  transcript_path: text,
  cwd: text,
  hook_event_name: text,
  /** ISO 8601. */
  timestamp: text,
};
const tool = () => ({
  tool_name: text,
  tool_input: jsonObject,
  /** The origin of the tool, if it belongs to an MCP server. */
  mcp_context: z.optional(looseObject({ server_name: text, tool_name: text })),
  /** The tool that requested to call this one instead (`tailToolCallRequest`). */
  original_request_name: optional.text,
});
const requestPayload = () => ({
  llm_request: looseObject({
    model: text,
    messages: z.array(looseObject({ role: text, content: text })),
    config: optional.jsonObject,
  }),
});

/** The fields of each event in addition to the common ones. */
const payloadFields = {
  BeforeTool: tool,
  AfterTool: () => ({
    ...tool(),
    tool_response: looseObject({
      /** A string, or a list of parts; parts with `text` are text. */
      llmContent: optional.anything,
      returnDisplay: optional.anything,
      error: optional.anything,
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
    stop_hook_active: optional.flag,
  }),
  SessionStart: () => ({ source: text }),
  SessionEnd: () => ({ reason: text }),
  PreCompress: () => ({ trigger: text }),
  Notification: () => ({ notification_type: text, message: text, details: optional.jsonObject }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Gemini CLI writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const commonAnswer = {
  suppressOutput: optional.flag,
  /** A warning for the user. */
  systemMessage: optional.text,
};
const stops = {
  ...commonAnswer,
  /** `false`: the agent stops, if the event can stop it. */
  continue: optional.flag,
  /** The reason, shown to the user. */
  stopReason: optional.text,
};
/** A denial denies the event, replaces a tool's result, or requests another try at the end of a turn. */
const denies = { ...stops, decision: z.optional(z.enum(["deny", "block"])), reason: optional.text };

/** Without a part, Gemini CLI uses the original reply. */
const response = () => z.optional(looseObject(responseFields(1)));

/** The part of a model request that a hook can change. */
const requestAnswer = () =>
  strictObject({
    model: optional.text,
    /** Must be as many messages as in the request, in the same order. */
    messages: z.optional(z.array(looseObject({ role: text, content: text }))),
    /** All four numbers are replaced together. */
    config: z.optional(
      strictObject({
        temperature: optional.number,
        topP: optional.number,
        topK: optional.number,
        maxOutputTokens: optional.number,
      }),
    ),
  });

/** The fields of an answer to each event. */
const answerFields = {
  BeforeTool: () => ({
    ...denies,
    ...specificOutput("BeforeTool", {
      /** All arguments, not only the changed ones. */
      tool_input: optional.jsonObject,
    }),
  }),
  AfterTool: () => ({
    ...denies,
    ...specificOutput("AfterTool", {
      additionalContext: optional.text,
      /** A tool to call now. Its result replaces this one. */
      tailToolCallRequest: z.optional(strictObject({ name: text, args: jsonObject })),
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
  BeforeAgent: () => ({ ...denies, ...specificOutput("BeforeAgent", { additionalContext: optional.text }) }),
  AfterAgent: () => ({ ...denies, ...specificOutput("AfterAgent", { clearContext: optional.flag }) }),
  SessionStart: () => ({ ...commonAnswer, ...specificOutput("SessionStart", { additionalContext: optional.text }) }),
  SessionEnd: () => commonAnswer,
  PreCompress: () => commonAnswer,
  Notification: () => commonAnswer,
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer to an event. Gemini CLI drops what it does not know, and continues (observed). */
export const answerSchema = answerSchemas({}, answerFields);

/** Fields of every payload of Gemini CLI. There may be others. */
export interface GeminiEvent extends TypeOf<typeof commonPayload>, OpenFields {}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Gemini CLI writes to stdin at an event. */
export type GeminiPayload<Event extends EventName> = GeminiEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Gemini CLI's format. */
export type GeminiAnswer<Event extends EventName> = Answers[Event];

/**
 * Handlers for Gemini CLI's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { gemini: { BeforeAgent: ({ prompt }) => ({ decision: "deny", reason: "not now" }) } }
 */
export interface GeminiHandlers<in Env>
  extends HandlersOf<{ [E in EventName]: [GeminiPayload<E>, GeminiAnswer<E>] }, Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly gemini?: GeminiHandlers<Env>;
  }
}
