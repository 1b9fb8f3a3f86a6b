import {
  anthropic,
  type Body,
  callPrompt,
  google,
  type ModelApi,
  type ModelServer,
  openaiChat,
  openaiResponses,
  startModelServer,
} from "@agent-hook/sdk/internal/live-agents";
import { describe, expect, test } from "vitest";

const CALL = callPrompt("shell", { command: "ls" });

interface Case {
  readonly dialect: () => ModelApi;
  readonly path: string;
  readonly promptRequest: (text: string) => object;
  readonly resultRequest: (result: string) => object;
  readonly call: object;
  readonly final: object;
}

const CASES: Readonly<Record<string, Case>> = {
  anthropic: {
    dialect: anthropic,
    path: "/v1/messages",
    promptRequest: (content) => ({ model: "m", tools: [{ name: "shell" }], messages: [{ role: "user", content }] }),
    resultRequest: (text) => ({
      model: "m",
      tools: [{ name: "shell" }],
      messages: [{ role: "user", content: [{ type: "tool_result", content: [{ type: "text", text }] }] }],
    }),
    call: { content: [{ type: "tool_use", name: "shell", input: { command: "ls" } }], stop_reason: "tool_use" },
    final: { content: [{ type: "text", text: "FINAL: a file" }], stop_reason: "end_turn" },
  },
  "openai responses": {
    dialect: openaiResponses,
    path: "/v1/responses",
    promptRequest: (text) => ({
      model: "m",
      tools: [{ type: "function", name: "shell" }],
      input: [{ role: "user", content: [{ type: "input_text", text }] }],
    }),
    resultRequest: (output) => ({
      model: "m",
      tools: [{ type: "function", name: "shell" }],
      input: [
        { role: "user", content: CALL },
        { type: "function_call_output", call_id: "call_1", output },
      ],
    }),
    call: { output: [{ type: "function_call", name: "shell", arguments: '{"command":"ls"}' }] },
    final: { output: [{ type: "message", content: [{ type: "output_text", text: "FINAL: a file" }] }] },
  },
  "openai chat": {
    dialect: openaiChat,
    path: "/v1/chat/completions",
    promptRequest: (content) => ({
      model: "m",
      tools: [{ type: "function", function: { name: "shell" } }],
      messages: [{ role: "user", content }],
    }),
    resultRequest: (text) => ({
      model: "m",
      tools: [{ type: "function", function: { name: "shell" } }],
      messages: [
        { role: "user", content: CALL },
        { role: "assistant", content: null, tool_calls: [{ id: "call_1", type: "function" }] },
        { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text }] },
      ],
    }),
    call: {
      object: "chat.completion",
      choices: [
        {
          message: { content: null, tool_calls: [{ function: { name: "shell", arguments: '{"command":"ls"}' } }] },
          finish_reason: "tool_calls",
        },
      ],
      usage: { total_tokens: 2 },
    },
    final: { choices: [{ message: { content: "FINAL: a file" }, finish_reason: "stop" }] },
  },
  google: {
    dialect: google,
    path: "/v1beta/models/m:generateContent",
    promptRequest: (text) => ({ contents: [{ role: "user", parts: [{ text }] }] }),
    resultRequest: (output) => ({
      contents: [{ role: "user", parts: [{ functionResponse: { name: "shell", response: { output } } }] }],
    }),
    call: { candidates: [{ content: { parts: [{ functionCall: { name: "shell", args: { command: "ls" } } }] } }] },
    final: { candidates: [{ content: { parts: [{ text: 'FINAL: {"outp' }, { text: 'ut":"a file"}' }] } }] },
  },
};

describe.each(Object.entries(CASES))(
  "the model of %s",
  (_, { dialect, path, promptRequest, resultRequest, call, final }) => {
    test("makes the call from the prompt and quotes the result", async () => {
      await using model = await startModelServer(dialect());
      expect(await post(model, path, promptRequest(CALL))).toMatchObject(call);
      expect(await post(model, path, resultRequest("a file"))).toMatchObject(final);
      expect(model.requests.map(({ input }) => input?.from)).toEqual(["user", "tool"]);
    });

    test("keeps every request unchanged", async () => {
      await using model = await startModelServer(dialect());
      await post(model, path, promptRequest("good morning"));
      expect(model.requests).toMatchObject([
        { method: "POST", path, body: promptRequest("good morning"), input: { from: "user", text: "good morning" } },
      ]);
    });

    test("answers only scripted requests", async () => {
      await using model = await startModelServer(dialect());
      expect((await fetch(`${model.url}/v1/unheard-of`)).status).toBe(404);
    });
  },
);

test.each(["anthropic", "openai responses", "openai chat"])(
  "the model of %s makes the call that a tool's result asks for",
  async (name) => {
    const { dialect, path, resultRequest, call } = CASES[name] as Case;
    await using model = await startModelServer(dialect());
    expect(await post(model, path, resultRequest(CALL))).toMatchObject(call);
  },
);

test("a stream of anthropic carries the arguments in a delta", async () => {
  const { promptRequest, path } = CASES.anthropic as Case;
  const events = await streamEvents(anthropic(), path, { ...promptRequest(CALL), stream: true });
  expect(events.map(({ type }) => type)).toEqual([
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  expect(events[2].delta).toEqual({ type: "input_json_delta", partial_json: '{"command":"ls"}' });
});

test("a stream of openai ends with the whole response", async () => {
  const { promptRequest, path, call } = CASES["openai responses"] as Case;
  const events = await streamEvents(openaiResponses(), path, { ...promptRequest(CALL), stream: true });
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at));
  expect(events.at(-1)).toMatchObject({ type: "response.completed", response: call });
});

describe("a stream of openai chat", () => {
  const { promptRequest, resultRequest, path } = CASES["openai chat"] as Case;

  test("carries the arguments in a delta, and the usage on request", async () => {
    const options = { stream: true, stream_options: { include_usage: true } };
    const events = await streamEvents(openaiChat(), path, { ...promptRequest(CALL), ...options });
    expect(events.map(({ choices: [choice] }) => choice?.delta)).toMatchObject([
      { role: "assistant", content: null },
      { tool_calls: [{ index: 0, id: "call_1", function: { name: "shell", arguments: "" } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"command":"ls"}' } }] },
      {},
      undefined,
    ]);
    expect(events.at(-2).choices[0].finish_reason).toBe("tool_calls");
    expect(events.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 2 } });
  });

  test("carries a text without usage, and its own end marker", async () => {
    await using model = await startModelServer(openaiChat());
    const body = JSON.stringify({ ...resultRequest("a file"), stream: true });
    const text = await (await fetch(`${model.url}${path}`, { method: "POST", body })).text();
    expect(text).toContain('"delta":{"content":"FINAL: a file"}');
    expect(text).not.toContain("usage");
    expect(text).toMatch(/\n\ndata: \[DONE\]\n\n$/);
  });
});

test("a stream of google carries a text in two pieces", async () => {
  const { resultRequest } = CASES.google as Case;
  const events = await streamEvents(google(), "/v1beta/models/m:streamGenerateContent", resultRequest("a file"));
  const text = events.map(({ candidates }) => candidates[0].content.parts[0].text);
  expect(text).toEqual(['FINAL: {"outp', 'ut":"a file"}']);
  expect(events.map(({ candidates }) => candidates[0].finishReason)).toEqual([undefined, "STOP"]);
});

async function post(model: ModelServer, path: string, body: object): Promise<Body> {
  return (await fetch(`${model.url}${path}`, { method: "POST", body: JSON.stringify(body) })).json();
}

async function streamEvents(dialect: ModelApi, path: string, body: object): Promise<Body[]> {
  await using model = await startModelServer(dialect);
  const answer = await fetch(`${model.url}${path}`, { method: "POST", body: JSON.stringify(body) });
  const lines = (await answer.text()).split("\n");
  const data = lines.flatMap((line) => (line.startsWith("data: ") ? [line.slice("data: ".length)] : []));
  return data.filter((text) => text !== "[DONE]").map((text) => JSON.parse(text));
}
