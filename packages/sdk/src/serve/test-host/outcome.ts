import type { HookFailure } from "../in-process.js";

/**
 * The effect of the hook's decision:
 *
 * - `none`: the host continues as without the hook. An approval that changes nothing is `none` too
 * - `allow`: the hook approved, so the user's rules do not apply
 * - `ask`: the hook left the call to a person
 * - `deny`: the hook denied
 * - `modify`: the hook changed the arguments, the result, the request or the reply
 * - `respond`: the hook answered instead of the tool
 * - `end`: the hook ended the turn
 */
export type TestDecision = "none" | "allow" | "ask" | "deny" | "modify" | "respond" | "end";

/** One call of the hook by the host. */
export interface HookEventCall {
  /** The host's name for the event: `PreToolUse`, `hook.before_tool`... */
  readonly event: string;
  /** `none`: no answer, or an answer without a decision. `dropped`: an answer that has no effect on this host. */
  readonly answer: "none" | "taken" | "dropped";
}

/** What every method of a test host returns. */
export interface TestOutcome {
  readonly decision: TestDecision;
  /** Why the hook denied, asked or ended the turn. */
  readonly reason?: string;
  /** The texts that the hook added for the model to the result or the prompt. */
  readonly context: readonly string[];
  /** Whether the model is called again in this turn. */
  readonly turn: "continues" | "ends";
  /** The host's calls of the hook, in order. Empty if it did not call the hook. */
  readonly events: readonly HookEventCall[];
  /** The hook's failures: a throw, a missed deadline, an invalid decision. Empty for a hook in its own process. */
  readonly failures: readonly HookFailure[];
}

/** The outcome of a tool call. */
export interface ToolTestOutcome extends TestOutcome {
  /** Whether the host's tool ran. If the hook answered instead of the tool, this is `false`. */
  readonly ran: boolean;
  /** The host's name for the tool that ran or would have run. */
  readonly tool: string;
  /** The arguments with which the tool ran or would have run. */
  readonly arguments: unknown;
  /** What the model reads as the result. `undefined` if the turn ended first, or if it is not known. */
  readonly result?: string;
  /** Whether the model is told that the tool failed, as far as the host knows that. */
  readonly isError?: boolean;
  /** What the user reads as the result, if it differs from what the model reads. */
  readonly forUser?: string;
}

/** The outcome of a user's prompt. */
export interface PromptTestOutcome extends TestOutcome {
  /** The prompt as the model reads it. `undefined` if it was denied. */
  readonly prompt?: string;
}

/** The outcome of a call of the model. */
export interface LlmTestOutcome extends TestOutcome {
  /** The messages that the model gets. `undefined` if it is not called. */
  readonly messages?: readonly TestMessage[];
  /** The text that the agent continues with. `undefined` if the model is not called, or the turn ended after it. */
  readonly reply?: string;
  readonly reasoning?: string;
  /** The names of the tools that the reply calls, as the agent continues with them. */
  readonly toolCalls?: readonly string[];
}

/** A message to the model. */
export interface TestMessage {
  readonly role: string;
  readonly content: string;
}
