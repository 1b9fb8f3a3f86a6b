/** What an answer to any event may have. */
export interface CommonAnswer {
  /** `false`: the agent stops, where the event can stop it. */
  readonly continue?: boolean;
  /** Why it stops, for the user. */
  readonly stopReason?: string;
  readonly suppressOutput?: boolean;
  /** A warning to the user. */
  readonly systemMessage?: string;
}

/** An answer whose refusal, or wish to go on, is a `decision`. */
export interface BlockingAnswer {
  readonly decision?: "block";
  readonly reason?: string;
}

/** What only this event has. The host drops an answer that names another. */
export interface SpecificAnswer<Event extends string, Output> {
  readonly hookSpecificOutput?: { readonly hookEventName: Event } & Output;
}
