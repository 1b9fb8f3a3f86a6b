import type { Body, ModelAnswer, ModelApi } from "./model-server.js";
import { type ModelInput, type ModelReply, replyTo } from "./script.js";

const USAGE = { input_tokens: 1, output_tokens: 1 };

/** Simulates the Anthropic Messages API. `reply` is the model's script. */
export function anthropic(reply: (input: ModelInput) => ModelReply = replyTo): ModelApi {
  let replies = 0;
  return {
    readInput: (method, path, body) => (method === "POST" && path.endsWith("/messages") ? lastTurn(body) : undefined),
    answer: ({ path, body, input }) => {
      if (path.endsWith("/count_tokens")) return { document: { input_tokens: 1 } };
      if (input === undefined) return { status: 404, document: { type: "error", error: { type: "not_found_error" } } };
      replies += 1;
      // Requests for titles and summaries have no tools.
      const made: ModelReply = body.tools?.length > 0 ? reply(input) : { text: "hello" };
      const message = messageOf(made, replies, body.model);
      return body.stream === true ? streamed(message) : { document: message };
    },
  };
}

function lastTurn(body: Body): ModelInput {
  const blocks = blocksOf(body.messages?.findLast(({ role }: Body) => role === "user")?.content);
  const result = blocks.find(({ type }) => type === "tool_result");
  return result ? { from: "tool", text: textOf(blocksOf(result.content)) } : { from: "user", text: textOf(blocks) };
}

function blocksOf(content: Body): Body[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
}

function textOf(blocks: readonly Body[]): string {
  return blocks.map(({ text = "" }) => text).join("\n");
}

function messageOf(reply: ModelReply, count: number, model: string) {
  const block =
    "text" in reply
      ? { type: "text", text: reply.text }
      : { type: "tool_use", id: `toolu_${count}`, name: reply.tool, input: reply.arguments };
  const stop_reason = "text" in reply ? "end_turn" : "tool_use";
  const id = `msg_${count}`;
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content: [block],
    stop_reason,
    stop_sequence: null,
    usage: USAGE,
  };
}

function streamed(message: ReturnType<typeof messageOf>): ModelAnswer {
  const { stop_reason, stop_sequence } = message;
  const blocks = message.content.flatMap((block, index) => [
    eventOf("content_block_start", {
      index,
      content_block: "input" in block ? { ...block, input: {} } : { type: "text", text: "" },
    }),
    eventOf("content_block_delta", { index, delta: deltaOf(block) }),
    eventOf("content_block_stop", { index }),
  ]);
  return {
    events: [
      eventOf("message_start", { message: { ...message, content: [], stop_reason: null } }),
      ...blocks,
      eventOf("message_delta", { delta: { stop_reason, stop_sequence }, usage: USAGE }),
      eventOf("message_stop", {}),
    ],
  };
}

function deltaOf(block: Body) {
  if (block.type === "text") return { type: "text_delta", text: block.text };
  return { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
}

function eventOf(type: string, data: object) {
  return { event: type, data: { type, ...data } };
}
