import { describe, expect, it } from "vitest";
import { asked, handledCall } from "../../../test/command-hosts/asked.js";
import { payloadOf, recordings } from "../../../test/command-hosts/recordings.js";
import {
  abortTurn,
  approve,
  compose,
  defineHook,
  deny,
  type Hook,
  hardAbort,
  type LlmCall,
  modify,
  reject,
} from "../../index.js";

const specific = (event: string, output: object) => ({ hookSpecificOutput: { hookEventName: event, ...output } });
const denied = (reason: unknown) => ({ decision: "deny", reason });
const stopped = (stopReason: unknown) => ({ continue: false, stopReason });

const shell = payloadOf("gemini", "BeforeTool", {
  tool_name: "run_shell_command",
  tool_input: { command: "ls", description: "d" },
});
const result = payloadOf("gemini", "AfterTool", { tool_response: { llmContent: "key sk-1", returnDisplay: "shown" } });
const conversation = [
  { role: "user", content: "hi sk-1", later: 1 },
  { role: "model", content: "hello" },
  { role: "user", content: "go on" },
];
const config = { temperature: 1, topP: 0.95, topK: 64 };
const model = payloadOf("gemini", "BeforeModel", {
  llm_request: { model: "gemini-2.5-flash", messages: conversation, config },
});
const response = {
  text: "it is sk-1",
  candidates: [{ content: { role: "model", parts: ["it is ", "sk-1"] }, finishReason: "STOP", index: 0 }],
  usageMetadata: { totalTokenCount: 12 },
};
const piece = payloadOf("gemini", "AfterModel", { llm_response: response });
const redacted = ({ messages }: LlmCall) =>
  modify({ messages: messages.map((one) => ({ ...one, content: one.content.replace("sk-1", "[secret]") })) });

it.each(['{"decision":"allow"}', "{}", ' ["no"]', '"{}"', "403", "null"])(
  "a JSON reason gets a prefix on stderr, so that it is not read as an answer: %s",
  async (reason) => {
    const { document, denial } = await asked(defineHook({ name: "guard", beforeTool: () => deny(reason) }), shell);
    expect(document).toEqual(denied(reason));
    expect(denial).toBe(`denied: ${reason}`);
    expect(() => JSON.parse(String(denial))).toThrow();
  },
);

describe("under Gemini CLI", () => {
  const onFailure = "block";
  it.each<[string, Omit<Hook, "name" | "~defineHook">, object, object | undefined]>([
    ["beforeTool: deny", { beforeTool: () => deny("no rm") }, shell, denied("no rm")],
    ["approveTool: reject", { approveTool: () => reject("no rm") }, shell, denied("no rm")],
    ["beforeTool: abortTurn", { beforeTool: () => abortTurn("stop") }, shell, stopped("stop")],
    ["beforeTool: hardAbort, as abortTurn", { beforeTool: () => hardAbort("stop") }, shell, stopped("stop")],
    [
      "beforeTool: modify arguments, as the complete ones",
      { beforeTool: ({ arguments: args }) => modify({ arguments: { ...args, command: "ls -l" } }) },
      shell,
      specific("BeforeTool", { tool_input: { command: "ls -l", description: "d" } }),
    ],
    ["approveTool: approve prints nothing", { approveTool: () => approve() }, shell, undefined],
    [
      "afterTool: modify the result, which the model reads as an error",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm.replace("sk-1", "[secret]") }) },
      result,
      denied("key [secret]"),
    ],
    [
      "afterTool: a result that the hook replaces with itself is unchanged",
      { afterTool: () => modify({ result: "key sk-1" }) },
      result,
      undefined,
    ],
    [
      "afterTool: an empty result gets a reason: without one, Gemini CLI writes its own",
      { afterTool: () => modify({ result: "" }) },
      result,
      denied(" "),
    ],
    [
      "afterTool: what takes the place of a result takes that of what the user is shown, too",
      { afterTool: () => modify({ result: { forLlm: "no", forUser: "no" } }) },
      { ...result, tool_response: { llmContent: "key sk-1", returnDisplay: "key sk-1" } },
      denied("no"),
    ],
    [
      "afterTool: what replaces a result is an error anyway",
      { afterTool: () => modify({ result: { forLlm: "no", isError: true } }) },
      result,
      denied("no"),
    ],
    ["afterTool: abortTurn", { afterTool: () => abortTurn("stop") }, result, stopped("stop")],
    [
      "beforeLlm: modify a text in place, all messages in their order",
      { beforeLlm: redacted },
      model,
      specific("BeforeModel", {
        llm_request: { messages: [{ ...conversation[0], content: "hi [secret]" }, ...conversation.slice(1)] },
      }),
    ],
    [
      "beforeLlm: messages that did not change are not sent",
      { beforeLlm: ({ messages }) => modify({ messages: messages.map((one) => ({ ...one })) }) },
      model,
      undefined,
    ],
    [
      "beforeLlm: modify the model",
      { beforeLlm: () => modify({ model: "gemini-2.5-pro" }) },
      model,
      specific("BeforeModel", { llm_request: { model: "gemini-2.5-pro" } }),
    ],
    [
      "beforeLlm: modify an option, with the others that Gemini CLI would drop",
      { beforeLlm: () => modify({ options: { temperature: 0, maxOutputTokens: 100 } }) },
      model,
      specific("BeforeModel", {
        llm_request: { config: { temperature: 0, topP: 0.95, topK: 64, maxOutputTokens: 100 } },
      }),
    ],
    ["beforeLlm: abortTurn", { beforeLlm: () => abortTurn("enough") }, model, stopped("enough")],
    [
      "afterLlm: modify the text of a piece, and nothing else of it",
      { afterLlm: ({ content }) => modify({ content: content.replace("sk-1", "[secret]") }) },
      piece,
      specific("AfterModel", {
        llm_response: {
          ...response,
          text: "it is [secret]",
          candidates: [{ ...response.candidates[0], content: { role: "model", parts: ["it is [secret]"] } }],
        },
      }),
    ],
    [
      "afterLlm: an empty text is a text",
      { afterLlm: () => modify({ content: "" }) },
      piece,
      specific("AfterModel", {
        llm_response: {
          ...response,
          text: "",
          candidates: [{ ...response.candidates[0], content: { role: "model", parts: [""] } }],
        },
      }),
    ],
    [
      "beforeTool: unchanged arguments count as no decision: the model would be told that they changed",
      { beforeTool: ({ arguments: args }) => modify({ arguments: { ...args } }) },
      shell,
      undefined,
    ],
    [
      "afterLlm: an unchanged text prints nothing",
      { afterLlm: ({ content }) => modify({ content }) },
      piece,
      undefined,
    ],
    ["afterLlm: abortTurn", { afterLlm: () => abortTurn("enough") }, piece, stopped("enough")],
  ])("%s", async (_title, fields, payload, document) => {
    const answer = await asked({ name: "guard", ...fields, onFailure }, payload, { host: "gemini" });
    expect(answer).toMatchObject({ failures: [] });
    expect(answer.document).toEqual(document);
  });

  it("an empty modify is not a decision", async () => {
    const nothing = { beforeTool: () => modify({}), beforeLlm: () => modify({}), afterTool: () => modify({}) };
    for (const payload of [shell, model, result]) {
      const answer = await asked({ name: "guard", ...nothing, onFailure }, payload);
      expect(answer).toMatchObject({ text: undefined, failures: [] });
    }
  });
});

describe("a recorded payload as a call", () => {
  const source = { sessionId: shell.session_id, cwd: shell.cwd, time: shell.timestamp, origin: {} };

  it("BeforeTool is beforeTool", async () => {
    expect(await handledCall(shell)).toEqual({
      beforeTool: {
        ...{ tool: "run_shell_command", kind: "shell", arguments: shell.tool_input },
        ...{ ...source, raw: shell },
      },
    });
  });

  it("marks a tool of an MCP server, whatever its name", async () => {
    const mcp = recordings.find(({ where }) => where.endsWith("BeforeTool.mcp.json"))?.payload ?? {};
    expect((await handledCall(mcp)).beforeTool).toMatchObject({ tool: "mcp_srv_echo", kind: "mcp" });
    expect((await handledCall({ ...mcp, tool_name: "read_file" })).beforeTool).toMatchObject({ kind: "mcp" });
  });

  it.each([
    ["a text", "x", "x"],
    ["parts", [{ text: "a" }, { inlineData: { mimeType: "image/png", data: "x" } }, { text: "b" }, "c"], "a\nb\nc"],
    ["a file of text", [{ inlineData: { mimeType: "text/plain", data: "U0VDUkVU" } }], "SECRET"],
    [
      "other parts",
      [{ functionResponse: { response: { output: "SECRET" } } }],
      '{"functionResponse":{"response":{"output":"SECRET"}}}',
    ],
    ["an object", { a: "SECRET" }, '{"a":"SECRET"}'],
    ["one part", { text: "x" }, "x"],
    ["nothing", undefined, ""],
  ])("AfterTool is afterTool, with the text that the model reads of %s", async (_what, llmContent, forLlm) => {
    const payload = { ...result, tool_response: { llmContent, returnDisplay: "shown" } };
    expect((await handledCall(payload)).afterTool).toMatchObject({
      kind: "shell",
      result: { forLlm, forUser: "shown" },
    });
  });

  it("AfterTool of a failed tool is an error", async () => {
    const failed = recordings.find(({ where }) => where.endsWith("AfterTool.read_file.json"))?.payload ?? {};
    expect((await handledCall(failed)).afterTool).toMatchObject({
      kind: "read",
      result: { forLlm: expect.stringContaining("Could not read file"), isError: true },
    });
  });

  it("BeforeModel is beforeLlm, with our roles and Gemini CLI's options", async () => {
    expect((await handledCall(model)).beforeLlm).toMatchObject({
      model: "gemini-2.5-flash",
      messages: [
        { role: "user", content: "hi sk-1" },
        { role: "assistant", content: "hello" },
        { role: "user", content: "go on" },
      ],
      tools: [],
      options: config,
      gracefulTerminal: false,
    });
  });

  it("AfterModel is afterLlm with partial content", async () => {
    expect((await handledCall(piece)).afterLlm).toMatchObject({
      model: "gemini-2.5-flash",
      content: "it is sk-1",
      toolCalls: [],
      finishReason: "STOP",
      usage: { totalTokenCount: 12 },
      partial: true,
    });
  });

  it("every other event reaches onEvent with its fields in camelCase", async () => {
    const notification = payloadOf("gemini", "Notification");
    const { event } = await handledCall(notification);
    expect(event).toMatchObject({
      kind: "notification",
      hostKind: "Notification",
      time: notification.timestamp,
      sessionId: expect.any(String),
    });
    expect(Object.keys((event as { payload: object }).payload)).toEqual(["message", "details", "type"]);
  });
});

it("members see earlier changes, and one answer has them all", async () => {
  const first = defineHook({ name: "a", beforeLlm: redacted });
  const second = defineHook({
    name: "b",
    beforeLlm: ({ messages: [message] }) => modify({ options: { topK: message?.content.length ?? 0 } }),
  });
  const { document } = await asked(compose(first, second), model);
  expect(document).toMatchObject({
    hookSpecificOutput: { llm_request: { messages: [{ content: "hi [secret]" }, {}, {}], config: { topK: 11 } } },
  });
});
