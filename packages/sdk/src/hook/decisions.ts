import type { LlmOptions, Message, RequestedCall, ToolResult, ToolSpec } from "./message.js";

/** What `modify` may change in `beforeLlm`. `options` is merged one level deep, the rest replaced as a whole. */
export interface LlmRequestPatch {
  readonly model?: string;
  readonly messages?: readonly Message[];
  readonly tools?: readonly ToolSpec[];
  readonly options?: LlmOptions;
}

/** What `modify` may change in `afterLlm`. Calls must be whole: an id alone cannot be sent back. */
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

/** What `modify` may change in `afterTool`. Text stands for `{ forLlm: text }`; the result is merged one level deep. */
export interface ToolResultPatch {
  readonly result?: string | Partial<Omit<ToolResult, "content">>;
}

/** The patch of each point. No field belongs to two points: `modify` finds the point by its fields. */
export interface Patches {
  readonly beforeLlm: LlmRequestPatch;
  readonly afterLlm: LlmReplyPatch;
  readonly beforeTool: ToolCallPatch;
  readonly afterTool: ToolResultPatch;
}

/** A point whose handler may `modify`. */
export type ModifyPoint = keyof Patches;

export interface Modify<P extends ModifyPoint = ModifyPoint> {
  readonly action: "modify";
  readonly patch: Patches[P];
}
export interface Respond {
  readonly action: "respond";
  readonly result: ToolResult;
}
export interface Deny {
  readonly action: "deny";
  readonly reason: string;
}
export interface Abort {
  readonly action: "abortTurn" | "hardAbort";
  readonly reason: string;
}
export interface Approve {
  readonly action: "approve";
}
/** A person decides. Where nobody can be asked, it refuses. */
export interface Ask {
  readonly action: "ask";
  readonly reason: string;
}
export interface Reject {
  readonly action: "reject";
  readonly reason: string;
}

export type BeforeLlmDecision = Modify<"beforeLlm"> | Abort;
export type AfterLlmDecision = Modify<"afterLlm"> | Abort;
export type BeforeToolDecision = Modify<"beforeTool"> | Respond | Deny | Abort;
export type AfterToolDecision = Modify<"afterTool"> | Abort;
export type ApproveToolDecision = Approve | Ask | Reject;

/** What a handler of each point may decide. */
export interface Decisions {
  readonly beforeLlm: BeforeLlmDecision;
  readonly afterLlm: AfterLlmDecision;
  readonly beforeTool: BeforeToolDecision;
  readonly afterTool: AfterToolDecision;
  readonly approveTool: ApproveToolDecision;
}

/** Any decision, of any point. */
export type Decision = Decisions[keyof Decisions];

/** The point each field belongs to. */
type FieldPoint = { [P in ModifyPoint as keyof Patches[P]]: P };
/** The patch of P. A is never `never`: it stands here only so that the fields are inferred. */
type PatchFor<A, P extends ModifyPoint> = [A] extends [never] ? A : Patches[[P] extends [never] ? ModifyPoint : P];

/**
 * Changes what goes on. A field named in the patch replaces the host's; fields not named, `undefined` ones and every
 * field that only the host knows stay as they came. `options` and `result` are merged one level deep.
 *
 * @example beforeTool: (call) => modify({ arguments: { ...call.arguments, dryRun: true } })
 */
export function modify<A, P extends ModifyPoint = FieldPoint[keyof A & keyof FieldPoint]>(
  patch: PatchFor<A, P>,
): Modify<P> {
  return { action: "modify", patch: patch as Patches[P] };
}

/**
 * Answers the tool call in place of the host; text stands for `{ forLlm: text }`. Works for own tools and for the
 * names in `respondsTo`. The host skips its approval, so all the hook's handlers are asked first.
 *
 * @example beforeTool: (call) => (cache.has(call.tool) ? respond(cache.get(call.tool)) : undefined)
 */
export function respond(result: string | ToolResult): Respond {
  return { action: "respond", result: typeof result === "string" ? { forLlm: result } : result };
}

/** Refuses a tool call in `beforeTool`; the model reads the reason. A policy belongs in `approveTool`: see `reject`. */
export function deny(reason: string): Deny {
  return { action: "deny", reason };
}

/** Ends the turn with an error. */
export function abortTurn(reason: string): Abort {
  return { action: "abortTurn", reason };
}

/** Stops the whole agent loop, sub-agents included. */
export function hardAbort(reason: string): Abort {
  return { action: "hardAbort", reason };
}

/** No objection to a tool call. It grants nothing: other hooks and the host's own approval still rule. */
export function approve(): Approve {
  return { action: "approve" };
}

/**
 * Leaves a tool call in `approveTool` to a person, who reads the reason. A `reject` of another hook outranks it. A host
 * that has nobody to ask, PicoClaw itself for one, refuses the call.
 */
export function ask(reason: string): Ask {
  return { action: "ask", reason };
}

/** Refuses a tool call in `approveTool`; the model reads the reason. */
export function reject(reason: string): Reject {
  return { action: "reject", reason };
}
