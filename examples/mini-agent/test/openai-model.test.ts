import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { ModelRequest } from "../src/model.js";
import { openAiModel } from "../src/openai-model.js";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Seen {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** Starts a server that gives every request the same answer, or none. */
async function serving(answer?: { status: number; body: string }): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString());
    seen.push({ path: request.url, authorization: request.headers.authorization, body });
    if (answer) response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`, seen };
}

const request: ModelRequest = {
  model: "model-of-the-hook",
  messages: [
    { role: "system", content: "Be brief.", system_parts: [{ type: "text", text: "Be brief." }] },
    { role: "user", content: "hi", created_at: "2026-11-21" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", function: { name: "list_dir", arguments: "{}" }, extra_content: {} }],
    },
    { role: "tool", content: "FILE: a", tool_call_id: "c1" },
  ],
  tools: [{ type: "function", function: { name: "list_dir" } }],
  options: { temperature: 0 },
};

function completion(message: object): { status: number; body: string } {
  return { status: 200, body: JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }) };
}

test("the request has model, messages, tools and options, without fields that only a host knows", async () => {
  const { baseUrl, seen } = await serving(completion({ role: "assistant", content: "hello" }));
  const model = openAiModel({ baseUrl, name: "m", apiKey: "sk-1" });
  expect(await model.reply(request)).toEqual({ content: "hello", calls: [] });
  expect(seen).toEqual([
    {
      path: "/v1/chat/completions",
      authorization: "Bearer sk-1",
      body: {
        model: "model-of-the-hook",
        temperature: 0,
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "hi" },
          {
            role: "assistant",
            content: "",
            tool_calls: [{ id: "c1", type: "function", function: { name: "list_dir", arguments: "{}" } }],
          },
          { role: "tool", content: "FILE: a", tool_call_id: "c1" },
        ],
        tools: [{ type: "function", function: { name: "list_dir" } }],
      },
    },
  ]);
});

test("tool calls are parsed, and one without an id gets one", async () => {
  const call = { type: "function", function: { name: "get_weather", arguments: '{"city":"Beijing"}' } };
  const { baseUrl, seen } = await serving(completion({ content: null, tool_calls: [{ id: "a", ...call }, call] }));
  expect(await openAiModel({ baseUrl, name: "m" }).reply({ ...request, tools: [] })).toEqual({
    content: "",
    calls: [
      { id: "a", name: "get_weather", arguments: '{"city":"Beijing"}' },
      { id: "call_2", name: "get_weather", arguments: '{"city":"Beijing"}' },
    ],
  });
  expect(seen[0]?.authorization).toBeUndefined();
  expect(seen[0]?.body).not.toHaveProperty("tools");
});

test.each([
  [
    "an error with a reason, which never repeats the key",
    { status: 401, body: '{"error":{"message":"Incorrect API key provided: sk-1."}}' },
    /answered 401: Incorrect API key provided: \*\*\*\.$/,
  ],
  ["an error in plain text", { status: 502, body: "Bad Gateway" }, /answered 502: Bad Gateway$/],
  ["an error without a body", { status: 500, body: "" }, /answered 500$/],
  ["no JSON", { status: 200, body: "<html>" }, /did not answer with a chat completion: the whole: /],
  ["no choice", { status: 200, body: '{"choices":[]}' }, /did not answer with a chat completion: choices/],
])("%s is an error with an explanation", async (_, answer, message) => {
  const { baseUrl } = await serving(answer);
  await expect(openAiModel({ baseUrl, name: "m", apiKey: "sk-1" }).reply(request)).rejects.toThrow(message);
});

test("a rejected request without a key names the variable", async () => {
  const { baseUrl } = await serving({ status: 401, body: '{"error":{"message":"No key."}}' });
  await expect(openAiModel({ baseUrl, name: "m" }).reply(request)).rejects.toThrow("401: No key. Set OPENAI_API_KEY.");
});

test("a request to a server that never answers times out", async () => {
  const { baseUrl } = await serving();
  const model = openAiModel({ baseUrl, name: "m", timeoutMs: 50 });
  await expect(model.reply(request)).rejects.toThrow(/did not answer in 0\.05 s$/);
});

test("an unreachable server is named with the cause", async () => {
  const model = openAiModel({ baseUrl: "http://127.0.0.1:9", name: "m" });
  await expect(model.reply(request)).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:9\/chat\/completions cannot be reached: \S/,
  );
});
