import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";

type Open = Readonly<Record<string, unknown>>;

/** Fields of every payload of Copilot CLI. There may be others. */
export interface CopilotEvent {
  readonly sessionId: string;
  /** In milliseconds since 1970. */
  readonly timestamp: number;
  readonly cwd: string;
  readonly [field: string]: unknown;
}

/** `preToolUse` */
export interface CopilotToolEvent extends CopilotEvent {
  readonly toolName: string;
  /** A string if the tool is freeform: for `apply_patch`, the patch itself. */
  readonly toolArgs: Open | string;
}

/** `postToolUse` */
export interface CopilotToolOutcome extends CopilotToolEvent {
  readonly toolResult: {
    readonly resultType: string;
    readonly textResultForLlm: string;
    readonly [field: string]: unknown;
  };
}

/** `postToolUseFailure`: the tool itself failed. A command with a non-zero exit code is a `postToolUse`. */
export interface CopilotToolFailure extends CopilotToolEvent {
  readonly error: string;
}

/** `permissionRequest` */
interface CopilotPermissionRequest extends CopilotEvent {
  readonly hookName?: string;
  /** Not always the tool's own name: `edit` for `apply_patch`. */
  readonly toolName: string;
  readonly toolInput: unknown;
  readonly permissionSuggestions?: readonly unknown[];
}

/** `preMcpToolCall`: after `preToolUse`, with the original names of the server and the tool. */
interface CopilotMcpCall extends CopilotEvent {
  readonly toolCallId?: string;
  readonly serverName: string;
  readonly toolName: string;
  readonly arguments: unknown;
}

/** `userPromptSubmitted` */
interface CopilotPrompt extends CopilotEvent {
  readonly prompt: string;
}

/** `userPromptTransformed`: the prompt as the model gets it. */
interface CopilotTransformedPrompt extends CopilotPrompt {
  readonly transformedPrompt: string;
}

/** `sessionStart` */
interface CopilotSessionStart extends CopilotEvent {
  readonly source: string;
  readonly initialPrompt?: string;
}

/** `sessionEnd` */
interface CopilotSessionEnd extends CopilotEvent {
  readonly reason: string;
}

/** `agentStop` */
interface CopilotStop extends CopilotEvent {
  readonly transcriptPath?: string;
  readonly stopReason: string;
  /** `true` if a hook already let the agent go on. */
  readonly stop_hook_active?: boolean;
}

/** `subagentStart` */
interface CopilotSubagentStart extends CopilotEvent {
  readonly transcriptPath?: string;
  readonly agentName: string;
  readonly agentId?: string;
  readonly agentType?: string;
  readonly parentAgentId?: string;
}

/** `subagentStop` */
interface CopilotSubagentStop extends CopilotSubagentStart {
  readonly response?: string;
  readonly stopReason: string;
  readonly stop_hook_active?: boolean;
}

/** `notification` */
interface CopilotNotification extends CopilotEvent {
  readonly hook_event_name?: string;
  readonly notification_type: string;
  readonly message: string;
  readonly title?: string;
}

/** `preCompact` */
interface CopilotPreCompact extends CopilotEvent {
  readonly transcriptPath?: string;
  readonly trigger: string;
  readonly customInstructions?: string;
}

/** `errorOccurred` */
interface CopilotError extends CopilotEvent {
  readonly error: {
    readonly name: string;
    readonly message: string;
    readonly stack?: string;
    readonly [field: string]: unknown;
  };
  readonly errorContext: string;
  readonly recoverable?: boolean;
}

/** Answer to `preToolUse`. */
export interface CopilotToolAnswer {
  /** `allow` skips the user's approval, other hooks and `--deny-tool`. */
  readonly permissionDecision?: "allow" | "ask" | "deny";
  readonly permissionDecisionReason?: string;
  /** All arguments, not only the changed ones; a string if they arrived as one. */
  readonly modifiedArgs?: Open | string;
  readonly additionalContext?: string;
}

/** Answer to `postToolUse`. */
export interface CopilotResultAnswer {
  readonly modifiedResult?: {
    /** `success`, `failure`, `rejected` or `denied`. Default: `success`. */
    readonly resultType?: string;
    readonly textResultForLlm: string;
  };
  readonly additionalContext?: string;
  /** The model reads the reason instead of the result. */
  readonly decision?: "block";
  readonly reason?: string;
}

/** Answer to `permissionRequest`. */
export interface CopilotPermissionAnswer {
  /** `allow` skips the user's approval and `--deny-tool`. */
  readonly behavior: "allow" | "deny";
  readonly message?: string;
  /** With `deny`, `true` ends the turn. */
  readonly interrupt?: boolean;
}

/** Answer to `userPromptSubmitted`. */
export interface CopilotPromptAnswer {
  readonly additionalContext?: string;
  readonly modifiedPrompt?: string;
  /** The prompt is not sent. */
  readonly decision?: "block";
  readonly reason?: string;
}

/** Answer to `userPromptTransformed`. */
export interface CopilotTransformedAnswer {
  readonly modifiedTransformedPrompt?: string;
}

/** Answer to `agentStop`. */
interface CopilotStopAnswer {
  /** `block`: the agent goes on, with the reason as its next prompt. */
  readonly decision?: "block" | "allow";
  readonly reason?: string;
}

/** Answer to `subagentStop`. */
export interface CopilotSubagentStopAnswer extends CopilotStopAnswer {
  readonly modifiedResponse?: string;
}

/** Answer to `postToolUseFailure`, `sessionStart`, `subagentStart` and `notification`. */
interface CopilotContextAnswer {
  readonly additionalContext?: string;
}

/** Answer to `preMcpToolCall`, `sessionEnd`, `preCompact` and `errorOccurred`, where Copilot CLI reads nothing. */
type CopilotNoAnswer = Readonly<Record<string, never>>;

/** The payload and the answer of each event. */
export interface CopilotEvents {
  readonly preToolUse: [CopilotToolEvent, CopilotToolAnswer];
  readonly postToolUse: [CopilotToolOutcome, CopilotResultAnswer];
  readonly postToolUseFailure: [CopilotToolFailure, CopilotContextAnswer];
  readonly permissionRequest: [CopilotPermissionRequest, CopilotPermissionAnswer];
  readonly preMcpToolCall: [CopilotMcpCall, CopilotNoAnswer];
  readonly userPromptSubmitted: [CopilotPrompt, CopilotPromptAnswer];
  readonly userPromptTransformed: [CopilotTransformedPrompt, CopilotTransformedAnswer];
  readonly sessionStart: [CopilotSessionStart, CopilotContextAnswer];
  readonly sessionEnd: [CopilotSessionEnd, CopilotNoAnswer];
  readonly agentStop: [CopilotStop, CopilotStopAnswer];
  readonly subagentStart: [CopilotSubagentStart, CopilotContextAnswer];
  readonly subagentStop: [CopilotSubagentStop, CopilotSubagentStopAnswer];
  readonly notification: [CopilotNotification, CopilotContextAnswer];
  readonly preCompact: [CopilotPreCompact, CopilotNoAnswer];
  readonly errorOccurred: [CopilotError, CopilotNoAnswer];
}

/** What Copilot CLI writes to stdin at an event. */
export type CopilotPayload<Event extends EventName> = CopilotEvents[Event][0];

/** What a native handler may answer to an event, in Copilot CLI's format. */
export type CopilotAnswer<Event extends EventName> = CopilotEvents[Event][1];

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` has no opinion
type Reply<Event extends EventName> = CopilotAnswer<Event> | void;

/**
 * Handlers for Copilot CLI's own events, for everything without a portable point. They run after the handlers of the
 * event's point, unless those denied the call, and see their changes.
 *
 * @example native: { copilot: { userPromptSubmitted: ({ prompt }) => ({ additionalContext: "It is Monday." }) } }
 */
export type CopilotHandlers<Env> = {
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
