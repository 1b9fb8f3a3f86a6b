import type { ApprovalRequest, LlmCall, LlmReply, PromptCall, ToolCall, ToolOutcome } from "./calls.js";
import type { Context } from "./context.js";
import type {
  AfterLlmDecision,
  AfterToolDecision,
  BeforeLlmDecision,
  BeforeToolDecision,
  OnPromptDecision,
} from "./decisions.js";
import type { Tool } from "./define-tool.js";
import type { EventHandlers, HookEvent } from "./events.js";
import type { ExactNative } from "./exact-native.js";
import type { Approver, Handler } from "./handlers.js";
import { markHook } from "./hook-mark.js";
import type { NativeHandlers } from "./native.js";
import type { Schema } from "./schema.js";
import type { ToolFilter } from "./tool-filter.js";

/** What happens to a call when the hook fails: the host continues, or the call is denied. */
export type FailurePolicy = "continue" | "block";

/** How long a call may take, in milliseconds. Must be below the host's own limits. */
export interface Deadlines {
  /** For every handler except `approveTool`. Default: 4500. */
  readonly interceptMs?: number;
  /** For `approveTool`. Default: 55000. */
  readonly approveMs?: number;
}

interface HookFields<Env> {
  /** Names the hook in logs, denials and the handshake. */
  readonly name: string;
  readonly version?: string;
  /** Settings from environment variables, read once at startup. The hook does not start if they are invalid. */
  readonly env?: Schema;
  /** The tools that the hook provides. */
  readonly tools?: readonly Tool[];
  /** Names of the host's tools that `respond` can answer. */
  readonly respondsTo?: readonly string[];
  /** Default: `continue`, as hosts do. Use `block` for a guard. */
  readonly onFailure?: FailurePolicy;
  readonly deadlines?: Deadlines;
  /**
   * The tool calls that `beforeTool`, `approveTool` and `afterTool` receive. Default: all. Other calls pass as if the
   * hook did not have these handlers, even with `onFailure: "block"`, and `approveTool` does not deny them. `forTools`
   * gives one handler another filter. The hook's own tools run whatever the filter is.
   *
   * `agent-hook config` writes the filter as the host's matcher, so that other calls start no process. Run the command
   * again after you change the filter.
   *
   * @example toolFilter: { kinds: ["write", "edit"] }
   */
  readonly toolFilter?: ToolFilter;
  /** A prompt of the user has arrived: add context for the model, deny the prompt, or return nothing. */
  readonly onPrompt?: Handler<PromptCall, OnPromptDecision, Env>;
  readonly beforeLlm?: Handler<LlmCall, BeforeLlmDecision, Env>;
  readonly afterLlm?: Handler<LlmReply, AfterLlmDecision, Env>;
  readonly beforeTool?: Handler<ToolCall, BeforeToolDecision, Env>;
  readonly afterTool?: Handler<ToolOutcome, AfterToolDecision, Env>;
  /** The place for a policy: it sees the final arguments. Returning nothing denies the call. */
  readonly approveTool?: Approver<ApprovalRequest, Env>;
  /** Handlers of a host's own events, by host and event. */
  readonly native?: NativeHandlers<Env>;
  /**
   * Receives what happens in the host. It decides nothing, but can return `addContext(text)` at the start of a session,
   * and at other events where the host passes the text on to the model.
   *
   * An object has handlers by kind: `{ "turn.end": (event, context) => ... }`. `agent-hook config` then
   * adds only events of these kinds. A function receives every event that is not one of the points above, and under most hosts each
   * of these events starts a process.
   */
  readonly onEvent?: ((event: HookEvent, context: Context<Env>) => unknown) | EventHandlers<Env>;
  /**
   * Runs once per process, before the first call is answered: on a host that starts a process per event, for every
   * event. If it throws, every call fails, and PicoClaw does not start. For the start and the end of the agent's
   * session, see `onEvent`.
   */
  readonly setup?: (context: Context<Env>) => unknown;
  /** Runs once per process, when the host ends the process. It has 330 ms to finish. */
  readonly teardown?: (context: Context<Env>) => unknown;
}

/**
 * A hook from `defineHook` or `compose`: a plain value without I/O. `Hook` without a type argument accepts a hook with
 * any settings.
 */
export interface Hook<Env = never> extends HookFields<Env> {
  /**
   * Only `defineHook` and `compose` set this. The key is a string, so that the types of two SDK copies are compatible.
   */
  readonly "~defineHook": true;
}

/** The argument of `defineHook`. `Env` is inferred from the `env` schema, `Native` from the handlers in `native`. */
export interface HookDefinition<Env, Native = unknown> extends HookFields<Env> {
  readonly env?: Schema<Env>;
  readonly native?: NativeHandlers<Env> & ExactNative<Native>;
}

/**
 * Returns a hook with these fields and inferred types. `serve(hook)` runs it.
 *
 * @example
 * export const hook = defineHook({
 *   name: "no-shell",
 *   onFailure: "block",
 *   approveTool: (call) => (call.tool === "exec" ? deny("no shell for this agent") : approve()),
 * });
 */
export function defineHook<Env = {}, Native = unknown>(hook: HookDefinition<Env, Native>): Hook<Env> {
  return markHook(hook) as Hook<Env>;
}
