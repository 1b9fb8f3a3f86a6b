import type { Body, ModelAnswer, ModelApi } from "./model-server.js";
import { type ModelInput, type ModelReply, replyTo } from "./script.js";

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** Simulates the OpenAI Chat Completions API. */
export function openaiChat(): ModelApi {
  let replies = 0;
  return {
    readInput: (method, path, body) =>
      method === "POST" && path.endsWith("/chat/completions") ? lastTurn(body) : undefined,
    answer: ({ path, body, input }) => {
      if (path.endsWith("/models")) return { document: { object: "list", data: [] } };
      if (input === undefined)
        return { status: 404, document: { error: { message: `nothing is scripted for ${path}` } } };
      replies += 1;
      // Requests for titles and summaries have no tools.
      const reply: ModelReply = body.tools?.length > 0 ? replyTo(input) : { text: "hello" };
      const message = messageOf(reply, replies);
      const completion = { id: `chatcmpl_${replies}`, created: 0, model: body.model };
      return body.stream === true ? streamed(message, completion, body) : whole(message, completion);
    },
  };
}

/**
 * Agents send context as further messages of the user. Those after a result, such as Droid's, are part of the result.
 * Kimi Code sends one after the prompt.
 */
function lastTurn(body: Body): ModelInput {
  const messages = body.messages ?? [];
  const start = messages.findLastIndex(({ role }: Body) => role === "tool" || role === "assistant");
  const from = messages[start]?.role === "tool" ? "tool" : "user";
  const parts = messages.slice(from === "tool" ? start : start + 1).filter(({ role }: Body) => role !== "system");
  return { from, text: parts.map(({ content }: Body) => textOf(content)).join("\n") };
}

function textOf(content: Body): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }: Body) => text).join("\n");
}

function messageOf(reply: ModelReply, count: number): Body {
  if ("text" in reply) return { role: "assistant", content: reply.text };
  const call = { name: reply.tool, arguments: JSON.stringify(reply.arguments) };
  return { role: "assistant", content: null, tool_calls: [{ id: `call_${count}`, type: "function", function: call }] };
}

function finishOf(message: Body): string {
  return message.tool_calls ? "tool_calls" : "stop";
}

function whole(message: Body, completion: object): ModelAnswer {
  const choice = { index: 0, message, finish_reason: finishOf(message) };
  return { document: { ...completion, object: "chat.completion", choices: [choice], usage: USAGE } };
}

/** The arguments of a call come in a chunk of their own, as in the real API. */
function streamed(message: Body, completion: object, { stream_options }: Body): ModelAnswer {
  const chunk = (choices: readonly object[], more: object = {}) => ({
    data: { ...completion, object: "chat.completion.chunk", choices, ...more },
  });
  const piece = (delta: object, finish_reason: string | null = null) => chunk([{ index: 0, delta, finish_reason }]);
  const deltas: readonly object[] = message.tool_calls
    ? message.tool_calls.flatMap((call: Body, index: number) => [
        { tool_calls: [{ index, ...call, function: { ...call.function, arguments: "" } }] },
        { tool_calls: [{ index, function: { arguments: call.function.arguments } }] },
      ])
    : [{ content: message.content }];
  return {
    events: [
      piece({ role: "assistant", content: message.tool_calls ? null : "" }),
      ...deltas.map((delta) => piece(delta)),
      piece({}, finishOf(message)),
      ...(stream_options?.include_usage ? [chunk([], { usage: USAGE })] : []),
    ],
    end: "[DONE]",
  };
}
