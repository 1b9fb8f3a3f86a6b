/** The payload that the host sent to the hook. */
export type Payload = Readonly<Record<string, unknown>>;

/** How a hook's command ended. */
export interface HookAnswer {
  readonly stdout?: string;
  readonly stderr?: string;
  /** Default 0. Omitted if a signal ended the command. */
  readonly exit?: number;
  readonly signal?: string;
  /** Whether it was still running at the host's timeout. */
  readonly timedOut?: boolean;
  /** The host's timeout in seconds: some hosts name it in the reason. */
  readonly timeout?: number;
  /** Why the command did not start, if the host continues then. */
  readonly unstarted?: string;
  /** The configured command: some hosts show it to the model when exit code 2 denies. */
  readonly command?: string;
}

/** Other conditions that the effect depends on. */
export interface Situation {
  /**
   * Whether the host's rules allow a tool call without asking a person. Default true, except at a permission request
   * and for hosts that call no hook for a permitted call.
   */
  readonly permitted?: boolean;
  /** `onFailure` of the hook in the host's config, if the host has such a setting. */
  readonly onFailure?: "block";
}

/** What a host does after it called a hook. */
export interface Effect {
  /** `dropped`: the hook answered, but the answer had no effect. `skipped`: the host did not call the hook. */
  readonly answer: "none" | "taken" | "dropped" | "skipped";
  /** `ends`: the model is not called again. `hangs`: the host waits forever, for the hook, or in headless mode. */
  readonly turn: "continues" | "ends" | "hangs";
  /**
   * Set if a tool is about to run. `asks`: the user's rules decide, then a person; in headless mode, the tool does not
   * run.
   */
  readonly tool?: "runs" | "does not run" | "asks";
  /** Who decides next, if `tool` is `asks` and the order is known. `hooks`: those at the host's permission event. */
  readonly asks?: "rules" | "hooks" | "person";
  /** The answer lets the call run despite the user's rules. */
  readonly approved?: true;
  /** Replaces all of the model's arguments. */
  readonly arguments?: unknown;
  /**
   * Changes that this variant of the host ignores. The host calls the hook again in another variant, which reads them.
   */
  readonly ignored?: { readonly arguments: unknown };
  /** `result` answers the call: the tool does not run, although nothing was denied. */
  readonly answered?: true;
  /** Replaces the tool's result for the model. */
  readonly result?: unknown;
  /** A call that the host makes instead of using the result. */
  readonly nextCall?: { readonly tool: string; readonly arguments: unknown };
  /** Why something was denied, withheld or ended. */
  readonly reason?: string;
  /** Additional text for the model. */
  readonly context?: readonly string[];
  /** Replaces the user's prompt. */
  readonly prompt?: string;
  /** The changes to the request to the model. */
  readonly request?: unknown;
  /** Replaces the model's reply. */
  readonly reply?: string;
  /** The text that is shown to the user. */
  readonly shown?: string;
  /** Set if the conversation is not shortened. */
  readonly compaction?: "cancelled";
  /** Replaces the conversation when it is shortened, without calling the model. */
  readonly summary?: string;
}

/** A call, how the hook ended, and the situation. */
export interface AnsweredCall {
  readonly event: string;
  readonly payload: Payload;
  readonly answer: HookAnswer;
  /** The answers of further hooks at the same event, in the order of the config. */
  readonly others?: readonly HookAnswer[];
  readonly situation: Situation;
  readonly version: string;
  readonly variant?: string;
}

/** How an answer changes what the host would do without an answer. */
export type Change = Partial<Omit<Effect, "answer">>;

/** What an event is about, as far as it matters for an answer. */
export type EventKind = "before tool" | "permission" | "after tool" | "model" | "stop" | "other";
