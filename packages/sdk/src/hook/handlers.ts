import type { Context } from "./context.js";
import type { ApproveToolDecision } from "./decisions.js";

/** A decision, or nothing if the handler makes none. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` has no opinion
export type Answer<Decision> = Decision | void | Promise<Decision | void>;

/** A required decision: `approveTool` must return one. */
export type Verdict<Decision> = Decision | Promise<Decision>;

export type Handler<Call, Decision, Env = {}> = (call: Call, context: Context<Env>) => Answer<Decision>;
export type Approver<Call, Env = {}> = (call: Call, context: Context<Env>) => Verdict<ApproveToolDecision>;
