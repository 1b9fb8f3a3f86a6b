import type { Hook } from "@agent-hook/sdk";
import { hosts } from "@agent-hook/sdk/hosts";
import { gateway, type LanguageModel, type ToolSet, wrapLanguageModel } from "ai";
import { openGuard } from "../engine/open-guard.js";
import type { ToolOptions } from "../engine/tool-kind.js";
import { type AnyApproval, type ApprovalFunction, approvalOf } from "./approval.js";
import { JudgedCalls } from "./judged-calls.js";
import { middlewareOf } from "./model.js";
import { guardedTools } from "./tools.js";

/** The settings of `generateText`, `streamText` or a `ToolLoopAgent` that a hook needs. Others stay as they are. */
export interface HookableSettings {
  readonly model: LanguageModel;
  readonly tools?: ToolSet;
  /** Counts after the hook: it decides on calls that the hook lets pass. */
  readonly toolApproval?: AnyApproval;
}

/** What a hook should know about the calls of these settings. */
export interface WithHookOptions extends ToolOptions {
  /** The id of the conversation, for `call.sessionId`. Default: none. */
  readonly sessionId?: string;
}

/** Settings with a hook. The model asks it before and after each call, the tools before and after they run. */
export type HookedSettings<Settings extends HookableSettings> = Omit<Settings, "model" | "toolApproval"> & {
  readonly model: Exclude<LanguageModel, string>;
  readonly toolApproval: ApprovalFunction;
};

/**
 * Adds a hook to the settings of `generateText`, `streamText` or a `ToolLoopAgent` of the Vercel AI SDK. The hook is
 * opened once per process, so this may run for every request.
 *
 * A denied tool call does not run, and the model reads the reason. `ask` becomes the status `user-approval`. A denied
 * model call or reply is a `HookDeniedError`. A streamed reply passes as it comes, unless the hook has an `afterLlm`
 * handler: then it is held back until it is complete.
 *
 * Rejects if the hook is invalid or cannot start, and if a guard can match no tool, or names one in another spelling.
 *
 * @example
 * const settings = await withHook(hook, { model, tools });
 * const { text } = await generateText({ ...settings, prompt: "What is the weather in Paris?" });
 */
export async function withHook<Settings extends HookableSettings>(
  hook: Hook,
  settings: Settings,
  { sessionId, toolKinds }: WithHookOptions = {},
): Promise<HookedSettings<Settings>> {
  const guard = await openGuard(hook, hosts["ai-sdk"], toolKinds);
  const calls = new JudgedCalls(guard, sessionId, toolKinds);
  const { model, tools, toolApproval } = settings;
  const schemaOf = (name: string) => {
    const schema: unknown = tools?.[name]?.inputSchema;
    return typeof schema === "function" ? schema() : schema;
  };
  guard.checkTools({ names: Object.keys(tools ?? {}), of: "agent", schemaOf }, toolKinds);
  return {
    ...settings,
    model: wrapLanguageModel({ model: modelOf(model), middleware: middlewareOf(guard, sessionId) }),
    ...(tools === undefined ? {} : { tools: guardedTools(tools, calls) }),
    toolApproval: approvalOf(calls, toolApproval),
  } as HookedSettings<Settings>;
}

/** Returns the model that a name stands for in the AI SDK: of its default provider, or of the gateway. */
function modelOf(model: LanguageModel): Exclude<LanguageModel, string> {
  if (typeof model !== "string") return model;
  return (globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway).languageModel(model);
}
