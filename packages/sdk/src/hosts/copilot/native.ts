import type { AnswersOf, TypeOf, TypesOf } from "../../command-hook/field-schemas.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";
import type { answerFields, commonPayload, payloadFields } from "./wire.js";

/** Fields of every payload of Copilot CLI. There may be others. */
export interface CopilotEvent extends TypeOf<typeof commonPayload> {
  readonly [field: string]: unknown;
}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Copilot CLI writes to stdin at an event. */
export type CopilotPayload<Event extends EventName> = CopilotEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Copilot CLI's format. */
export type CopilotAnswer<Event extends EventName> = Answers[Event];

/** The payload and the answer of each event. */
export type CopilotEvents = { readonly [Event in EventName]: [CopilotPayload<Event>, CopilotAnswer<Event>] };

/** `userPromptSubmitted` */
export interface CopilotPrompt extends CopilotPayload<"userPromptSubmitted"> {}
/** `preToolUse` */
export interface CopilotToolEvent extends CopilotPayload<"preToolUse"> {}
/** `postToolUse` */
export interface CopilotToolOutcome extends CopilotPayload<"postToolUse"> {}
/** `postToolUseFailure`: the tool itself failed. A command with a non-zero exit code is a `postToolUse`. */
export interface CopilotToolFailure extends CopilotPayload<"postToolUseFailure"> {}

/** Answer to `preToolUse`. */
export interface CopilotToolAnswer extends CopilotAnswer<"preToolUse"> {}
/** Answer to `postToolUse`. */
export interface CopilotResultAnswer extends CopilotAnswer<"postToolUse"> {}
/** Answer to `permissionRequest`. */
export interface CopilotPermissionAnswer extends CopilotAnswer<"permissionRequest"> {}
/** Answer to `userPromptSubmitted`. */
export interface CopilotPromptAnswer extends CopilotAnswer<"userPromptSubmitted"> {}
/** Answer to `userPromptTransformed`. */
export interface CopilotTransformedAnswer extends CopilotAnswer<"userPromptTransformed"> {}
/** Answer to `subagentStop`. */
export interface CopilotSubagentStopAnswer extends CopilotAnswer<"subagentStop"> {}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type Reply<Event extends EventName> = CopilotAnswer<Event> | void;

/**
 * Handlers for Copilot CLI's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { copilot: { userPromptSubmitted: ({ prompt }) => ({ additionalContext: "It is Monday." }) } }
 */
export type CopilotHandlers<in Env> = {
  readonly [Event in EventName]?: (
    input: CopilotPayload<Event>,
    context: Context<Env>,
  ) => Reply<Event> | Promise<Reply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly copilot?: CopilotHandlers<Env>;
  }
}
