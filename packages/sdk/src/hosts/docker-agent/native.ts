import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";

type Open = Readonly<Record<string, unknown>>;

/** In every payload of docker-agent. Fields that are empty are left out; others may be there. */
export interface DockerAgentEvent {
  readonly session_id: string;
  readonly cwd: string;
  readonly hook_event_name: string;
  readonly agent_name?: string;
  readonly [field: string]: unknown;
}

/** `pre_tool_use`, `permission_request`, `tool_input_transform`, `tool_guard` */
export interface DockerAgentToolEvent extends DockerAgentEvent {
  readonly tool_name: string;
  readonly tool_use_id?: string;
  /** Missing for no arguments and for such as are no JSON object. */
  readonly tool_input?: Open;
  readonly tool_category?: string;
  readonly safety_policy?: string;
}

/** `tool_response_transform`, `post_tool_use` */
export interface DockerAgentToolOutcome extends DockerAgentToolEvent {
  readonly tool_response?: string;
  readonly tool_error?: boolean;
}

/** A message of `before_llm_call`; fields that are not named here must survive a rewrite. */
export interface DockerAgentMessage {
  readonly role: string;
  readonly content: string;
  readonly [field: string]: unknown;
}

/** `before_llm_call` */
export interface DockerAgentBeforeLlmCall extends DockerAgentEvent {
  readonly model_id?: string;
  /** From 1. */
  readonly iteration?: number;
  readonly messages?: readonly DockerAgentMessage[];
}

/** `after_llm_call` */
export interface DockerAgentAfterLlmCall extends DockerAgentEvent {
  readonly model_id?: string;
  readonly last_user_message?: string;
  readonly stop_response?: string;
  readonly usage?: Open;
  readonly cost?: number;
}

/** `user_prompt_submit`, `user_followup_submit` */
export interface DockerAgentPrompt extends DockerAgentEvent {
  readonly prompt?: string;
}

/** `on_tool_approval_decision` */
export interface DockerAgentApproval extends DockerAgentToolEvent {
  readonly approval_decision?: string;
  readonly approval_source?: string;
  readonly safety_label?: string;
}

/** What a native handler may answer, in docker-agent's own words. What an event does not use, it ignores. */
export interface DockerAgentAnswer {
  readonly continue?: boolean;
  readonly stop_reason?: string;
  readonly suppress_output?: boolean;
  /** A warning to the user. */
  readonly system_message?: string;
  readonly decision?: "block";
  readonly reason?: string;
  readonly hook_specific_output?: {
    readonly hook_event_name?: string;
    readonly permission_decision?: "allow" | "ask" | "deny";
    readonly permission_decision_reason?: string;
    /** All arguments, not only the changed ones. */
    readonly updated_input?: Open;
    /** The whole conversation; an empty one changes nothing. */
    readonly updated_messages?: readonly DockerAgentMessage[];
    readonly updated_tool_response?: string;
    readonly additional_context?: string;
    readonly summary?: string;
    readonly metadata?: Readonly<Record<string, string>>;
  };
}

interface Inputs {
  readonly pre_tool_use: DockerAgentToolEvent;
  readonly permission_request: DockerAgentToolEvent;
  readonly tool_input_transform: DockerAgentToolEvent;
  readonly tool_guard: DockerAgentToolEvent;
  readonly tool_response_transform: DockerAgentToolOutcome;
  readonly post_tool_use: DockerAgentToolOutcome;
  readonly before_llm_call: DockerAgentBeforeLlmCall;
  readonly after_llm_call: DockerAgentAfterLlmCall;
  readonly user_prompt_submit: DockerAgentPrompt;
  readonly user_followup_submit: DockerAgentPrompt;
  readonly on_tool_approval_decision: DockerAgentApproval;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` has no opinion
type NativeReply = DockerAgentAnswer | void;

/**
 * docker-agent's own events, for what has no portable point. They run after the handlers of the event's point, unless
 * those refused, and are shown what those left.
 *
 * @example native: { "docker-agent": { user_prompt_submit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export type DockerAgentHandlers<Env> = {
  readonly [Event in EventName]?: (
    input: Event extends keyof Inputs ? Inputs[Event] : DockerAgentEvent,
    context: Context<Env>,
  ) => NativeReply | Promise<NativeReply>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly "docker-agent"?: DockerAgentHandlers<Env>;
  }
}
