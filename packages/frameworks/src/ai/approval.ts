import type { GenericToolApprovalFunction, ToolApprovalConfiguration, ToolApprovalStatus, ToolSet } from "ai";
import type { AiCall, JudgedCalls } from "./judged-calls.js";

// The user's own types of tools and contexts do not matter here.
// biome-ignore lint/suspicious/noExplicitAny: the AI SDK's types are invariant in them
export type AnyApproval = ToolApprovalConfiguration<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: the same
export type ApprovalFunction = GenericToolApprovalFunction<any, any, any>;

/** Returns the approval that asks the hook first, and then what the author configured. */
export function approvalOf(calls: JudgedCalls, theirs: AnyApproval | undefined): ApprovalFunction {
  return async (options) => {
    const toolCall = options.toolCall as AiCall;
    const outcome = await calls.approve(toolCall);
    const tool = ownTool(options.tools, toolCall.toolName);
    if (outcome === undefined) return statusOf(theirs, tool, options);
    const { action } = outcome;
    if (action === "modify" || action === "respond") {
      if (tool?.execute === undefined) {
        return denied(`the AI SDK does not run the tool ${toolCall.toolName} itself: a hook can only allow or deny it`);
      }
      if (!calls.isGuarded(tool.execute)) {
        return denied(`a hook can only allow or deny the tool ${toolCall.toolName}: withHook did not get it`);
      }
      if (action === "respond") return undefined;
      const changed = {
        ...options,
        toolCall: { ...options.toolCall, input: outcome.patch.arguments ?? toolCall.input },
      };
      return statusOf(theirs, tool, changed as typeof options);
    }
    if (action !== "ask") return denied(outcome.reason);
    // The person would see the arguments of the model, not those that the hook wants to run.
    if (outcome.patch !== undefined) return denied(`needs a person: ${outcome.reason}`);
    return { type: "user-approval", reason: outcome.reason };
  };
}

type Options = Parameters<ApprovalFunction>[0];

/** Decides as the AI SDK does: the author's configuration counts before the tool's own `needsApproval`. */
async function statusOf(
  theirs: AnyApproval | undefined,
  tool: ToolSet[string] | undefined,
  options: Options,
): Promise<ToolApprovalStatus> {
  if (typeof theirs === "function") return theirs(options);
  const { toolCall, messages, toolsContext, runtimeContext } = options;
  const { toolName, toolCallId, input } = toolCall as AiCall;
  const context = Object(toolsContext)[toolName] as never;
  const configured = theirs !== undefined && Object.hasOwn(theirs, toolName) ? theirs[toolName] : undefined;
  if (configured != null) {
    if (typeof configured !== "function") return configured;
    return configured(input, { toolCallId, messages, toolContext: context, runtimeContext });
  }
  const needs = tool?.needsApproval;
  const isNeeded = typeof needs === "function" ? await needs(input as never, { toolCallId, messages, context }) : needs;
  return isNeeded ? "user-approval" : undefined;
}

function ownTool(tools: ToolSet | undefined, name: string): ToolSet[string] | undefined {
  return tools !== undefined && Object.hasOwn(tools, name) ? tools[name] : undefined;
}

function denied(reason: string): ToolApprovalStatus {
  return { type: "denied", reason };
}
