import type { TypeOf, TypesOf } from "../../command-hook/field-schemas.js";
import type { Context } from "../../hook/context.js";
import type { EVENTS, EventName } from "./events.js";
import type { answerFields, commonPayload, messageFields, payloadFields } from "./wire.js";

/** Fields of every payload of docker-agent. Empty fields are left out. There may be others. */
export interface DockerAgentEvent extends TypeOf<typeof commonPayload> {
  readonly [field: string]: unknown;
}

interface OwnFields extends TypesOf<typeof payloadFields> {}
type Payload<Event extends keyof OwnFields> = DockerAgentEvent & OwnFields[Event];

/** `pre_tool_use`, `permission_request`, `tool_input_transform`, `tool_guard` */
export interface DockerAgentToolEvent extends Payload<"pre_tool_use"> {}

/** `tool_response_transform`, `post_tool_use` */
export interface DockerAgentToolOutcome extends Payload<"post_tool_use"> {}

/** `before_llm_call` */
export interface DockerAgentBeforeLlmCall extends DockerAgentEvent, Omit<OwnFields["before_llm_call"], "messages"> {
  /** Each message has a `content` (observed), although the schema also accepts messages without it. */
  readonly messages?: readonly DockerAgentMessage[];
}

/** `after_llm_call` */
export interface DockerAgentAfterLlmCall extends Payload<"after_llm_call"> {}

/** `user_prompt_submit`, `user_followup_submit` */
export interface DockerAgentPrompt extends Payload<"user_prompt_submit"> {}

/** `user_steering_messages_submit`: what the user wrote during a turn */
export interface DockerAgentSteering extends Payload<"user_steering_messages_submit"> {}

/** `on_tool_approval_decision` */
export interface DockerAgentApproval extends Payload<"on_tool_approval_decision"> {}

/** A message of `before_llm_call`. A rewrite must keep the fields that are not named in this type. */
export interface DockerAgentMessage extends TypeOf<ReturnType<typeof messageFields>> {
  readonly [field: string]: unknown;
}

/**
 * Everything that docker-agent accepts in an answer. A member that it does not read at the event is a failure: see
 * `DockerAgentAnswerAt`.
 */
export interface DockerAgentAnswer extends TypeOf<typeof answerFields> {}

type Specific = NonNullable<DockerAgentAnswer["hook_specific_output"]>;
/** An object that may have only the members in `Read`. */
type Reading<All, Read> = { [Member in keyof All]: Member extends Read ? All[Member] : undefined };
type Common<Event extends EventName> =
  | ((typeof EVENTS)[Event] extends { readonly denial: string }
      ? "continue" | "stop_reason" | "decision" | "reason"
      : never)
  | (Event extends SilentEvent ? never : "system_message");
type ReadAt<Event> = Event extends keyof typeof SPECIFIC_MEMBERS ? (typeof SPECIFIC_MEMBERS)[Event][number] : never;

/** What a native handler may answer at an event, in docker-agent's format: only fields that docker-agent then reads. */
export type DockerAgentAnswerAt<Event extends EventName> = Reading<
  Omit<DockerAgentAnswer, "hook_specific_output">,
  Common<Event>
> & {
  readonly hook_specific_output?: Reading<Specific, "hook_event_name" | ReadAt<Event>>;
};

/** The payload of each event that has fields of its own. */
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
  readonly user_steering_messages_submit: DockerAgentSteering;
  readonly on_tool_approval_decision: DockerAgentApproval;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type NativeReply<Event extends EventName> = DockerAgentAnswerAt<Event> | void;

/**
 * Handlers for docker-agent's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { "docker-agent": { user_prompt_submit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export type DockerAgentHandlers<in Env> = {
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
