import { recordDecision } from "./handler-run.js";
import type { LlmOptions, Message, RequestedCall, ToolResult, ToolSpec } from "./message.js";

/** What a decision can have in addition. */
export interface DecisionOptions {
  /**
   * The name of the rule by which the hook decides, such as `rm-recursive`. It is written to the decision log, and never
   * sent to the host. Keep secrets out of it.
   */
  readonly rule?: string | undefined;
}

/** What `modify` may change in `beforeLlm`. `options` is merged one level deep; other fields are replaced. */
export interface LlmRequestPatch {
  readonly model?: string;
  readonly messages?: readonly Message[];
  readonly tools?: readonly ToolSpec[];
  readonly options?: LlmOptions;
}

/** What `modify` may change in `afterLlm`. Each tool call must be complete, even if the host sent only its id. */
export interface LlmReplyPatch {
  readonly content?: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly Required<RequestedCall>[];
}

/** What `modify` may change in `beforeTool`. */
export interface ToolCallPatch {
  readonly tool?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** What `modify` may change in `afterTool`. Text means `{ forLlm: text }`. The result is merged one level deep. */
export interface ToolResultPatch {
  readonly result?: string | Partial<Omit<ToolResult, "structured" | "content">>;
}

/** The patch of each point. No field belongs to two points, so that `modify` can infer the point from the fields. */
export interface Patches {
  readonly beforeLlm: LlmRequestPatch;
  readonly afterLlm: LlmReplyPatch;
  readonly beforeTool: ToolCallPatch;
  readonly afterTool: ToolResultPatch;
}

/** A point whose handler may `modify`. */
export type ModifyPoint = keyof Patches;

export interface Modify<P extends ModifyPoint = ModifyPoint> extends DecisionOptions {
  readonly action: "modify";
  readonly patch: Patches[P];
  /**
   * Only in `beforeTool`: the reason with which the call is denied if the host cannot make this change. Without
   * `otherwise`, such a call fails, and `onFailure` applies. `withCommand` sets this field.
   */
  readonly otherwise?: string | undefined;
}
export interface Respond extends DecisionOptions {
  readonly action: "respond";
  readonly result: ToolResult;
}
export interface AddContext extends DecisionOptions {
  readonly action: "addContext";
  readonly text: string;
}
export interface Deny extends DecisionOptions {
  readonly action: "deny";
  readonly reason: string;
}
export interface Abort extends DecisionOptions {
  readonly action: "abortTurn" | "hardAbort";
  readonly reason: string;
}
export interface Approve {
  readonly action: "approve";
}
/** Leaves the decision to the user. If the host cannot ask anyone, the call is denied: `needs a person: REASON`. */
export interface Ask extends DecisionOptions {
  readonly action: "ask";
  readonly reason: string;
}

export type OnPromptDecision = AddContext | Deny;
export type BeforeLlmDecision = Modify<"beforeLlm"> | Deny | Abort;
export type AfterLlmDecision = Modify<"afterLlm"> | Deny | Abort;
export type BeforeToolDecision = Modify<"beforeTool"> | Respond | Deny | Abort;
export type AfterToolDecision = Modify<"afterTool"> | AddContext | Deny | Abort;
export type ApproveToolDecision = Approve | Ask | Deny;

/** The decisions that a handler of each point can return. */
export interface Decisions {
  readonly onPrompt: OnPromptDecision;
  readonly beforeLlm: BeforeLlmDecision;
  readonly afterLlm: AfterLlmDecision;
  readonly beforeTool: BeforeToolDecision;
  readonly afterTool: AfterToolDecision;
  readonly approveTool: ApproveToolDecision;
}

/** Any decision at any point. */
export type Decision = Decisions[keyof Decisions];

/** The point to which each field belongs. */
type FieldPoint = { [P in ModifyPoint as keyof Patches[P]]: P };
/** The patch of `P`. `A` is there only so that TypeScript infers the fields: no author passes `never`. */
type PatchFor<A, P extends ModifyPoint> = [A] extends [never] ? A : Patches[[P] extends [never] ? ModifyPoint : P];

/**
 * Changes the call or the result. A field in the patch replaces the host's field. Fields that are missing or
 * `undefined`, and fields that only the host knows, are unchanged. `options` and `result` are merged one level deep.
 *
 * @example beforeTool: (call) => modify({ arguments: { ...call.arguments, dryRun: true } })
 */
export function modify<A, P extends ModifyPoint = FieldPoint[keyof A & keyof FieldPoint]>(
  patch: PatchFor<A, P>,
  options?: DecisionOptions,
): Modify<P> {
  return recordDecision({ action: "modify", patch: patch as Patches[P], ...ruleIn(options) });
}

/**
 * Answers the tool call instead of the host. Text means `{ forLlm: text }`. Works for own tools and for the names in
 * `respondsTo`. The host skips its own approval, so all `beforeTool` and `approveTool` handlers of the hook run first.
 *
 * @example beforeTool: (call) => (cache.has(call.tool) ? respond(cache.get(call.tool)) : undefined)
 */
export function respond(result: string | ToolResult, options?: DecisionOptions): Respond {
  const whole = typeof result === "string" ? { forLlm: result } : result;
  return recordDecision({ action: "respond", result: whole, ...ruleIn(options) });
}

/**
 * Gives the model a text in addition to what it would read anyway: next to the user's prompt in `onPrompt`, next to the
 * tool's unchanged result in `afterTool`. The text must not be blank. The texts of several hooks are separated by a
 * blank line. If the host cannot add context, the call fails, and `onFailure` applies.
 *
 * @example onPrompt: () => addContext(`Today is ${new Date().toDateString()}.`)
 */
export function addContext(text: string, options?: DecisionOptions): AddContext {
  return recordDecision({ action: "addContext", text, ...ruleIn(options) });
}

/**
 * Denies a call at any point:
 *
 * - `beforeTool`, `approveTool`: the tool does not run, and the model reads the reason. A policy belongs in
 *   `approveTool`, which sees the final arguments
 * - `afterTool`: the model reads the reason instead of the result. The tool has already run
 * - `beforeLlm`, `afterLlm`: the turn ends with the reason, as with `abortTurn`
 *
 * An empty reason becomes `denied by hook "NAME"`. If the host cannot stop at a point, the call fails with an
 * explanation.
 *
 * `rule` names the rule by which the hook denies, for the decision log. The host does not receive it.
 *
 * @example approveTool: (call) => (call.kind === "shell" ? deny("no shell for this agent") : approve())
 */
export function deny(reason: string, options?: DecisionOptions): Deny {
  return recordDecision({ action: "deny", reason, ...ruleIn(options) });
}

/** Ends the turn with an error. */
export function abortTurn(reason: string, options?: DecisionOptions): Abort {
  return recordDecision({ action: "abortTurn", reason, ...ruleIn(options) });
}

/** Stops the whole agent loop, including sub-agents. */
export function hardAbort(reason: string, options?: DecisionOptions): Abort {
  return recordDecision({ action: "hardAbort", reason, ...ruleIn(options) });
}

/** Lets a tool call pass. It grants nothing: other hooks and the host's own approval can still deny the call. */
export function approve(): Approve {
  return recordDecision({ action: "approve" });
}

/**
 * Leaves a tool call in `approveTool` to the user, who reads the reason. A `deny` from another hook takes precedence.
 * A host that cannot ask the user, such as PicoClaw, denies the call, and the model reads `needs a person: REASON`.
 *
 * @example approveTool: (call) => (call.kind === "shell" ? ask("it runs a command") : approve())
 */
export function ask(reason: string, options?: DecisionOptions): Ask {
  return recordDecision({ action: "ask", reason, ...ruleIn(options) });
}

/** Another name for `deny`. */
export function reject(reason: string, options?: DecisionOptions): Deny {
  return deny(reason, options);
}

/** A decision without a rule has no such field, so that it equals one that was written by hand. */
function ruleIn(options: DecisionOptions | undefined): DecisionOptions {
  return options?.rule === undefined ? {} : { rule: options.rule };
}
