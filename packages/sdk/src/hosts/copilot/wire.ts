import * as z from "zod/mini";
import {
  type AnswersOf,
  answerSchemas,
  anything,
  type Fields,
  jsonObject,
  looseObject,
  number,
  optional,
  payloadSchemas,
  strictObject,
  type TypeOf,
  type TypesOf,
  text,
} from "../../command-hook/field-schemas.js";
import type { HandlersOf, OpenFields } from "../../command-hook/native-types.js";
import type { EventName } from "./events.js";

/** Fields of every payload. None of them names the event. */
const commonPayload = {
  sessionId: text,
  /** In milliseconds since 1970. */
  timestamp: number,
  cwd: text,
};
const transcript = { transcriptPath: optional.text };
const agent = { agentName: text, agentId: optional.text, agentType: optional.text, parentAgentId: optional.text };
const ended = {
  stopReason: text,
  /** `true` if a hook has already made the agent continue. */
  stop_hook_active: optional.flag,
};
const tool = () => ({
  toolName: text,
  /** A string if the tool takes one text instead of arguments: for `apply_patch`, the patch itself (observed). */
  toolArgs: z.union([jsonObject, text]),
});

/** The fields of each event in addition to the common ones. */
const payloadFields = {
  preToolUse: tool,
  postToolUse: () => ({ ...tool(), toolResult: looseObject({ resultType: text, textResultForLlm: text }) }),
  postToolUseFailure: () => ({ ...tool(), error: text }),
  permissionRequest: () => ({
    hookName: optional.text,
    /** Not always the tool's own name: `edit` for `apply_patch`. */
    toolName: text,
    toolInput: anything,
    permissionSuggestions: optional.list,
  }),
  /** After `preToolUse`, with the original names of the server and the tool. */
  preMcpToolCall: () => ({ toolCallId: optional.text, serverName: text, toolName: text, arguments: anything }),
  userPromptSubmitted: () => ({ prompt: text }),
  userPromptTransformed: () => ({
    prompt: text,
    /** The prompt as the model gets it. */
    transformedPrompt: text,
  }),
  sessionStart: () => ({ source: text, initialPrompt: optional.text }),
  sessionEnd: () => ({ reason: text }),
  agentStop: () => ({ ...transcript, ...ended }),
  subagentStart: () => ({ ...transcript, ...agent }),
  subagentStop: () => ({ ...transcript, ...agent, response: optional.text, ...ended }),
  notification: () => ({
    hook_event_name: optional.text,
    notification_type: text,
    message: text,
    title: optional.text,
  }),
  preCompact: () => ({ ...transcript, trigger: text, customInstructions: optional.text }),
  errorOccurred: () => ({
    error: looseObject({ name: text, message: text, stack: optional.text }),
    errorContext: text,
    recoverable: optional.flag,
  }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Copilot CLI writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

/** Copilot CLI drops an empty replacement (from the source code). */
const replacement = () => z.optional(z.string().check(z.minLength(1)));
const context = () => ({ additionalContext: optional.text });
const stopFields = () => ({
  /** `block`: the agent continues, with the reason as its next prompt. */
  decision: z.optional(z.enum(["block", "allow"])),
  reason: optional.text,
});
/** Copilot CLI reads nothing at these events. */
const nothing = () => ({});

/** The fields of an answer to each event. */
const answerFields = {
  preToolUse: () => ({
    /** `allow` skips the user's approval, other hooks and `--deny-tool`. */
    permissionDecision: z.optional(z.enum(["allow", "ask", "deny"])),
    permissionDecisionReason: optional.text,
    /** All arguments, not only the changed ones; a string if they arrived as one. */
    modifiedArgs: z.optional(z.union([jsonObject, text])),
    additionalContext: optional.text,
  }),
  postToolUse: () => ({
    modifiedResult: z.optional(
      strictObject({
        /** `success`, `failure`, `rejected` or `denied`. Default: `success`. */
        resultType: optional.text,
        textResultForLlm: text,
      }),
    ),
    additionalContext: optional.text,
    /** The model reads the reason instead of the result. */
    decision: optional.block,
    reason: optional.text,
  }),
  postToolUseFailure: context,
  permissionRequest: () => ({
    /** `allow` skips the user's approval and `--deny-tool`. */
    behavior: z.enum(["allow", "deny"]),
    message: optional.text,
    /** With `deny`, `true` ends the turn. */
    interrupt: optional.flag,
  }),
  preMcpToolCall: nothing,
  userPromptSubmitted: () => ({
    additionalContext: optional.text,
    modifiedPrompt: replacement(),
    /** The prompt is not sent. */
    decision: optional.block,
    reason: optional.text,
  }),
  userPromptTransformed: () => ({ modifiedTransformedPrompt: replacement() }),
  sessionStart: context,
  sessionEnd: nothing,
  agentStop: stopFields,
  subagentStart: context,
  subagentStop: () => ({ ...stopFields(), modifiedResponse: replacement() }),
  notification: context,
  preCompact: nothing,
  errorOccurred: nothing,
} satisfies Readonly<Record<EventName, () => Fields>>;

/**
 * Returns the schema of an answer to an event. Copilot CLI drops an answer that it does not recognize and continues
 * (observed), so only answers that match are sent.
 */
export const answerSchema = answerSchemas({}, answerFields);

/** Fields of every payload of Copilot CLI. There may be others. */
export interface CopilotEvent extends TypeOf<typeof commonPayload>, OpenFields {}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Copilot CLI writes to stdin at an event. */
export type CopilotPayload<Event extends EventName> = CopilotEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Copilot CLI's format. */
export type CopilotAnswer<Event extends EventName> = Answers[Event];

/** What Copilot CLI reads: one JSON object. This type has the fields for all events. */
export interface Document
  extends CopilotAnswer<"preToolUse">,
    Partial<CopilotAnswer<"permissionRequest">>,
    Omit<CopilotAnswer<"postToolUse">, "decision">,
    Omit<CopilotAnswer<"userPromptSubmitted">, "decision">,
    CopilotAnswer<"userPromptTransformed">,
    CopilotAnswer<"subagentStop"> {}

/**
 * Handlers for Copilot CLI's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { copilot: { userPromptSubmitted: ({ prompt }) => ({ additionalContext: "It is Monday." }) } }
 */
export interface CopilotHandlers<in Env>
  extends HandlersOf<{ [E in EventName]: [CopilotPayload<E>, CopilotAnswer<E>] }, Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly copilot?: CopilotHandlers<Env>;
  }
}
