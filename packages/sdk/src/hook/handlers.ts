import type { Context } from "./context.js";
import type { ApproveToolDecision } from "./decisions.js";

/** A decision, or nothing if the handler makes none. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
export type OptionalDecision<Decision> = Decision | void | Promise<Decision | void>;

/** A required decision: `approveTool` must return one. */
export type RequiredDecision<Decision> = Decision | Promise<Decision>;

export type Handler<Call, Decision, Env = {}> = (call: Call, context: Context<Env>) => OptionalDecision<Decision>;
export type Approver<Call, Env = {}> = (call: Call, context: Context<Env>) => RequiredDecision<ApproveToolDecision>;
