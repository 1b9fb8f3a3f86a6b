import type { LlmCall, LlmReply, Modify, ToolSpec } from "@agent-hook/sdk";
import type { Outcome } from "@agent-hook/sdk/internal/adapter";
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
} from "@ai-sdk/provider";
import { HookDeniedError } from "../engine/hook-denied-error.js";
import { messagesOf, promptWith } from "./messages.js";

/** Where a call comes from. */
export interface Source {
  readonly sessionId?: string;
  readonly origin: object;
}

const NOT_OPTIONS = ["prompt", "tools", "abortSignal", "headers", "includeRawChunks"];

/** Returns a call of a model as handlers read it. */
export function llmCallOf(model: string, params: LanguageModelV4CallOptions, source: Source): LlmCall {
  const isOption = ([name, value]: readonly [string, unknown]) => value !== undefined && !NOT_OPTIONS.includes(name);
  return {
    model,
    messages: messagesOf(params.prompt),
    tools: toolSpecs(params.tools),
    options: Object.fromEntries(Object.entries(params).filter(isOption)),
    gracefulTerminal: false,
    ...source,
    raw: { ...params, abortSignal: undefined },
  };
}

/** Returns the parameters that a hook wants. Throws if it denies the call. */
export function paramsFrom(
  outcome: Outcome<"beforeLlm">,
  params: LanguageModelV4CallOptions,
): LanguageModelV4CallOptions {
  if (outcome === undefined) return params;
  if (outcome.action !== "modify") throw new HookDeniedError(outcome.reason);
  return withPatch(params, outcome.patch);
}

/** How a reply ended. Of its reason, older versions of the interface have only the text. */
export interface Finish {
  readonly finishReason: LanguageModelV4GenerateResult["finishReason"] | string;
  readonly usage: object;
}

/** Returns the reply of a model as handlers read it. */
export function llmReplyOf(
  model: string,
  content: readonly LanguageModelV4Content[],
  finish: Finish | undefined,
  source: Source,
): LlmReply {
  const reasoning = content.flatMap((part) => (part.type === "reasoning" ? [part.text] : [])).join("\n");
  return {
    model,
    content: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
    ...(reasoning === "" ? {} : { reasoning }),
    toolCalls: content.flatMap((part) =>
      part.type === "tool-call" ? [{ id: part.toolCallId, name: part.toolName, arguments: part.input }] : [],
    ),
    ...(finish === undefined ? {} : { finishReason: reasonOf(finish), usage: { ...finish.usage } }),
    ...source,
    raw: { content },
  };
}

function reasonOf({ finishReason }: Finish): string {
  return typeof finishReason === "string" ? finishReason : finishReason.unified;
}

/** Returns the new text of a reply, or `undefined` if it stays. Throws if the hook denies the reply. */
export function textFrom(outcome: Outcome<"afterLlm">): string | undefined {
  if (outcome === undefined) return undefined;
  if (outcome.action !== "modify") throw new HookDeniedError(outcome.reason);
  return outcome.patch.content;
}

function toolSpecs(tools: LanguageModelV4CallOptions["tools"] = []): readonly ToolSpec[] {
  return tools.map((tool) => ({
    name: tool.name,
    ...(tool.type === "function" && tool.description !== undefined ? { description: tool.description } : {}),
    ...(tool.type === "function" ? { parameters: tool.inputSchema as ToolSpec["parameters"] & object } : {}),
  }));
}

function withPatch(
  params: LanguageModelV4CallOptions,
  { messages, tools, options = {} }: Modify<"beforeLlm">["patch"],
): LanguageModelV4CallOptions {
  const allowed = Object.entries(options).filter(([name]) => !NOT_OPTIONS.includes(name));
  const names = tools?.map(({ name }) => name);
  const known = params.tools?.map(({ name }) => name) ?? [];
  const added = names?.find((name) => !known.includes(name));
  if (added !== undefined) throw new HookDeniedError(`a hook added the tool "${added}", which the agent does not have`);
  return {
    ...params,
    ...Object.fromEntries(allowed),
    ...(messages === undefined ? {} : { prompt: promptWith(params.prompt, messages) }),
    ...(names === undefined || params.tools === undefined
      ? {}
      : { tools: params.tools.filter(({ name }) => names.includes(name)) }),
  };
}
