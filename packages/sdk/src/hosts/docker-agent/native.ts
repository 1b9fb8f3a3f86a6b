import type { Context } from "../../hook/context.js";
import type { SilentEvent, SPECIFIC_MEMBERS } from "./answer-members.js";
import type { EVENTS, EventName } from "./events.js";
import type { DockerAgentAnswer, DockerAgentMessage } from "./native-answers.js";

export type { DockerAgentAnswer, DockerAgentMessage } from "./native-answers.js";

type Open = Readonly<Record<string, unknown>>;

/** Fields of every payload of docker-agent. Empty fields are left out. There may be others. */
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
  /** Missing if there are no arguments, or if they are not a JSON object. */
  readonly tool_input?: Open;
  readonly tool_category?: string;
  readonly safety_policy?: string;
}

/** `tool_response_transform`, `post_tool_use` */
export interface DockerAgentToolOutcome extends DockerAgentToolEvent {
  readonly tool_response?: string;
  readonly tool_error?: boolean;
}

/** `before_llm_call` */
export interface DockerAgentBeforeLlmCall extends DockerAgentEvent {
  readonly model_id?: string;
  /** Counts from 1. */
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

type Specific = NonNullable<DockerAgentAnswer["hook_specific_output"]>;
/** An object that may have only these members. */
type Reading<All, Read> = { [Member in keyof All]: Member extends Read ? All[Member] : undefined };
type Common<Event extends EventName> =
  | ((typeof EVENTS)[Event] extends { readonly denial: string }
      ? "continue" | "stop_reason" | "decision" | "reason"
      : never)
  | (Event extends SilentEvent ? never : "system_message");
type ReadAt<Event> = Event extends keyof typeof SPECIFIC_MEMBERS ? (typeof SPECIFIC_MEMBERS)[Event][number] : never;

/** What a native handler may answer at an event, in docker-agent's format: only what docker-agent reads there. */
export type DockerAgentAnswerAt<Event extends EventName> = Reading<
  Omit<DockerAgentAnswer, "hook_specific_output">,
  Common<Event>
> & {
  readonly hook_specific_output?: Reading<Specific, "hook_event_name" | ReadAt<Event>>;
};

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
type NativeReply<Event extends EventName> = DockerAgentAnswerAt<Event> | void;

/**
 * Handlers for docker-agent's own events, for everything without a portable point. They run after the handlers of the
 * event's point, unless those denied the call, and see their changes.
 *
 * @example native: { "docker-agent": { user_prompt_submit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export type DockerAgentHandlers<Env> = {
  readonly [Event in EventName]?: (
    input: Event extends keyof Inputs ? Inputs[Event] : DockerAgentEvent,
    context: Context<Env>,
  ) => NativeReply<Event> | Promise<NativeReply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly "docker-agent"?: DockerAgentHandlers<Env>;
  }
}
