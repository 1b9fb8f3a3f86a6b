type Open = Readonly<Record<string, unknown>>;

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
