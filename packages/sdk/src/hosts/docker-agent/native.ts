import type { Context } from "../../hook/context.js";
import type { EVENTS, EventName } from "./events.js";

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

/** A message of `before_llm_call`. A rewrite must keep the fields that are not named in this type. */
export interface DockerAgentMessage {
  readonly role: string;
  readonly content: string;
  readonly [field: string]: unknown;
}

/** Everything that docker-agent accepts. What an event does not read is a failure: see `DockerAgentAnswerAt`. */
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

type SpecificMember = keyof NonNullable<DockerAgentAnswer["hook_specific_output"]>;

const PERMISSION = ["permission_decision", "permission_decision_reason"] as const;
const CONTEXT = ["additional_context"] as const;

/**
 * The members that docker-agent reads in `hook_specific_output`, in addition to the event's name. Observed on v1.58.0
 * and v1.123.0; for the events of v1.138.0, from the source code.
 */
const SPECIFIC_MEMBERS = {
  pre_tool_use: [...PERMISSION, "updated_input", "metadata"],
  permission_request: [...PERMISSION, "metadata"],
  tool_input_transform: ["updated_input"],
  tool_guard: [...PERMISSION, "metadata"],
  tool_response_transform: ["updated_tool_response"],
  before_llm_call: ["updated_messages"],
  session_start: CONTEXT,
  turn_start: CONTEXT,
  user_prompt_submit: CONTEXT,
  user_steering_messages_submit: CONTEXT,
  user_followup_submit: CONTEXT,
  pre_compact: CONTEXT,
  worktree_create: CONTEXT,
  before_compaction: ["summary"],
} as const satisfies { readonly [Event in EventName]?: readonly SpecificMember[] };

/** The events whose `system_message` is not shown to anyone. */
const SILENT_EVENTS = [
  "before_llm_call",
  "after_llm_call",
  "session_end",
  "subagent_stop",
  "on_user_input",
  "notification",
  "on_error",
  "on_max_iterations",
  "on_agent_switch",
  "on_session_resume",
  "on_tool_approval_decision",
] as const satisfies readonly EventName[];

type SilentEvent = (typeof SILENT_EVENTS)[number];

/** Returns what docker-agent reads in an answer to an event. */
export function membersAt(event: EventName): { readonly specific: readonly string[]; readonly silent: boolean } {
  const members: { readonly [Event in EventName]?: readonly string[] } = SPECIFIC_MEMBERS;
  const silent: readonly EventName[] = SILENT_EVENTS;
  return { specific: members[event] ?? [], silent: silent.includes(event) };
}
