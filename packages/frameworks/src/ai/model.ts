import type { LlmCall, LlmReply, Modify, ToolSpec } from "@agent-hook/sdk";
import type { Outcome } from "@agent-hook/sdk/internal/adapter";
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";
import type { Guard } from "../engine/guard.js";
import { HookDeniedError } from "../engine/hook-denied-error.js";
import { messagesOf, promptWith } from "./messages.js";
import { replyParts, replyStream } from "./streamed-reply.js";

/** Returns the middleware that calls the hook before and after each call of a model. */
export function middlewareOf(guard: Guard, sessionId: string | undefined): LanguageModelMiddleware {
  const source = { origin: {}, ...(sessionId === undefined ? {} : { sessionId }) };
  const judge = async (model: string, content: readonly LanguageModelV4Content[], finish: Finish) => {
    const read = (): LlmReply => ({ model, ...replyOf(content), ...finish, ...source, raw: { content } });
    return contentOf(await guard.afterLlm("model reply", read));
  };
  return {
    specificationVersion: "v4",

    async transformParams({ params, model }) {
      const read = (): LlmCall => ({
        model: model.modelId,
        messages: messagesOf(params.prompt),
        tools: toolSpecs(params.tools),
        options: optionsOf(params),
        gracefulTerminal: false,
        ...source,
        raw: { ...params, abortSignal: undefined },
      });
      const outcome = await guard.beforeLlm("model call", read);
      if (outcome === undefined) return params;
      if (outcome.action !== "modify") throw new HookDeniedError(outcome.reason);
      return withPatch(params, outcome.patch);
    },

    async wrapGenerate({ doGenerate, model }) {
      const result = await doGenerate();
      if (!guard.handles("afterLlm")) return result;
      const text = await judge(model.modelId, result.content, finishOf(result));
      if (text === undefined) return result;
      return { ...withoutOldText(result), content: withText(result.content, text) };
    },

    async wrapStream({ doStream, model }) {
      const result = await doStream();
      if (!guard.handles("afterLlm")) return result;
      const change = async (parts: readonly LanguageModelV4StreamPart[]) => {
        const { content, finish } = replyParts(parts);
        return judge(model.modelId, content, finish === undefined ? {} : finishOf(finish));
      };
      return { ...result, stream: replyStream(result.stream, change) };
    },
  };
}

type Finish = Pick<LlmReply, "finishReason" | "usage">;

function finishOf({ finishReason, usage }: Pick<LanguageModelV4GenerateResult, "finishReason" | "usage">): Finish {
  return { finishReason: finishReason.unified, usage: { ...usage } };
}

function replyOf(content: readonly LanguageModelV4Content[]): Pick<LlmReply, "content" | "reasoning" | "toolCalls"> {
  const reasoning = content.flatMap((part) => (part.type === "reasoning" ? [part.text] : [])).join("\n");
  return {
    content: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
    ...(reasoning === "" ? {} : { reasoning }),
    toolCalls: content.flatMap((part) =>
      part.type === "tool-call" ? [{ id: part.toolCallId, name: part.toolName, arguments: part.input }] : [],
    ),
  };
}

/** Returns the new text of a reply, or `undefined` if it stays. Throws if the hook denies the reply. */
function contentOf(outcome: Outcome<"afterLlm">): string | undefined {
  if (outcome === undefined) return undefined;
  if (outcome.action !== "modify") throw new HookDeniedError(outcome.reason);
  return outcome.patch.content;
}

/** Replaces the texts of a reply by one. */
function withText(content: readonly LanguageModelV4Content[], text: string): LanguageModelV4Content[] {
  const first = content.findIndex((part) => part.type === "text");
  const others: readonly LanguageModelV4Content[] = content.filter((part) => part.type !== "text");
  const at = first < 0 ? others.length : first;
  return others.toSpliced(at, 0, { type: "text", text });
}

/** Without the other forms of the text: what the provider selected for structured output, and the response itself. */
function withoutOldText(result: LanguageModelV4GenerateResult): LanguageModelV4GenerateResult {
  const { structuredOutputText: _text, response, ...rest } = result;
  return response === undefined ? rest : { ...rest, response: { ...response, body: undefined } };
}

const NOT_OPTIONS = ["prompt", "tools", "abortSignal", "headers", "includeRawChunks"];

function optionsOf(params: LanguageModelV4CallOptions): LlmCall["options"] {
  const isOption = ([name, value]: readonly [string, unknown]) => value !== undefined && !NOT_OPTIONS.includes(name);
  return Object.fromEntries(Object.entries(params).filter(isOption));
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
