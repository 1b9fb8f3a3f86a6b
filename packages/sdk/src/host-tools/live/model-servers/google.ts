import type { Body, ModelApi } from "./model-server.js";
import { type ModelInput, type ModelReply, replyTo } from "./script.js";

const METHOD = /\/models\/([^:/]+):(\w+)$/;

/** Simulates the Google Gemini API. */
export function google(): ModelApi {
  let replies = 0;
  return {
    readInput: (_, path, body) => (/:(stream)?generateContent$/i.test(path) ? lastTurn(body) : undefined),
    answer: ({ path, input }) => {
      const [, model = "", method = ""] = METHOD.exec(path) ?? [];
      if (method === "countTokens") return { document: { totalTokens: 1 } };
      if (input === undefined) return { status: 404, document: { error: { code: 404, status: "NOT_FOUND" } } };
      replies += 1;
      const parts = partsOf(replyTo(input), replies);
      if (method === "generateContent") return { document: responseOf(parts, model, true) };
      // Sends a text in two chunks, like the real API, to test hooks that look at chunks.
      return { events: parts.map((part, at) => ({ data: responseOf([part], model, at === parts.length - 1) })) };
    },
  };
}

function lastTurn(body: Body): ModelInput {
  const parts: Body[] = body.contents?.at(-1)?.parts ?? [];
  const result = parts.find(({ functionResponse }) => functionResponse)?.functionResponse;
  if (result) return { from: "tool", text: JSON.stringify(result.response) };
  return { from: "user", text: parts.map(({ text = "" }) => text).join("\n") };
}

function partsOf(reply: ModelReply, count: number): object[] {
  if (!("text" in reply)) return [{ functionCall: { id: `call_${count}`, name: reply.tool, args: reply.arguments } }];
  const half = Math.ceil(reply.text.length / 2);
  return [{ text: reply.text.slice(0, half) }, { text: reply.text.slice(half) }];
}

function responseOf(parts: readonly object[], model: string, last: boolean) {
  return {
    candidates: [{ index: 0, content: { role: "model", parts }, ...(last && { finishReason: "STOP" }) }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: model,
    responseId: "scripted",
  };
}
