import { guardShell } from "@agent-hook/hooks";
import {
  abortTurn,
  addContext,
  approve,
  ask,
  defineHook,
  deny,
  type Hook,
  type LlmCall,
  modify,
  respond,
} from "@agent-hook/sdk";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createAgent, tool, toolStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { HookDeniedError, hookMiddleware } from "../../src/langchain/index.js";
import { hidesSecrets } from "../hidden-secrets.js";
import { openHooks } from "../open-hooks.js";

/** A model that gives these replies in order, whole or as a stream of single characters. */
class ScriptedModel extends BaseChatModel {
  readonly requests: BaseMessage[][] = [];
  readonly options: Record<string, unknown>[] = [];
  bound: readonly unknown[] = [];
  constructor(private readonly replies: AIMessage[]) {
    super({});
  }
  override _llmType() {
    return "scripted";
  }
  override bindTools(tools: unknown[]) {
    this.bound = tools;
    return this;
  }
  #next(messages: BaseMessage[], options: object): AIMessage {
    this.requests.push(messages);
    this.options.push({ ...options });
    return this.replies[this.requests.length - 1] ?? new AIMessage("end");
  }
  override async _generate(messages: BaseMessage[], options: object) {
    const message = this.#next(messages, options);
    return { generations: [{ text: message.text, message }] };
  }
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: object,
    manager?: { handleLLMNewToken(...args: unknown[]): Promise<void> },
  ) {
    const { text, tool_calls: calls = [] } = this.#next(messages, options);
    const chunks = [...text].map((content) => new AIMessageChunk(content));
    for (const { id, name, args } of calls) {
      const part = { name, args: JSON.stringify(args), index: 0, ...(id === undefined ? {} : { id }) };
      chunks.push(new AIMessageChunk({ content: "", tool_call_chunks: [part] }));
    }
    for (const message of chunks) {
      const chunk = new ChatGenerationChunk({ text: message.text, message });
      yield chunk;
      await manager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}

const call = (name: string, args: Record<string, unknown>, id = "call-1") => ({
  name,
  args,
  id,
  type: "tool_call" as const,
});
const PAY = () => new AIMessage({ content: "", tool_calls: [call("pay", { euros: 5 })] });
const DONE = () => new AIMessage("done");
const never = new Promise<undefined>(() => {});
const HI = { messages: [new HumanMessage("hi")] };

async function scene(hook: Hook, ...replies: AIMessage[]) {
  const ran: unknown[] = [];
  const pay = tool(
    (input: { euros: number }) => {
      ran.push(input);
      if (input.euros === 13) throw new Error("no luck");
      return `paid ${input.euros}`;
    },
    { name: "pay", description: "Pays", schema: z.object({ euros: z.number(), note: z.string().optional() }) },
  );
  const model = new ScriptedModel(replies);
  const middleware = [await hookMiddleware(hook)];
  const agent = createAgent({ model, tools: [pay], middleware, systemPrompt: "be brief" });
  const asking = createAgent({ model, tools: [pay], middleware, checkpointer: new MemorySaver() });
  return { ran, model, agent, asking };
}

/** The results of tools in the last request to a model. */
function results({ requests }: ScriptedModel): unknown[] {
  return (requests.at(-1) ?? []).flatMap((message) =>
    message.getType() === "tool" ? [[(message as ToolMessage).status, message.text]] : [],
  );
}

/** Returns the `HookDeniedError` with which a run ended. */
async function denial(running: Promise<unknown>): Promise<unknown> {
  let error: unknown = await running.then(() => undefined).catch((thrown) => thrown);
  while (error instanceof Error && !HookDeniedError.is(error)) error = error.cause;
  return error;
}

describe("a tool of LangChain with a hook", () => {
  const errors = openHooks();

  it("runs with the arguments of the model, and its handlers read the call", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "watch",
      beforeTool: (one, { host }) => void seen.push(one, host.name),
      afterTool: (one) => void seen.push(one.result),
    });
    const { ran, agent } = await scene(hook, PAY(), DONE());
    const { messages } = await agent.invoke(HI, { configurable: { thread_id: "s-1" } });
    expect([ran, messages.at(-1)?.text]).toEqual([[{ euros: 5 }], "done"]);
    const asked = { id: "call-1", tool: "pay", kind: "other", arguments: { euros: 5 }, sessionId: "s-1" };
    expect(seen).toEqual([expect.objectContaining(asked), "langchain", { forLlm: "paid 5" }]);
  });

  it.each([
    ["beforeTool", { beforeTool: () => deny("no payments") }],
    ["approveTool", { approveTool: () => deny("no payments") }],
    ["approveTool without a checkpointer", { approveTool: () => ask("no payments") }],
  ])("does not run if %s denies, and the model reads the reason", async (_, handlers) => {
    const { ran, model, agent } = await scene(defineHook({ name: "guard", ...handlers }), PAY(), DONE());
    await agent.invoke(HI);
    expect([ran, results(model)]).toEqual([[], [["error", expect.stringMatching(/^(needs a person: )?no payments$/)]]]);
  });

  const faults = Object.entries({
    throws: () => JSON.parse("{"),
    hangs: () => never as Promise<never>,
    "answers nonsense": () => "yes" as never,
  });

  it.each(faults)("does not run if the hook %s under block, whole or streamed", async (_, handler) => {
    for (const handlers of [{ beforeTool: handler }, { approveTool: handler }]) {
      const hook = defineHook({ name: "guard", onFailure: "block", deadlines: { interceptMs: 50 }, ...handlers });
      const { ran, model, agent } = await scene(hook, PAY(), DONE(), PAY(), DONE());
      await agent.invoke(HI);
      expect(results(model)).toEqual([["error", expect.stringContaining("look for this id")]]);
      for await (const _chunk of await agent.stream(HI, { streamMode: "messages" }));
      expect([ran, model.requests.length]).toEqual([[], 4]);
    }
  });

  it.each(faults)("runs if the hook %s under continue", async (_, beforeTool) => {
    const hook = defineHook({ name: "watch", deadlines: { interceptMs: 50 }, beforeTool });
    const { ran, agent } = await scene(hook, PAY(), DONE());
    await agent.invoke(HI);
    expect(ran).toHaveLength(1);
    expect(errors.join("")).toContain("[watch] error: beforeTool failed");
  });

  it("runs with the arguments of the hook, on which approveTool decides, or is answered by the hook", async () => {
    const hook = defineHook({
      name: "cap",
      respondsTo: ["pay"],
      beforeTool: ({ arguments: { euros } }) =>
        euros === 5 ? modify({ arguments: { euros: 1 } }) : respond("paid before"),
      approveTool: ({ arguments: { euros } }) => (euros === 5 ? deny("too much") : approve()),
    });
    const second = new AIMessage({ content: "", tool_calls: [call("pay", { euros: 7 })] });
    const { ran, model, agent } = await scene(hook, PAY(), second, DONE());
    await agent.invoke(HI);
    expect([ran, results(model)]).toEqual([
      [{ euros: 1 }],
      [
        ["success", "paid 1"],
        ["success", "paid before"],
      ],
    ]);
  });

  it("interrupts the run if the hook asks, shows the arguments that would run, and runs only after a yes", async () => {
    const hook = defineHook({
      name: "asker",
      onFailure: "block",
      beforeTool: () => modify({ arguments: { euros: 1 } }),
      approveTool: () => ask("pay it?"),
    });
    for (const type of ["approve", "reject"]) {
      const { ran, asking } = await scene(hook, PAY(), DONE());
      const thread = { configurable: { thread_id: "t" } };
      const { __interrupt__: [asked] = [] } = (await asking.invoke(HI, thread)) as {
        __interrupt__?: { value: unknown }[];
      };
      expect(asked?.value).toMatchObject({
        actionRequests: [{ name: "pay", args: { euros: 1 }, description: "pay it?" }],
      });
      expect(ran).toEqual([]);
      const { messages } = await asking.invoke(new Command({ resume: { decisions: [{ type }] } }), thread);
      expect([ran, messages.at(-1)?.text]).toEqual([type === "approve" ? [{ euros: 1 }] : [], "done"]);
    }
  });

  it("runs for one call only if one answer is given to several questions", async () => {
    const hook = defineHook({ name: "asker", onFailure: "block", approveTool: () => ask("pay it?") });
    const calls = [call("pay", { euros: 5 }, "a"), call("pay", { euros: 1000 }, "b")];
    const { ran, asking } = await scene(hook, new AIMessage({ content: "", tool_calls: calls }), DONE());
    const thread = { configurable: { thread_id: "t" } };
    await asking.invoke(HI, thread);
    await asking.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), thread);
    expect(ran).toEqual([{ euros: 5 }]);
  });

  it("is judged call by call if the model gives two calls the same id", async () => {
    for (const order of [
      [1, 1000],
      [1000, 1],
    ]) {
      const calls = order.map((euros) => call("pay", { euros }));
      const hook = defineHook({
        name: "cap",
        onFailure: "block",
        approveTool: ({ arguments: { euros } }) => (euros === 1 ? approve() : deny("too much")),
      });
      const { ran, agent } = await scene(hook, new AIMessage({ content: "", tool_calls: calls }), DONE());
      await agent.invoke(HI);
      expect(ran).toEqual([{ euros: 1 }]);
    }
  });

  it("ends the run with an error if the hook ends the turn", async () => {
    for (const handlers of [{ beforeTool: () => abortTurn("stop") }, { afterTool: () => abortTurn("stop") }]) {
      const { agent } = await scene(defineHook({ name: "guard", ...handlers }), PAY(), DONE());
      expect(await denial(agent.invoke(HI))).toMatchObject({ message: "stop" });
    }
  });

  it("passes each of many parallel calls, and an argument of 1 MB", async () => {
    const note = "x".repeat(1024 * 1024);
    const calls = Array.from({ length: 20 }, (_, euros) =>
      call("pay", { euros: euros === 13 ? 15 : euros, ...(euros === 1 ? { note } : {}) }, `call-${euros}`),
    );
    const hook = defineHook({
      name: "odd",
      onFailure: "block",
      beforeTool: async ({ arguments: { euros } }) => (Number(euros) % 2 === 0 ? deny("even") : undefined),
    });
    const { ran, agent } = await scene(hook, new AIMessage({ content: "", tool_calls: calls }), DONE());
    await agent.invoke(HI);
    expect(ran).toHaveLength(10);
    expect(ran).toContainEqual({ euros: 1, note });
  });

  it("has its result changed, extended, denied or withheld before the model reads it", async () => {
    const seen: unknown[] = [];
    for (const afterTool of [
      () => modify({ result: "***" }),
      () => addContext("thanks"),
      () => deny("secret"),
      () => JSON.parse("{"),
      () => never,
    ]) {
      const hook = defineHook({ name: "after", onFailure: "block", deadlines: { interceptMs: 50 }, afterTool });
      const { model, agent } = await scene(hook, PAY(), DONE());
      await agent.invoke(HI);
      seen.push(...results(model));
    }
    const withheld = ["error", expect.stringContaining("[withheld:")];
    expect(seen).toEqual([
      ["success", "***"],
      ["success", "paid 5\n\nthanks"],
      ["error", "secret"],
      withheld,
      withheld,
    ]);
  });

  it("has its result changed in every form in which the model reads it", async () => {
    const outputs = [
      () => new Command({ update: { messages: [new ToolMessage({ content: "a secret", tool_call_id: "call-1" })] } }),
      () => [{ type: "document", source: "a secret" }],
      () => Promise.reject({ detail: "a secret" }),
    ];
    const middleware = [await hookMiddleware(hidesSecrets)];
    const seen: unknown[] = [];
    for (const output of outputs) {
      const pay = tool(output, { name: "pay", schema: z.object({ euros: z.number() }) });
      const model = new ScriptedModel([PAY(), DONE()]);
      await createAgent({ model, tools: [pay], middleware }).invoke(HI);
      seen.push(...results(model));
    }
    expect(seen).toEqual([
      ["success", "a ***"],
      ["success", '{"type":"document","source":"a ***"}'],
      ["error", '{"detail":"a ***"}'],
    ]);
  });

  it("has no other effect if its result is withheld, such as a change of the run's state", async () => {
    const hook = defineHook({ name: "hide", onFailure: "block", afterTool: () => deny("secret") });
    const message = new ToolMessage({ content: "a secret", tool_call_id: "call-1" });
    const update = { messages: [message], structuredResponse: { a: "secret" } };
    const pay = tool(() => new Command({ update }), { name: "pay", schema: z.object({ euros: z.number() }) });
    const model = new ScriptedModel([PAY(), DONE()]);
    const agent = createAgent({ model, tools: [pay], middleware: [await hookMiddleware(hook)] });
    const state = await agent.invoke(HI);
    expect(results(model)).toEqual([["error", "secret"]]);
    expect(JSON.stringify(state)).not.toContain("a secret");
  });

  it("shows the hook an error of the tool, which then ends the run as without a hook", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({ name: "watch", afterTool: ({ result }) => void seen.push(result) });
    const { agent } = await scene(hook, new AIMessage({ content: "", tool_calls: [call("pay", { euros: 13 })] }));
    await expect(agent.invoke(HI)).rejects.toThrow("no luck");
    expect(seen).toEqual([{ forLlm: "no luck", isError: true }]);
  });
});

describe("a model call of LangChain with a hook", () => {
  openHooks();

  it("reaches beforeLlm, and is sent as the hook changes it", async () => {
    const seen: LlmCall[] = [];
    const hook = defineHook({
      name: "redact",
      beforeLlm: (one) => {
        seen.push({ ...one, messages: [...one.messages], tools: [...one.tools] });
        return modify({
          messages: one.messages.map((each) => ({ ...each, content: each.content.replace("paid", "***") })),
          tools: [],
        });
      },
    });
    const { model, agent } = await scene(hook, PAY(), DONE());
    await agent.invoke(HI);
    expect(seen[1]).toMatchObject({
      messages: [
        { role: "system", content: "be brief" },
        { role: "user", content: "hi" },
        { role: "assistant", toolCalls: [{ id: "call-1", name: "pay", arguments: '{"euros":5}' }] },
        { role: "tool", toolCallId: "call-1", content: "paid 5" },
      ],
      tools: [{ name: "pay", description: "Pays", parameters: { type: "object" } }],
    });
    expect(model.requests[1]?.map(({ text }) => text)).toEqual(["be brief", "hi", "", "*** 5"]);
    expect(model.bound).toEqual([]);
  });

  it("has its system message changed or left out", async () => {
    for (const [texts, messages] of [
      [
        ["be long", "hi"],
        (one: LlmCall) => one.messages.map((each, at) => (at === 0 ? { ...each, content: "be long" } : each)),
      ],
      [["hi"], (one: LlmCall) => one.messages.slice(1)],
    ] as const) {
      const hook = defineHook({ name: "system", beforeLlm: (one) => modify({ messages: messages(one) }) });
      const { model, agent } = await scene(hook, DONE());
      await agent.invoke(HI);
      expect(model.requests[0]?.map(({ text }) => text).filter(Boolean)).toEqual(texts);
    }
  });

  it("is not made if the hook denies or fails, whole or streamed", async () => {
    for (const beforeLlm of [() => deny("over budget"), () => JSON.parse("{"), () => never]) {
      const hook = defineHook({ name: "guard", onFailure: "block", deadlines: { interceptMs: 50 }, beforeLlm });
      const { model, agent } = await scene(hook, DONE());
      expect(HookDeniedError.is(await denial(agent.invoke(HI)))).toBe(true);
      const read = async () => {
        for await (const _chunk of await agent.stream(HI));
      };
      expect(HookDeniedError.is(await denial(read()))).toBe(true);
      expect(model.requests).toEqual([]);
    }
  });

  it("streams its reply as it comes, and ends with the reply of the hook", async () => {
    for (const [handlers, last] of [
      [{ beforeLlm: () => {} }, "done"],
      [{ afterLlm: () => {} }, "done"],
      [{ afterLlm: () => modify({ content: "DONE" }) }, "DONE"],
    ] as const) {
      const { agent } = await scene(defineHook({ name: "watch", ...handlers }), DONE());
      const tokens: string[] = [];
      let final: BaseMessage | undefined;
      for await (const [mode, chunk] of await agent.stream(HI, { streamMode: ["messages", "values"] })) {
        if (mode === "messages") tokens.push(chunk[0].text);
        else final = (chunk as { messages: BaseMessage[] }).messages.at(-1);
      }
      expect([tokens.join(""), final?.text]).toEqual([expect.stringMatching(/^done(DONE)?$/), last]);
      expect(tokens.length).toBeGreaterThanOrEqual(4);
    }
  });

  it("may have structured output, which the hook reads and can deny but not change", async () => {
    const seen: unknown[] = [];
    for (const decision of [undefined, deny("no"), modify({ content: "***" })]) {
      const hook = defineHook({
        name: "look",
        onFailure: "block",
        afterLlm({ toolCalls }) {
          seen.push(toolCalls.map((one) => one.arguments));
          return decision;
        },
      });
      const responseFormat = toolStrategy(z.object({ euros: z.number() }));
      const reply = new AIMessage({ content: "", tool_calls: [call(responseFormat[0]?.name ?? "", { euros: 5 })] });
      const middleware = [await hookMiddleware(hook)];
      const running = createAgent({ model: new ScriptedModel([reply]), tools: [], responseFormat, middleware }).invoke(
        HI,
      );
      seen.push(await running.then((state) => state.structuredResponse).catch(() => denial(running).then(String)));
    }
    const read = ['{"euros":5}'];
    const changed = "HookDeniedError: a hook changed the text of a structured reply, which LangChain has already read";
    expect(seen).toEqual([read, { euros: 5 }, read, "HookDeniedError: no", read, changed]);
  });

  it("ends the run if the hook denies its reply, or fails on it, and its tool calls do not run", async () => {
    for (const afterLlm of [() => deny("not that"), () => JSON.parse("{"), () => never]) {
      const hook = defineHook({ name: "guard", onFailure: "block", deadlines: { interceptMs: 50 }, afterLlm });
      const { ran, agent } = await scene(hook, PAY());
      expect(HookDeniedError.is(await denial(agent.invoke(HI)))).toBe(true);
      expect(ran).toEqual([]);
    }
  });
});

it("guardShell denies a command of the agent's shell; a guard that names it in another spelling, or no tool, ends the run", async () => {
  const ran: string[] = [];
  const schema = z.object({ command: z.string() });
  const bash = tool(({ command }: { command: string }) => void ran.push(command), {
    name: "bash",
    description: "",
    schema,
  });
  const runWith = (hook: Hook, ...commands: string[]) => runIn(hook, {}, ...commands);
  const runIn = async (hook: Hook, toolKinds: object, ...commands: string[]) => {
    const calls = commands.map((command) => new AIMessage({ content: "", tool_calls: [call("bash", { command })] }));
    const middleware = [await hookMiddleware(hook, { toolKinds: { ...toolKinds } })];
    return createAgent({ model: new ScriptedModel(calls), tools: [bash], middleware }).invoke({ messages: "hi" });
  };
  await runWith(guardShell(), "rm -rf /", "ls");
  expect(ran).toEqual(["ls"]);
  const misspelt = defineHook({ name: "guard", toolFilter: { names: ["Bash"] }, approveTool: () => deny("no") });
  await expect(runWith(misspelt)).rejects.toThrow(/called bash/);
  const other = defineHook({ name: "guard", toolFilter: { names: ["pay"] }, approveTool: () => deny("no") });
  await expect(runWith(other)).rejects.toThrow(/matches no tool: .* called bash/);
  await expect(runIn(guardShell(), { Bash: "shell" })).rejects.toThrow(/toolKinds: .* no tool "Bash"/);
  await expect(runIn(guardShell(), { bash: "Shell" })).rejects.toThrow(/^toolKinds: expected for "bash" one of/);
});

describe("a guard of shells", () => {
  const errors = openHooks();

  it("is warned of only if no tool seems to be a shell", async () => {
    const runWith = async (name: string, schema: z.ZodObject) => {
      const only = tool(() => "done", { name, description: "", schema });
      const middleware = [await hookMiddleware(guardShell())];
      return createAgent({ model: new ScriptedModel([]), tools: [only], middleware }).invoke({ messages: "hi" });
    };
    await runWith("go", z.object({ request: z.object({ command: z.string() }).optional() }));
    expect(errors).toEqual([]);
    await runWith("pay", z.object({ euros: z.string() }));
    expect(errors.join("")).toMatch(/guard-shell.*may never be asked.* pay\. .*toolKinds/);
  });
});
