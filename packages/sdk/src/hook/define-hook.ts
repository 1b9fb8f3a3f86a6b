import type { ApprovalRequest, LlmCall, LlmReply, ToolCall, ToolOutcome } from "./calls.js";
import type { Context } from "./context.js";
import type { AfterLlmDecision, AfterToolDecision, BeforeLlmDecision, BeforeToolDecision } from "./decisions.js";
import type { Tool } from "./define-tool.js";
import type { EventHandlers, HookEvent } from "./events.js";
import type { ExactNative } from "./exact-native.js";
import type { Approver, Handler } from "./handlers.js";
import { markHook } from "./hook-mark.js";
import type { NativeHandlers } from "./native.js";
import type { Schema } from "./schema.js";

/** What happens to a call when the hook fails: the host continues, or the call is denied. */
export type FailurePolicy = "continue" | "block";

/** How long a call may take, in milliseconds. Must be below the host's own limits. */
export interface Deadlines {
  /** For `beforeLlm`, `afterLlm`, `beforeTool` and `afterTool`. Default: 4500. */
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
  /** Default: `continue`, like the hosts. Use `block` for a guard. */
  readonly onFailure?: FailurePolicy;
  readonly deadlines?: Deadlines;
  readonly beforeLlm?: Handler<LlmCall, BeforeLlmDecision, Env>;
  readonly afterLlm?: Handler<LlmReply, AfterLlmDecision, Env>;
  readonly beforeTool?: Handler<ToolCall, BeforeToolDecision, Env>;
  readonly afterTool?: Handler<ToolOutcome, AfterToolDecision, Env>;
  /** The place for a policy: it sees the final arguments. Returning nothing denies the call. */
  readonly approveTool?: Approver<ApprovalRequest, Env>;
  /** Handlers of a host's own events, by host and event. */
  readonly native?: NativeHandlers<Env>;
  /**
   * Receives what happens in the host, and decides nothing. Handlers by kind, which `agent-hook config` adds no other
   * events for: `{ "turn.end": (event, context) => ... }`. A function receives every event that is not one of the
   * points above, each of which starts a process under most hosts.
   */
  readonly onEvent?: ((event: HookEvent, context: Context<Env>) => unknown) | EventHandlers<Env>;
  /**
   * Runs once per process, before its first call is answered. A host that starts a process per event runs it for every
   * event. If it throws, every call fails, and PicoClaw does not start. The agent's own session is an event: see
   * `onEvent`.
   */
  readonly setup?: (context: Context<Env>) => unknown;
  /** Runs once per process, when the host ends it. It has 330 ms. */
  readonly teardown?: (context: Context<Env>) => unknown;
}

/**
 * A hook from `defineHook` or `compose`: a plain value without I/O. `Hook` without a type argument accepts a hook with
 * any settings.
 */
export interface Hook<Env = never> extends HookFields<Env> {
  /** Only `defineHook` and `compose` set this. It is a text, so that the types of two copies of the SDK agree. */
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
