import type { Body, ModelAnswer, ModelApi } from "./model-server.js";
import { type ModelInput, type ModelReply, replyTo } from "./script.js";

/** Simulates the OpenAI Responses API. */
export function openaiResponses(): ModelApi {
  let replies = 0;
  return {
    readInput: (method, path, body) => (method === "POST" && path.endsWith("/responses") ? lastTurn(body) : undefined),
    answer: ({ path, body, input }) => {
      if (path.endsWith("/models")) return { document: { object: "list", data: [] } };
      if (input === undefined)
        return { status: 404, document: { error: { message: `nothing is scripted for ${path}` } } };
      replies += 1;
      const tools: Body[] = body.tools ?? [];
      // Requests for titles and summaries have no tools.
      const item = itemOf(tools.length > 0 ? replyTo(input) : { text: "hello" }, tools, replies);
      const response = responseOf(item, replies, body.model);
      return body.stream === true ? streamed(item, response) : { document: response };
    },
  };
}

function lastTurn(body: Body): ModelInput {
  const items: Body[] = typeof body.input === "string" ? [{ role: "user", content: body.input }] : (body.input ?? []);
  const last = items.findLast((item) => item.role === "user" || isOutput(item));
  if (isOutput(last)) return { from: "tool", text: textOf(last.output) };
  return { from: "user", text: textOf(last?.content) };
}

function isOutput(item: Body): boolean {
  return item?.type === "function_call_output" || item?.type === "custom_tool_call_output";
}

function textOf(content: Body): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }: Body) => text).join("\n");
}

function itemOf(reply: ModelReply, tools: readonly Body[], count: number): Body {
  if ("text" in reply) {
    const content = [{ type: "output_text", text: reply.text, annotations: [] }];
    return { type: "message", id: `msg_${count}`, role: "assistant", status: "completed", content };
  }
  const call = { id: `fc_${count}`, call_id: `call_${count}`, status: "completed", ...nameOf(reply.tool, tools) };
  // A free-form tool takes text instead of JSON.
  const isFreeForm = tools.some(({ type, name }) => type === "custom" && name === reply.tool);
  if (isFreeForm) return { ...call, type: "custom_tool_call", input: reply.arguments.input };
  return { ...call, type: "function_call", arguments: JSON.stringify(reply.arguments) };
}

/** The tools of an MCP server can be grouped in a namespace. */
function nameOf(tool: string, tools: readonly Body[]) {
  const group = tools.find(({ type, name }) => type === "namespace" && tool.startsWith(`${name}__`));
  return group ? { namespace: group.name, name: tool.slice(group.name.length + 2) } : { name: tool };
}

function responseOf(item: Body, count: number, model: string) {
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  };
  return { id: `resp_${count}`, object: "response", created_at: 0, model, status: "completed", output: [item], usage };
}

function streamed(item: Body, response: ReturnType<typeof responseOf>): ModelAnswer {
  const steps: (readonly [string, object])[] = [
    ["response.created", { response: { ...response, status: "in_progress", output: [], usage: null } }],
    ["response.output_item.added", { output_index: 0, item: startedItem(item) }],
    ...contentSteps(item),
    ["response.output_item.done", { output_index: 0, item }],
    ["response.completed", { response }],
  ];
  return {
    events: steps.map(([type, data], sequence_number) => ({ event: type, data: { type, sequence_number, ...data } })),
  };
}

function startedItem(item: Body): Body {
  return { ...item, status: "in_progress", ...(item.content && { content: [] }) };
}

function contentSteps(item: Body): (readonly [string, object])[] {
  return (item.content ?? []).flatMap((part: Body, content_index: number) => {
    const at = { item_id: item.id, output_index: 0, content_index };
    return [
      ["response.content_part.added", { ...at, part: { ...part, text: "" } }],
      ["response.output_text.delta", { ...at, delta: part.text }],
      ["response.output_text.done", { ...at, text: part.text }],
      ["response.content_part.done", { ...at, part }],
    ];
  });
}
