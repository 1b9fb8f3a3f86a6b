import { deny } from "@agent-hook/sdk";
import type { ToolCallOutcome } from "@agent-hook/sdk/internal/adapter";
import { ToolMessage } from "@langchain/core/messages";
import type { AgentMiddleware } from "langchain";
import type { FrameworkCall, Guard } from "../engine/guard.js";
import { HookDeniedError } from "../engine/hook-denied-error.js";
import { type ToolKinds, toolKind } from "../engine/tool-kind.js";
import { argumentsOf, textOfThrown } from "../engine/tool-text.js";
import { changedMessage, isCommand, isErrorResult, textOfResult, withMessage } from "./result.js";
import { sourceOf } from "./source.js";

type WrapToolCall = NonNullable<AgentMiddleware["wrapToolCall"]>;
type Request = Parameters<WrapToolCall>[0];
type Result = Awaited<ReturnType<WrapToolCall>>;
type Asked = Extract<NonNullable<ToolCallOutcome>, { readonly action: "ask" }>;

/** Asks the hook before a tool runs and about its result. */
export function toolCallOf(guard: Guard, toolKinds?: ToolKinds): WrapToolCall {
  const callOf = callReader(toolKinds);
  return async (request, handler) => {
    const outcome = await guard.toolCall("tool call", () => callOf(request));
    const decided = outcome?.action === "ask" ? askPerson(request, outcome) : outcome;
    if (decided?.action === "abortTurn" || decided?.action === "hardAbort") throw new HookDeniedError(decided.reason);
    if (decided?.action === "deny") return message(request, decided.reason, true);
    if (decided?.action === "respond") return message(request, decided.result.forLlm, decided.result.isError === true);
    const args = decided?.action === "modify" ? decided.patch.arguments : undefined;
    const sent = args === undefined ? request : { ...request, toolCall: { ...request.toolCall, args } };
    return checked(guard, sent, callOf, () => handler(sent));
  };
}

/**
 * Interrupts the run, as LangChain's own middleware for people does. When the run is resumed with a decision, the tool is
 * called again and this returns what may run. Without a checkpointer, nobody can be asked.
 */
function askPerson({ toolCall, runtime }: Request, { reason, patch }: Asked): Exclude<ToolCallOutcome, Asked> {
  const { name } = toolCall;
  const args = patch?.arguments ?? toolCall.args;
  const question = {
    actionRequests: [{ name, args, description: reason }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ["approve", "reject"] }],
  };
  const { configurable = {}, interrupt } = runtime;
  if (interrupt === undefined || configurable.__pregel_checkpointer == null) return deny(`needs a person: ${reason}`);
  const answer = interrupt(question) as { decisions?: { type?: string; message?: string }[] } | undefined;
  if (isUsed(answer, toolCall)) return deny(`needs a person: ${reason} (one answer was given to several questions)`);
  const [decision] = answer?.decisions ?? [];
  if (decision?.type !== "approve") return deny(decision?.message ?? `a person rejected this call: ${reason}`);
  return patch === undefined ? undefined : { action: "modify", patch };
}

/** The calls for which answers were given. */
const answered = new WeakMap<object, string>();

/** Whether an answer was for another call: without the id of a question, LangGraph gives it to all that wait. */
function isUsed(answer: object | undefined, { id, name, args }: Request["toolCall"]): boolean {
  if (answer === undefined) return false;
  const call = JSON.stringify([id, name, args]);
  const earlier = answered.get(answer) ?? call;
  answered.set(answer, earlier);
  return earlier !== call;
}

/** Runs the tool. An error of the tool is a result that the hook sees too. */
async function checked(
  guard: Guard,
  request: Request,
  callOf: (request: Request) => FrameworkCall,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  let thrown: { readonly error: unknown } | undefined;
  try {
    result = await run();
  } catch (error) {
    // The tool itself interrupted the run.
    if (error instanceof Error && "is_bubble_up" in error) throw error;
    thrown = { error };
  }
  const isError = thrown !== undefined || isErrorResult(result);
  const change = await guard.toolResult("tool result", () => ({
    ...callOf(request),
    result: {
      forLlm: thrown === undefined ? textOfResult(result) : textOfThrown(thrown.error),
      ...(isError ? { isError } : {}),
    },
  }));
  if (change?.aborts) throw new HookDeniedError(change.text);
  if (change === undefined) {
    if (thrown !== undefined) throw thrown.error;
    return result as Result;
  }
  const own = message(request, change.text, change.isError);
  // The other changes of a withheld Command could have what the hook withholds.
  if (isCommand(result)) return change.isError ? own : withMessage(result, own);
  return ToolMessage.isInstance(result) ? changedMessage(result, change.text, change.isError) : own;
}

function callReader(toolKinds: ToolKinds | undefined) {
  return ({ toolCall, runtime }: Request): FrameworkCall => {
    const { id, name } = toolCall;
    const args = argumentsOf(toolCall.args);
    return {
      ...(id === undefined ? {} : { id }),
      tool: name,
      kind: toolKind(name, args, toolKinds),
      arguments: args,
      ...sourceOf(runtime),
      raw: { ...toolCall },
    };
  };
}

function message({ toolCall: { id = "", name } }: Request, content: string, isError: boolean): ToolMessage {
  return new ToolMessage({ name, content, tool_call_id: id, status: isError ? "error" : "success" });
}
