import {
  anthropic,
  type Body,
  callPrompt,
  type Dialect,
  gemini,
  type ModelServer,
  openaiResponses,
  startModelServer,
} from "agent-hook/real-agents";
import { describe, expect, test } from "vitest";

const CALL = callPrompt("shell", { command: "ls" });

interface Case {
  readonly dialect: () => Dialect;
  readonly path: string;
  readonly asked: (text: string) => object;
  readonly told: (result: string) => object;
  readonly call: object;
  readonly final: object;
}

const CASES: Readonly<Record<string, Case>> = {
  anthropic: {
    dialect: anthropic,
    path: "/v1/messages",
    asked: (content) => ({ model: "m", tools: [{ name: "shell" }], messages: [{ role: "user", content }] }),
    told: (text) => ({
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
    asked: (text) => ({
      model: "m",
      tools: [{ type: "function", name: "shell" }],
      input: [{ role: "user", content: [{ type: "input_text", text }] }],
    }),
    told: (output) => ({
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
  gemini: {
    dialect: gemini,
    path: "/v1beta/models/m:generateContent",
    asked: (text) => ({ contents: [{ role: "user", parts: [{ text }] }] }),
    told: (output) => ({
      contents: [{ role: "user", parts: [{ functionResponse: { name: "shell", response: { output } } }] }],
    }),
    call: { candidates: [{ content: { parts: [{ functionCall: { name: "shell", args: { command: "ls" } } }] } }] },
    final: { candidates: [{ content: { parts: [{ text: 'FINAL: {"outp' }, { text: 'ut":"a file"}' }] } }] },
  },
};

describe.each(Object.entries(CASES))("the model of %s", (_, { dialect, path, asked, told, call, final }) => {
  test("makes the call of the prompt, and quotes the result", async () => {
    await using model = await startModelServer(dialect());
    expect(await post(model, path, asked(CALL))).toMatchObject(call);
    expect(await post(model, path, told("a file"))).toMatchObject(final);
    expect(model.requests.map(({ heard }) => heard?.from)).toEqual(["user", "tool"]);
  });

  test("keeps every request as it came", async () => {
    await using model = await startModelServer(dialect());
    await post(model, path, asked("good morning"));
    expect(model.requests).toMatchObject([
      { method: "POST", path, body: asked("good morning"), heard: { from: "user", text: "good morning" } },
    ]);
  });

  test("answers nothing that is not scripted", async () => {
    await using model = await startModelServer(dialect());
    expect((await fetch(`${model.url}/v1/unheard-of`)).status).toBe(404);
  });
});

test.each(["anthropic", "openai responses"])(
  "the model of %s makes the call that a tool's result asks for",
  async (name) => {
    const { dialect, path, told, call } = CASES[name] as Case;
    await using model = await startModelServer(dialect());
    expect(await post(model, path, told(CALL))).toMatchObject(call);
  },
);

test("a stream of anthropic carries the arguments in a delta", async () => {
  const { asked, path } = CASES.anthropic as Case;
  const events = await streamed(anthropic(), path, { ...asked(CALL), stream: true });
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
  const { asked, path, call } = CASES["openai responses"] as Case;
  const events = await streamed(openaiResponses(), path, { ...asked(CALL), stream: true });
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at));
  expect(events.at(-1)).toMatchObject({ type: "response.completed", response: call });
});

test("a stream of gemini brings a text in two pieces", async () => {
  const { told } = CASES.gemini as Case;
  const events = await streamed(gemini(), "/v1beta/models/m:streamGenerateContent", told("a file"));
  const text = events.map(({ candidates }) => candidates[0].content.parts[0].text);
  expect(text).toEqual(['FINAL: {"outp', 'ut":"a file"}']);
  expect(events.map(({ candidates }) => candidates[0].finishReason)).toEqual([undefined, "STOP"]);
});

async function post(model: ModelServer, path: string, body: object): Promise<Body> {
  return (await fetch(`${model.url}${path}`, { method: "POST", body: JSON.stringify(body) })).json();
}

async function streamed(dialect: Dialect, path: string, body: object): Promise<Body[]> {
  await using model = await startModelServer(dialect);
  const answer = await fetch(`${model.url}${path}`, { method: "POST", body: JSON.stringify(body) });
  const lines = (await answer.text()).split("\n");
  return lines.flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice("data: ".length))] : []));
}
