import type { ApprovalRequest, LlmCall, LlmReply, ToolCall, ToolOutcome } from "./calls.js";
import type { Context } from "./context.js";
import type { AfterLlmDecision, AfterToolDecision, BeforeLlmDecision, BeforeToolDecision } from "./decisions.js";
import type { Tool } from "./define-tool.js";
import type { HookEvent } from "./events.js";
import type { Approver, Handler } from "./handlers.js";
import type { NativeHandlers } from "./native.js";
import type { Schema } from "./schema.js";

/** What happens to a call when the hook fails: the host goes on, or the call is refused. */
export type FailurePolicy = "continue" | "block";

/** How long a call may take, in milliseconds; below the host's own limits. */
export interface Deadlines {
  /** `beforeLlm`, `afterLlm`, `beforeTool`, `afterTool`; default 4500. */
  readonly interceptMs?: number;
  /** `approveTool`; default 55000. */
  readonly approveMs?: number;
}

/** A hook: a plain value, no I/O. `Hook` alone takes a hook of any settings. */
export interface Hook<Env = never> {
  /** Names the hook in logs, refusals and the handshake. */
  readonly name: string;
  readonly version?: string;
  /** Settings from environment variables, read once at start; bad ones end the start. */
  readonly env?: Schema;
  /** The tools that the hook brings. */
  readonly tools?: readonly Tool[];
  /** Names of the host's tools that `respond` may answer. */
  readonly respondsTo?: readonly string[];
  /** Default `continue`, as the hosts do. A guard says `block`. */
  readonly onFailure?: FailurePolicy;
  readonly deadlines?: Deadlines;
  readonly beforeLlm?: Handler<LlmCall, BeforeLlmDecision, Env>;
  readonly afterLlm?: Handler<LlmReply, AfterLlmDecision, Env>;
  readonly beforeTool?: Handler<ToolCall, BeforeToolDecision, Env>;
  readonly afterTool?: Handler<ToolOutcome, AfterToolDecision, Env>;
  /** Where a policy belongs: it sees the arguments as they will run. Returning nothing is a refusal. */
  readonly approveTool?: Approver<ApprovalRequest, Env>;
  /** A host's own events, by the host's name and the event's. */
  readonly native?: NativeHandlers<Env>;
  readonly onEvent?: (event: HookEvent, context: Context<Env>) => unknown;
  /** Runs once, before the handshake is answered; a throw ends the agent's start. */
  readonly onStart?: (context: Context<Env>) => unknown;
  /** Runs when the host ends the hook; it has a third of a second. */
  readonly onStop?: (context: Context<Env>) => unknown;
}

/** What an author writes; `Env` comes from the `env` schema. */
export interface HookDefinition<Env> extends Hook<Env> {
  readonly env?: Schema<Env>;
}

/**
 * Types a hook; returns it as it is. `serve(hook)` runs it.
 *
 * @example
 * export const hook = defineHook({
 *   name: "no-shell",
 *   onFailure: "block",
 *   approveTool: (call) => (call.tool === "exec" ? reject("no shell for this agent") : approve()),
 * });
 */
export function defineHook<Env = {}>(hook: HookDefinition<Env>): Hook<Env> {
  return hook;
}
