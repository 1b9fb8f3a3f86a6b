import { abortTurn, approve, defineHook, deny, type LlmCall, type LlmReply, modify } from "@agent-hook/sdk";
import { generateText, streamText } from "ai";
import { describe, expect, it } from "vitest";
import { HookDeniedError, withHook } from "../../src/ai/index.js";
import { openHooks } from "../open-hooks.js";
import { call, modelWith, notedTools, scene, text } from "./scene.js";

const HELLO = [text("hello there")];
const never = new Promise<undefined>(() => {});

/** Streams a turn. Returns its text deltas and its errors. */
async function streamed(settings: Parameters<typeof streamText>[0]) {
  const deltas: string[] = [];
  const failures: unknown[] = [];
  const { stream } = streamText({ ...settings, onError: () => {} });
  for await (const part of stream) {
    if (part.type === "text-delta") deltas.push(part.text);
    if (part.type === "error") failures.push(part.error);
  }
  return { deltas, failures };
}

describe("a model call of the AI SDK with a hook", () => {
  openHooks();

  it("reaches beforeLlm with its messages, tools and options", async () => {
    const seen: LlmCall[] = [];
    const hook = defineHook({ name: "watch", beforeLlm: (one) => void seen.push({ ...one }) });
    const { settings } = await scene(hook, [call("look", { at: "here" })], HELLO);
    await generateText({ ...settings, instructions: "be brief", temperature: 0.5 });
    expect(seen).toMatchObject([
      {
        model: "mock-model-id",
        sessionId: "s-1",
        messages: [
          { role: "system", content: "be brief" },
          { role: "user", content: "hi" },
        ],
        tools: [{ name: "pay", description: "Pays" }, { name: "look" }],
        options: { temperature: 0.5 },
      },
      {
        messages: [
          { role: "system" },
          { role: "user" },
          { role: "assistant", toolCalls: [{ id: "call-1", name: "look", arguments: '{"at":"here"}' }] },
          { role: "tool", toolCallId: "call-1", content: '{"at":"here","secret":"s3cret"}' },
        ],
      },
    ]);
  });

  it("is sent as the hook changes it: its texts, its options, fewer tools", async () => {
    const hook = defineHook({
      name: "redact",
      beforeLlm: ({ messages, tools }) =>
        modify({
          messages: [
            { role: "system", content: "no secrets" },
            ...messages.map((one) => ({ ...one, content: one.content.replace("s3cret", "***") })),
          ],
          tools: tools.filter(({ name }) => name !== "pay"),
          options: { temperature: 0 },
        }),
    });
    const { model, settings } = await scene(hook, [call("look", { at: "here" })], HELLO);
    await generateText(settings);
    expect(model.doGenerateCalls[1]).toMatchObject({
      temperature: 0,
      tools: [{ name: "look" }],
      prompt: [
        { role: "system", content: "no secrets" },
        { role: "user", content: [{ type: "text", text: "hi" }] },
        { role: "assistant", content: [{ type: "tool-call", toolName: "look" }] },
        { role: "tool", content: [{ output: { type: "text", value: '{"at":"here","secret":"***"}' } }] },
      ],
    });
  });

  it("keeps the files of messages whose text the hook changes", async () => {
    const hook = defineHook({
      name: "upper",
      beforeLlm: ({ messages }) =>
        modify({ messages: messages.map((one) => ({ ...one, content: one.content.toUpperCase() })) }),
    });
    const model = modelWith(HELLO);
    const file = { type: "file" as const, mediaType: "image/png", data: new Uint8Array([1, 2]) };
    const messages = [{ role: "user" as const, content: [{ type: "text" as const, text: "see" }, file] }];
    await generateText({ ...(await withHook(hook, { model })), messages });
    expect(model.doGenerateCalls[0]?.prompt[0]?.content).toMatchObject([
      { type: "text", text: "SEE" },
      { type: "file", mediaType: "image/png" },
    ]);
  });

  it.each([
    ["deny", () => deny("over budget"), "over budget"],
    ["abortTurn", () => abortTurn("over budget"), "over budget"],
    ["an error", () => JSON.parse("{"), /threw an error/],
    ["no answer", () => never, /took too long/],
    ["a model that it cannot change", () => modify({ model: "other" }), /does not support/],
  ])("is not made after %s in beforeLlm", async (_, beforeLlm, reason) => {
    const hook = defineHook({ name: "guard", onFailure: "block", deadlines: { interceptMs: 50 }, beforeLlm });
    const { model, settings } = await scene(hook, HELLO);
    const failure = await generateText(settings).catch((error) => error);
    expect(HookDeniedError.is(failure)).toBe(true);
    expect(failure.message).toMatch(reason);
    const { deltas, failures } = await streamed(settings);
    expect([deltas, failures.map(HookDeniedError.is)]).toEqual([[], [true]]);
    expect([model.doGenerateCalls, model.doStreamCalls]).toEqual([[], []]);
  });

  it("goes on after a failure under continue", async () => {
    const hook = defineHook({ name: "watch", beforeLlm: () => JSON.parse("{"), afterLlm: () => JSON.parse("{") });
    const { settings } = await scene(hook, HELLO);
    expect((await generateText(settings)).text).toBe("hello there");
    expect((await streamed(settings)).deltas.join("")).toBe("hello there");
  });
});

describe("a reply of a model", () => {
  openHooks();

  it("reaches afterLlm whole, generated or streamed", async () => {
    const seen: LlmReply[] = [];
    const hook = defineHook({ name: "watch", afterLlm: (one) => void seen.push({ ...one }) });
    const reply = [text("I "), text("pay"), call("pay", { euros: 1 })];
    const { settings } = await scene(hook, reply, HELLO, reply, HELLO);
    await generateText(settings);
    await streamed(settings);
    const whole = {
      content: "I pay",
      toolCalls: [{ id: "call-1", name: "pay", arguments: '{"euros":1}' }],
      finishReason: "tool-calls",
    };
    expect(seen).toMatchObject([whole, { content: "hello there" }, whole, { content: "hello there" }]);
  });

  it("streams as it comes if no handler looks at replies: a part arrives before the next one is made", async () => {
    const hook = defineHook({ name: "guard", onFailure: "block", beforeLlm: () => {}, approveTool: () => approve() });
    const { settings, model } = await scene(hook, HELLO);
    let made = 0;
    const { doStream } = model;
    model.doStream = async (options) => {
      const result = await doStream(options);
      const count = new TransformStream({
        transform(part, controller) {
          made++;
          controller.enqueue(part);
        },
      });
      return { ...result, stream: result.stream.pipeThrough(count) };
    };
    const { stream } = streamText(settings);
    let madeAtFirst = 0;
    const deltas: string[] = [];
    for await (const part of stream) {
      if (part.type !== "text-delta") continue;
      if (deltas.length === 0) madeAtFirst = made;
      deltas.push(part.text);
    }
    expect(deltas).toEqual([..."hello there"]);
    expect(madeAtFirst).toBeLessThan(made);
  });

  it("streams in the same parts if a handler lets it pass, and as one text if it changes it", async () => {
    const pass = await scene(defineHook({ name: "pass", afterLlm: () => {} }), HELLO);
    expect((await streamed(pass.settings)).deltas).toEqual([..."hello there"]);
    const hook = defineHook({ name: "change", afterLlm: ({ content }) => modify({ content: content.toUpperCase() }) });
    const changed = await scene(hook, HELLO);
    expect((await streamed(changed.settings)).deltas).toEqual(["HELLO THERE"]);
    expect((await generateText(changed.settings)).text).toBe("HELLO THERE");
  });

  it("has no other form with the text that a handler changed", async () => {
    const hook = defineHook({ name: "hide", afterLlm: () => modify({ content: "***" }) });
    const model = modelWith(HELLO);
    const { doGenerate, doStream } = model;
    model.doGenerate = async (options) => ({ ...(await doGenerate(options)), response: { id: "r", body: HELLO } });
    model.doStream = async (options) => {
      const { stream } = await doStream(options);
      const raw = new TransformStream({ start: (to) => to.enqueue({ type: "raw", rawValue: "hello there" }) });
      return { stream: stream.pipeThrough(raw) };
    };
    const settings = await withHook(hook, { model });
    const { response } = await generateText({ ...settings, prompt: "hi", include: { responseBody: true } });
    expect([response.id, response.body]).toEqual(["r", undefined]);
    const parts: unknown[] = [];
    for await (const part of streamText({ ...settings, prompt: "hi", includeRawChunks: true }).stream) parts.push(part);
    expect(JSON.stringify(parts)).toContain("***");
    expect(JSON.stringify(parts)).not.toContain("hello");
  });

  it.each([
    ["deny", () => deny("not that")],
    ["an error", () => JSON.parse("{")],
    ["no answer", () => never],
  ])("is not seen after %s in afterLlm, and its tool calls do not run", async (_, afterLlm) => {
    const hook = defineHook({ name: "guard", onFailure: "block", deadlines: { interceptMs: 50 }, afterLlm });
    const { ran, settings } = await scene(hook, [text("I pay"), call("pay", { euros: 1 })]);
    expect(HookDeniedError.is(await generateText(settings).catch((error) => error))).toBe(true);
    const { deltas, failures } = await streamed(settings);
    expect([deltas, failures.map(HookDeniedError.is), ran]).toEqual([[], [true], []]);
  });

  it("keeps its tool calls when its text is changed", async () => {
    const hook = defineHook({ name: "change", afterLlm: () => modify({ content: "…" }) });
    const { ran, settings } = await scene(hook, [text("I pay"), call("pay", { euros: 1 })], HELLO);
    const { steps } = await generateText(settings);
    expect(ran).toEqual([{ euros: 1 }]);
    expect(steps[0]?.content.map(({ type }) => type)).toEqual(["text", "tool-call", "tool-result"]);
  });
});

describe("settings with a hook", () => {
  openHooks();

  it("keep everything else of the settings", async () => {
    const { tools } = notedTools();
    const hook = defineHook({ name: "watch", beforeTool: () => {} });
    const settings = await withHook(hook, { model: modelWith(HELLO), tools, maxOutputTokens: 5 });
    expect(settings).toMatchObject({ maxOutputTokens: 5, tools: { pay: { description: "Pays" } } });
  });
});
