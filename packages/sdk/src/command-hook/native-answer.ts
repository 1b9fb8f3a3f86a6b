/** The fields that an answer to any event can have. */
export interface CommonAnswer {
  /** `false`: the agent stops, if the event can stop it. */
  readonly continue?: boolean;
  /** The reason, shown to the user. */
  readonly stopReason?: string;
  readonly suppressOutput?: boolean;
  /** A warning for the user. */
  readonly systemMessage?: string;
}

/** An answer that denies its event, or makes the agent continue, with a `decision`. */
export interface BlockingAnswer {
  readonly decision?: "block";
  readonly reason?: string;
}

/** The fields of one event. The host drops an answer with the name of another event. */
export interface SpecificAnswer<Event extends string, Output> {
  readonly hookSpecificOutput?: { readonly hookEventName: Event } & Output;
}
