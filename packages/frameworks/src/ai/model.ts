import type { LanguageModelV4Content, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";
import type { Guard } from "../engine/guard.js";
import { type Finish, llmCallOf, llmReplyOf, paramsFrom, textFrom } from "../language-model/model-call.js";
import { replyParts, replyStream } from "../language-model/streamed-reply.js";

/** Returns the middleware that calls the hook before and after each call of a model. */
export function middlewareOf(guard: Guard, sessionId: string | undefined): LanguageModelMiddleware {
  const source = { origin: {}, ...(sessionId === undefined ? {} : { sessionId }) };
  const judge = async (model: string, content: readonly LanguageModelV4Content[], finish: Finish | undefined) =>
    textFrom(await guard.afterLlm("model reply", () => llmReplyOf(model, content, finish, source)));
  return {
    specificationVersion: "v4",

    async transformParams({ params, model }) {
      return paramsFrom(await guard.beforeLlm("model call", () => llmCallOf(model.modelId, params, source)), params);
    },

    async wrapGenerate({ doGenerate, model }) {
      const result = await doGenerate();
      if (!guard.handles("afterLlm")) return result;
      const text = await judge(model.modelId, result.content, result);
      if (text === undefined) return result;
      return { ...withoutOldText(result), content: withText(result.content, text) };
    },

    async wrapStream({ doStream, model }) {
      const result = await doStream();
      if (!guard.handles("afterLlm")) return result;
      const stream = replyStream(result.stream, (parts) => {
        const { content, finish } = replyParts(parts);
        return judge(model.modelId, content, finish);
      });
      return { ...result, stream };
    },
  };
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
