/** What the host sent to the hook. */
export type Payload = Readonly<Record<string, unknown>>;

/** How a hook's command ended. */
export interface HookAnswer {
  readonly stdout?: string;
  readonly stderr?: string;
  /** Default 0. Left out where a signal ended it. */
  readonly exit?: number;
  readonly signal?: string;
  /** It was still running at the host's timeout. */
  readonly timedOut?: boolean;
  /** As configured: Claude Code names it to the model where exit 2 refuses. */
  readonly command?: string;
}

/** What else the effect depends on. */
export interface Situation {
  /** Whether the host's own rules let a tool call run without asking anybody; default true, but where permission is asked. */
  readonly permitted?: boolean;
  /** `onFailure` of the hook in Claude Code's config. */
  readonly onFailure?: "block";
}

/** What an agent does after asking a hook. */
export interface Effect {
  /** `dropped`: it said something, and nothing came of it. */
  readonly answer: "none" | "taken" | "dropped";
  /** `ends`: the model is not called again. `hangs`: headless, it waits for ever. */
  readonly turn: "goes on" | "ends" | "hangs";
  /** Where a tool is about to run. `asks`: its own rules, and then a person; headless it does not run. */
  readonly tool?: "runs" | "does not run" | "asks";
  /** The answer lets the call run past the rules of the user. */
  readonly approved?: true;
  /** In place of the model's, all of them. */
  readonly arguments?: unknown;
  /** In place of the tool's own: what the model gets. */
  readonly result?: unknown;
  /** A call that the host makes in the place of the result. */
  readonly nextCall?: { readonly tool: string; readonly arguments: unknown };
  /** Why something was denied, withheld or ended. */
  readonly reason?: string;
  /** What the model gets beside the rest. */
  readonly context?: readonly string[];
  /** In place of the user's. */
  readonly prompt?: string;
  /** What changes in the request to the model. */
  readonly request?: unknown;
  /** In place of the model's. */
  readonly reply?: string;
  /** What the user is shown. */
  readonly shown?: string;
}

/** What is asked, how the hook ended, and what holds without an answer. */
export interface Asked {
  readonly event: string;
  readonly payload: Payload;
  readonly answer: HookAnswer;
  readonly situation: Situation;
}

/** What an answer changes of what the host would do without one. */
export type Change = Partial<Omit<Effect, "answer">>;

/** What an event is about, as far as an answer to it can matter. */
export type EventKind = "before tool" | "permission" | "after tool" | "model" | "stop" | "other";

/** The keys of an answer that a host knows; without `specific` those of `hookSpecificOutput` are not to be told. */
export interface KnownKeys {
  readonly answer: readonly string[];
  readonly specific?: readonly string[];
}

/** What one host makes of an answer. Whatever was not seen to do something does nothing here. */
export interface Rules {
  /** The events at which an answer was seen to matter; the others are `other`. */
  readonly kinds: Readonly<Record<string, EventKind>>;
  /** At an event. */
  keysAt(event: string): KnownKeys;
  changeBy(asked: Asked): Change;
}
