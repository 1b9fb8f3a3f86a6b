import * as z from "zod/mini";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";
import { responseFields } from "./response-fields.js";

const maybe = z.optional;
const text = maybe(z.string());
const flag = maybe(z.boolean());
const number = maybe(z.number());
const open = z.record(z.string(), z.unknown());

const common = { suppressOutput: flag, systemMessage: text };
const stops = { ...common, continue: flag, stopReason: text };
const denies = { ...stops, decision: maybe(z.enum(["deny", "block"])), reason: text };

function specific(event: EventName, output: Readonly<Record<string, z.ZodMiniType>>) {
  return { hookSpecificOutput: maybe(z.strictObject({ hookEventName: z.literal(event), ...output })) };
}

/** Without a part, Gemini CLI takes the reply as it came. */
const response = () => maybe(z.looseObject(responseFields(1)));

const request = () =>
  z.strictObject({
    model: text,
    messages: maybe(z.array(z.looseObject({ role: z.string(), content: z.string() }))),
    config: maybe(z.strictObject({ temperature: number, topP: number, topK: number, maxOutputTokens: number })),
  });

const schemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
  BeforeTool: () => z.strictObject({ ...denies, ...specific("BeforeTool", { tool_input: maybe(open) }) }),
  AfterTool: () =>
    z.strictObject({
      ...denies,
      ...specific("AfterTool", {
        additionalContext: text,
        tailToolCallRequest: maybe(z.strictObject({ name: z.string(), args: open })),
      }),
    }),
  BeforeModel: () =>
    z.strictObject({
      ...denies,
      ...specific("BeforeModel", { llm_request: maybe(request()), llm_response: response() }),
    }),
  AfterModel: () => z.strictObject({ ...stops, ...specific("AfterModel", { llm_response: response() }) }),
  BeforeToolSelection: () =>
    z.strictObject({
      ...common,
      ...specific("BeforeToolSelection", {
        toolConfig: maybe(
          z.strictObject({
            mode: maybe(z.enum(["AUTO", "ANY", "NONE"])),
            allowedFunctionNames: maybe(z.array(z.string())),
          }),
        ),
      }),
    }),
  BeforeAgent: () => z.strictObject({ ...denies, ...specific("BeforeAgent", { additionalContext: text }) }),
  AfterAgent: () => z.strictObject({ ...denies, ...specific("AfterAgent", { clearContext: flag }) }),
  SessionStart: () => z.strictObject({ ...common, ...specific("SessionStart", { additionalContext: text }) }),
  SessionEnd: () => z.strictObject(common),
  PreCompress: () => z.strictObject(common),
  Notification: () => z.strictObject(common),
});

/** What a hook may answer to an event. Gemini CLI drops what it does not know and goes on (run), so nothing such goes out. */
export function answerSchema(event: EventName): z.ZodMiniType {
  return schemas[event];
}
