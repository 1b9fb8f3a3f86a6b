import * as z from "zod/mini";
import { maybe, open, text } from "../../command-hook/field-schemas.js";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";
import { responseFields } from "./response-fields.js";

const common = { suppressOutput: maybe.flag, systemMessage: maybe.text };
const stops = { ...common, continue: maybe.flag, stopReason: maybe.text };
const denies = { ...stops, decision: z.optional(z.enum(["deny", "block"])), reason: maybe.text };

function specific(event: EventName, output: Readonly<Record<string, z.ZodMiniType>>) {
  return { hookSpecificOutput: z.optional(z.strictObject({ hookEventName: z.literal(event), ...output })) };
}

/** Without a part, Gemini CLI uses the original reply. */
const response = () => z.optional(z.looseObject(responseFields(1)));

const request = () =>
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

const schemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
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
      ...specific("BeforeModel", { llm_request: z.optional(request()), llm_response: response() }),
    }),
  AfterModel: () => z.strictObject({ ...stops, ...specific("AfterModel", { llm_response: response() }) }),
  BeforeToolSelection: () =>
    z.strictObject({
      ...common,
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
  SessionStart: () => z.strictObject({ ...common, ...specific("SessionStart", { additionalContext: maybe.text }) }),
  SessionEnd: () => z.strictObject(common),
  PreCompress: () => z.strictObject(common),
  Notification: () => z.strictObject(common),
});

/** Returns the schema of an answer to an event. Gemini CLI drops what it does not know, and goes on (observed). */
export function answerSchema(event: EventName): z.ZodMiniType {
  return schemas[event];
}
