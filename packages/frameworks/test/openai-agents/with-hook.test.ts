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
import {
  Agent,
  handoff,
  type MCPServer,
  type Model,
  type ModelRequest,
  type ModelResponse,
  RunContext,
  RunState,
  run,
  type StreamEvent,
  setTracingDisabled,
  tool,
  toolSearchTool,
  Usage,
} from "@openai/agents";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { HookDeniedError, withHook } from "../../src/openai-agents/index.js";
import { hidesSecrets } from "../hidden-secrets.js";
import { openHooks } from "../open-hooks.js";

type Output = ModelResponse["output"];

const text = (text: string): Output[number] => ({
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text }],
});

const call = (name: string, args: object, callId = "call-1"): Output[number] => ({
  type: "function_call",
  callId,
  name,
  arguments: JSON.stringify(args),
});

/** A model that gives these replies in order, whole or as a stream of single characters. */
class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];
  constructor(private readonly replies: Output[]) {}

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.requests.push(request);
    return { usage: new Usage(), output: this.replies[this.requests.length - 1] ?? [text("end")] };
  }

  async *getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    const { output } = await this.getResponse(request);
    yield { type: "response_started" };
    for (const item of output) {
      if (item.type !== "message") continue;
      for (const delta of (item.content[0] as { text: string }).text) yield { type: "output_text_delta", delta };
    }
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    yield { type: "response_done", response: { id: "r", usage, output: output as never } };
  }

  /** The results of tools in the last request. */
  get results(): unknown[] {
    const { input = [] } = this.requests.at(-1) ?? {};
    return (input as Output).flatMap((item) =>
      (item.type as string) === "function_call_result" ? [(item as unknown as { output: unknown }).output] : [],
    );
  }
}

async function scene(hook: Hook, ...replies: Output[]) {
  const ran: unknown[] = [];
  const pay = tool({
    name: "pay",
    description: "Pays",
    parameters: z.object({ euros: z.number(), note: z.string().default("") }),
    execute: ({ euros, note }) => {
      ran.push({ euros, note });
      return `paid ${euros}`;
    },
  });
  const model = new ScriptedModel(replies);
  const agent = await withHook(hook, new Agent({ name: "payer", instructions: "be brief", model, tools: [pay] }), {
    sessionId: "s-1",
  });
  return { ran, model, agent };
}

const PAY = [call("pay", { euros: 5 })];
const DONE = [text("done")];
const never = new Promise<undefined>(() => {});
const textResult = (text: unknown) => expect.objectContaining({ type: "text", text });

beforeAll(() => setTracingDisabled(true));

describe("a tool of OpenAI Agents with a hook", () => {
  const errors = openHooks();

  it("runs with the arguments of the model, and its handlers read the call", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "watch",
      beforeTool: (one, { host }) => void seen.push(one, host.name),
      afterTool: (one) => void seen.push(one.result),
    });
    const { ran, agent } = await scene(hook, PAY, DONE);
    expect((await run(agent, "hi")).finalOutput).toBe("done");
    expect(ran).toEqual([{ euros: 5, note: "" }]);
    const asked = { id: "call-1", tool: "pay", kind: "other", arguments: { euros: 5 }, sessionId: "s-1" };
    expect(seen).toEqual([expect.objectContaining(asked), "openai-agents", { forLlm: "paid 5" }]);
  });

  it.each([
    ["beforeTool", { beforeTool: () => deny("no payments") }],
    ["approveTool", { approveTool: () => deny("no payments") }],
  ])("does not run if %s denies, and the model reads the reason", async (_, handlers) => {
    const { ran, model, agent } = await scene(defineHook({ name: "guard", ...handlers }), PAY, DONE);
    await run(agent, "hi");
    expect([ran, model.results]).toEqual([[], [textResult("no payments")]]);
  });

  const faults = Object.entries({
    throws: () => JSON.parse("{"),
    hangs: () => never as Promise<never>,
    "answers nonsense": () => "yes" as never,
  });

  it.each(faults)("does not run if the hook %s under block, whole or streamed", async (_, handler) => {
    const deadlines = { interceptMs: 50 };
    for (const handlers of [{ beforeTool: handler }, { approveTool: handler }]) {
      const hook = defineHook({ name: "guard", onFailure: "block", deadlines, ...handlers });
      const { ran, model, agent } = await scene(hook, PAY, DONE, PAY, DONE);
      await run(agent, "hi");
      expect([ran, model.results]).toEqual([[], [textResult(expect.stringContaining("look for this id"))]]);
      await (await run(agent, "hi", { stream: true })).completed;
      expect(ran).toEqual([]);
    }
  });

  it.each(faults)("runs if the hook %s under continue", async (_, beforeTool) => {
    const hook = defineHook({ name: "watch", deadlines: { interceptMs: 50 }, beforeTool });
    const { ran, agent } = await scene(hook, PAY, DONE);
    await run(agent, "hi");
    expect(ran).toHaveLength(1);
    expect(errors.join("")).toContain("[watch] error: beforeTool failed");
  });

  it("runs with the arguments of the hook, on which approveTool decides, and is judged once", async () => {
    let times = 0;
    const hook = defineHook({
      name: "cap",
      beforeTool: ({ arguments: args }) => {
        times++;
        return modify({ arguments: { ...args, euros: 1 } });
      },
      approveTool: ({ arguments: { euros } }) => (euros === 1 ? approve() : deny("too much")),
    });
    const { ran, agent } = await scene(hook, PAY, DONE);
    await run(agent, "hi");
    expect([ran, times]).toEqual([[{ euros: 1, note: "" }], 1]);
  });

  it("is answered by the hook instead", async () => {
    const hook = defineHook({ name: "cache", respondsTo: ["pay"], beforeTool: () => respond("paid yesterday") });
    const { ran, model, agent } = await scene(hook, PAY, DONE);
    await run(agent, "hi");
    expect([ran, model.results]).toEqual([[], [textResult("paid yesterday")]]);
  });

  it("interrupts the run if the hook asks, and runs after a yes", async () => {
    const hook = defineHook({ name: "asker", onFailure: "block", approveTool: () => ask("5 euros?") });
    for (const yes of [true, false]) {
      const { ran, agent } = await scene(hook, PAY, DONE);
      const { interruptions, state } = await run(agent, "hi");
      expect([ran, interruptions.length]).toEqual([[], 1]);
      for (const one of interruptions) yes ? state.approve(one) : state.reject(one);
      await run(agent, state);
      expect(ran).toHaveLength(yes ? 1 : 0);
    }
  });

  it("does not run without its approval, and not with arguments that no person saw", async () => {
    const hook = defineHook({
      name: "both",
      beforeTool: () => modify({ arguments: { euros: 1 } }),
      approveTool: () => ask("sure?"),
    });
    const { ran, model, agent } = await scene(hook, PAY, DONE);
    const { interruptions } = await run(agent, "hi");
    expect([ran, interruptions, model.results]).toEqual([[], [], [textResult("needs a person: sure?")]]);
  });

  it("is judged call by call if the model gives calls the same id, at once or one after the other", async () => {
    for (const order of [
      [1, 1000],
      [1000, 1],
    ]) {
      const hook = defineHook({
        name: "cap",
        onFailure: "block",
        approveTool: ({ arguments: { euros } }) => (euros === 1 ? approve() : deny("too much")),
      });
      const calls = order.map((euros) => call("pay", { euros }));
      for (const replies of [
        [calls, DONE],
        [...calls.map((one) => [one]), DONE],
      ]) {
        const { ran, agent } = await scene(hook, ...replies);
        await run(agent, "hi").catch(() => {});
        expect(ran).not.toContainEqual({ euros: 1000, note: "" });
      }
    }
  });

  it("does not run on a person's yes to another call of the same id", async () => {
    const hook = defineHook({ name: "asker", onFailure: "block", approveTool: () => ask("pay it?") });
    const { ran, agent } = await scene(hook, PAY, [call("pay", { euros: 1000 })], DONE);
    const { interruptions, state } = await run(agent, "hi");
    for (const one of interruptions) state.approve(one);
    await run(agent, state).catch(() => {});
    expect(ran).toEqual([{ euros: 5, note: "" }]);
  });

  it("is judged by its arguments, also if runs share a context", async () => {
    const hook = defineHook({
      name: "cap",
      onFailure: "block",
      approveTool: ({ arguments: { euros } }) => (euros === 1 ? approve() : deny("too much")),
    });
    const { ran, agent } = await scene(hook, [call("pay", { euros: 1000 })], [call("pay", { euros: 1 })], DONE, DONE);
    const context = new RunContext();
    await Promise.all([run(agent, "hi", { context }), run(agent, "hi", { context })]);
    expect(ran).toEqual([{ euros: 1, note: "" }]);
  });

  it("is judged by its arguments, also if a run with the same context and id waits for a person", async () => {
    const hook = defineHook({
      name: "cap",
      onFailure: "block",
      approveTool: ({ arguments: { euros } }) => (euros === 1 ? ask("1 euro?") : deny("too much")),
    });
    const { ran, model, agent } = await scene(hook, [call("pay", { euros: 1 })], [call("pay", { euros: 1000 })], DONE);
    const context = new RunContext();
    expect((await run(agent, "hi", { context })).interruptions).toHaveLength(1);
    expect((await run(agent, "hi", { context })).interruptions).toEqual([]);
    expect([ran, model.results]).toEqual([[], [textResult("too much")]]);
  });

  it("does not run without a yes in an agent that left its approval out", async () => {
    const hook = defineHook({ name: "asker", onFailure: "block", approveTool: () => ask("5 euros?") });
    const { ran, agent } = await scene(hook);
    const tools = (await agent.getAllTools(new RunContext())).map((one) => ({
      ...one,
      needsApproval: async () => false,
    }));
    const model = new ScriptedModel([PAY, DONE]);
    await run(new Agent({ name: "other", model, tools }), "hi");
    expect([ran, model.results]).toEqual([[], [textResult("needs a person: 5 euros?")]]);
  });

  it("runs after a yes from a serialized state, and after a yes to every call", async () => {
    const hook = defineHook({ name: "asker", onFailure: "block", approveTool: () => ask("5 euros?") });
    const next = [call("pay", { euros: 6 }, "call-2")];
    for (const alwaysApprove of [false, true]) {
      const { ran, agent } = await scene(hook, PAY, next, DONE);
      const { interruptions, state } = await run(agent, "hi");
      for (const one of interruptions) state.approve(one, { alwaysApprove });
      await run(agent, await RunState.fromString(agent, state.toString()));
      expect(ran).toHaveLength(alwaysApprove ? 2 : 1);
    }
  });

  it("does not run from a serialized state if the hook now denies, fails, or nobody has answered", async () => {
    let decide: () => ReturnType<typeof ask> | ReturnType<typeof deny> = () => ask("5 euros?");
    const hook = defineHook({ name: "asker", onFailure: "block", approveTool: () => decide() });
    for (const [later, yes] of [
      [() => deny("no"), true],
      [() => JSON.parse("{"), true],
      [() => ask("5 euros?"), false],
    ] as const) {
      decide = () => ask("5 euros?");
      const { ran, agent } = await scene(hook, PAY, DONE);
      const { interruptions, state } = await run(agent, "hi");
      if (yes) for (const one of interruptions) state.approve(one);
      decide = later;
      await run(agent, await RunState.fromString(agent, state.toString()));
      expect(ran).toEqual([]);
    }
  });

  it("is guarded in an agent that is a tool, if that agent has the hook", async () => {
    const hook = defineHook({
      name: "asker",
      onFailure: "block",
      approveTool: ({ tool }) => (tool === "pay" ? ask("5 euros?") : approve()),
    });
    const { ran, agent } = await scene(hook, PAY, DONE);
    const model = new ScriptedModel([[call("payer", { input: "pay" }, "outer-1")], DONE]);
    const payer = agent.asTool({ toolName: "payer", toolDescription: "" });
    const outer = await withHook(hook, new Agent({ name: "boss", model, tools: [payer] }));
    const { interruptions, state } = await run(outer, "hi");
    expect([ran, interruptions.length]).toEqual([[], 1]);
    for (const one of interruptions) state.approve(one);
    expect([(await run(outer, state)).finalOutput, ran.length]).toEqual(["done", 1]);
    expect(errors.join("")).not.toContain("is an agent");
  });

  it("has a warning if it is an agent without the hook", async () => {
    const inner = new Agent({ name: "inner", model: new ScriptedModel([DONE]) });
    const model = new ScriptedModel([[call("inner", { input: "pay" })], DONE]);
    const tools = [inner.asTool({ toolName: "inner", toolDescription: "" })];
    const hook = defineHook({ name: "guard", onFailure: "block", beforeTool: () => {} });
    await run(await withHook(hook, new Agent({ name: "boss", model, tools })), "hi");
    expect(errors.join("")).toContain('the tool "inner" is an agent without the hook');
  });

  it("ends the run with an error if the hook ends the turn", async () => {
    for (const handlers of [{ beforeTool: () => abortTurn("stop") }, { afterTool: () => abortTurn("stop") }]) {
      const { agent } = await scene(defineHook({ name: "guard", ...handlers }), PAY, DONE);
      await expect(run(agent, "hi")).rejects.toThrow("stop");
    }
  });

  it("passes each of many parallel calls, and an argument of 1 MB", async () => {
    const note = "x".repeat(1024 * 1024);
    const calls = Array.from({ length: 20 }, (_, euros) =>
      call("pay", { euros, ...(euros === 1 ? { note } : {}) }, `call-${euros}`),
    );
    const hook = defineHook({
      name: "odd",
      onFailure: "block",
      approveTool: ({ arguments: { euros } }) => (Number(euros) % 2 === 0 ? deny("even") : approve()),
    });
    const { ran, agent } = await scene(hook, calls, DONE);
    await run(agent, "hi");
    expect(ran).toHaveLength(10);
    expect(ran).toContainEqual({ euros: 1, note });
  });

  it("has its result changed, extended, denied or withheld before the model reads it", async () => {
    const deadlines = { interceptMs: 50 };
    const results: unknown[] = [];
    for (const afterTool of [
      () => modify({ result: "***" }),
      () => addContext("thanks"),
      () => deny("secret"),
      () => JSON.parse("{"),
      () => never,
    ]) {
      const { model, agent } = await scene(
        defineHook({ name: "after", onFailure: "block", deadlines, afterTool }),
        PAY,
        DONE,
      );
      await run(agent, "hi");
      results.push(...model.results);
    }
    const withheld = textResult(expect.stringContaining("[withheld:"));
    expect(results).toEqual([...["***", "paid 5\n\nthanks", "secret"].map(textResult), withheld, withheld]);
  });

  it("has the JSON of its result judged where the model reads the JSON", async () => {
    const results: unknown[] = [];
    for (const output of [
      { text: "ok", detail: "a secret" },
      [{ text: "ok", detail: "a secret" }],
      { type: "file", path: "a", content: "a secret" },
    ]) {
      const pay = tool({ name: "pay", description: "", parameters: z.object({}), execute: () => output });
      const model = new ScriptedModel([[call("pay", {})], DONE]);
      await run(await withHook(hidesSecrets, new Agent({ name: "payer", model, tools: [pay] })), "hi");
      results.push(...model.results);
    }
    expect(results).toEqual(
      [
        '{"text":"ok","detail":"a ***"}',
        '[{"text":"ok","detail":"a ***"}]',
        '{"type":"file","path":"a","content":"a ***"}',
      ].map(textResult),
    );
  });

  it("is guarded in a clone of the agent, and if a search of the agent finds it", async () => {
    const judged: string[] = [];
    const guard = defineHook({
      name: "guard",
      onFailure: "block",
      beforeTool({ tool: name }) {
        judged.push(name);
        return deny("no payments");
      },
    });
    const ran: string[] = [];
    const pay = tool({ name: "pay", description: "", parameters: z.object({}), execute: () => void ran.push("pay") });
    const replies = () => new ScriptedModel([[call("pay", {})], DONE]);
    const agent = await withHook(guard, new Agent({ name: "payer", model: replies(), tools: [pay] }));
    await run(agent.clone({ name: "clone" }), "hi");
    await run(agent.clone({ name: "other", model: replies() }).clone({ name: "clone" }), "hi");
    const search = toolSearchTool({
      execution: "client",
      execute: ({ availableTools }) => [...availableTools, pay].slice(-1),
    });
    const find = {
      type: "tool_search_call",
      id: "s",
      status: "completed",
      arguments: {},
      providerData: { execution: "client", call_id: "s" },
    };
    const model = new ScriptedModel([[find as Output[number]], [call("pay", {})], [find as Output[number]], DONE]);
    await run(await withHook(guard, new Agent({ name: "payer", model, tools: [search] })), "hi");
    expect([judged, ran]).toEqual([["pay", "pay", "pay"], []]);
  });

  it("is guarded in agents that an agent hands off to, also in a circle", async () => {
    const guard = defineHook({ name: "guard", onFailure: "block", beforeTool: () => deny("no payments") });
    for (const wrap of [(agent: Agent) => agent, (agent: Agent) => handoff(agent)]) {
      const ran: string[] = [];
      const pay = tool({ name: "pay", description: "", parameters: z.object({}), execute: () => void ran.push("pay") });
      const other = new Agent({ name: "other", model: new ScriptedModel([[call("pay", {})], DONE]), tools: [pay] });
      const first = new Agent({
        name: "first",
        model: new ScriptedModel([[call("transfer_to_other", {})]]),
        handoffs: [wrap(other)],
      });
      other.handoffs = [first];
      expect((await run(await withHook(guard, first), "hi")).finalOutput).toBe("done");
      expect(ran).toEqual([]);
    }
  });
});

describe("a model call of OpenAI Agents with a hook", () => {
  openHooks();

  it("reaches beforeLlm, and is sent as the hook changes it", async () => {
    const seen: LlmCall[] = [];
    const hook = defineHook({
      name: "redact",
      beforeLlm: (one) => {
        seen.push({ ...one, messages: [...one.messages] });
        return modify({
          messages: one.messages.map((each) => ({ ...each, content: each.content.replace("paid", "***") })),
          tools: seen.length === 1 ? one.tools : [],
          options: { temperature: 0 },
        });
      },
    });
    const { model, agent } = await scene(hook, PAY, DONE);
    await run(agent, "hi");
    expect(seen[1]).toMatchObject({
      sessionId: "s-1",
      messages: [
        { role: "system", content: "be brief" },
        { role: "user", content: "hi" },
        { role: "assistant", toolCalls: [{ id: "call-1", name: "pay", arguments: '{"euros":5}' }] },
        { role: "tool", toolCallId: "call-1", content: "paid 5" },
      ],
      tools: [{ name: "pay", description: "Pays" }],
    });
    const [, second] = model.requests;
    expect(second).toMatchObject({ systemInstructions: "be brief", tools: [], modelSettings: { temperature: 0 } });
    expect(second?.input).toMatchObject([
      { role: "user", content: "hi" },
      { type: "function_call" },
      { type: "function_call_result", output: "*** 5" },
    ]);
  });

  it("is not made if the hook denies or fails, whole or streamed", async () => {
    for (const beforeLlm of [() => deny("over budget"), () => JSON.parse("{"), () => never]) {
      const hook = defineHook({ name: "guard", onFailure: "block", deadlines: { interceptMs: 50 }, beforeLlm });
      const { model, agent } = await scene(hook, DONE);
      expect(HookDeniedError.is(await run(agent, "hi").catch((error) => error))).toBe(true);
      const streamed = await run(agent, "hi", { stream: true });
      expect(HookDeniedError.is(await streamed.completed.catch((error) => error))).toBe(true);
      expect(model.requests).toEqual([]);
    }
  });

  /** The texts of a streamed run as they came. */
  async function deltasOf(hook: Hook) {
    const { agent } = await scene(hook, DONE);
    const streamed = await run(agent, "hi", { stream: true });
    const deltas: string[] = [];
    const read = async () => {
      for await (const event of streamed) {
        if (event.type === "raw_model_stream_event" && event.data.type === "output_text_delta") {
          deltas.push(event.data.delta);
        }
      }
      await streamed.completed;
    };
    const failed = await read().then(
      () => false,
      (error) => HookDeniedError.is(error),
    );
    return { deltas, failed, finalOutput: failed ? undefined : streamed.finalOutput };
  }

  it("streams its reply as it comes, unchanged if a handler lets it pass, and as one text if it changes it", async () => {
    const done = { deltas: [..."done"], failed: false, finalOutput: "done" };
    expect(await deltasOf(defineHook({ name: "watch", beforeLlm: () => {} }))).toEqual(done);
    expect(await deltasOf(defineHook({ name: "watch", afterLlm: () => {} }))).toEqual(done);
    const upper = defineHook({ name: "upper", afterLlm: ({ content }) => modify({ content: content.toUpperCase() }) });
    expect(await deltasOf(upper)).toEqual({ deltas: ["DONE"], failed: false, finalOutput: "DONE" });
    const { agent } = await scene(upper, DONE);
    expect((await run(agent, "hi")).finalOutput).toBe("DONE");
  });

  it("shows no part of a reply that the hook denies, or on which it fails", async () => {
    for (const afterLlm of [() => deny("not that"), () => JSON.parse("{"), () => never]) {
      const hook = defineHook({ name: "guard", onFailure: "block", deadlines: { interceptMs: 50 }, afterLlm });
      expect(await deltasOf(hook)).toEqual({ deltas: [], failed: true });
    }
  });

  it("shows no part of a reply whose stream has no end, which no handler could judge", async () => {
    const hook = defineHook({ name: "guard", onFailure: "block", afterLlm: () => {} });
    const model = new ScriptedModel([DONE]);
    model.getStreamedResponse = async function* () {
      yield { type: "output_text_delta", delta: "a secret" };
    };
    const events: unknown[] = [];
    const read = async () => {
      const result = await run(await withHook(hook, new Agent({ name: "talker", model })), "hi", { stream: true });
      for await (const event of result) events.push(event);
    };
    await expect(read()).rejects.toThrow("a stream without its end");
    expect(JSON.stringify(events)).not.toContain("secret");
  });
});

it("guardShell denies a command of the agent's shell; a guard that names it in another spelling is rejected", async () => {
  const ran: string[] = [];
  const parameters = z.object({ command: z.string() });
  const bash = tool({ name: "bash", description: "", parameters, execute: ({ command }) => void ran.push(command) });
  const agentWith = (hook: Hook, ...outputs: Output[]) => {
    const model = new ScriptedModel(outputs);
    return withHook(hook, new Agent({ name: "a", instructions: "", model, tools: [bash] }));
  };
  const calls = ["rm -rf /", "ls"].map((command) => [call("bash", { command }, command)]);
  await run(await agentWith(guardShell(), ...calls), "hi");
  expect(ran).toEqual(["ls"]);
  const misspelt = defineHook({ name: "guard", toolFilter: { names: ["Bash"] }, approveTool: () => deny("no") });
  await expect(agentWith(misspelt)).rejects.toThrow(/called bash/);
});

it("a guard is rejected if it can match no tool of the agent and of those that it hands off to", async () => {
  const toolNamed = (name: string) => tool({ name, description: "", parameters: z.object({}), execute: () => "done" });
  const payer: Agent = new Agent({ name: "payer", tools: [toolNamed("pay")] });
  const first = new Agent({ name: "first", tools: [toolNamed("look")], handoffs: [handoff(payer)] });
  payer.handoffs = [first];
  const guard = (name: string) =>
    defineHook({ name: "guard", toolFilter: { names: [name] }, approveTool: () => deny("no") });
  await expect(withHook(guard("transfer"), first)).rejects.toThrow(/matches no tool: .* called look, pay/);
  await expect(withHook(guard("Pay"), first)).rejects.toThrow(/names Pay, .* called pay/);
  await expect(withHook(guard("pay"), first)).resolves.toBeDefined();
  await expect(withHook(guard("pay"), first, { toolKinds: { Pay: "shell" } })).rejects.toThrow(/^toolKinds: /);
  const inner = (await withHook(guard("pay"), payer)).asTool({});
  await expect(withHook(guard("pay"), new Agent({ name: "outer", tools: [inner] }))).resolves.toBeDefined();
  // The tools of a server come later.
  const mcpServers = [{} as MCPServer];
  const served = new Agent({ name: "served", tools: [toolNamed("look")], mcpServers });
  await expect(withHook(guard("transfer"), served)).resolves.toBeDefined();
  await expect(withHook(guard("Look"), served)).rejects.toThrow(/names Look, .* called look/);
});

describe("a guard of shells", () => {
  const errors = openHooks();

  it("is warned of only if no tool seems to be a shell", async () => {
    const agentWith = (name: string, field: string) => {
      const parameters = z.object({ request: z.object({ [field]: z.string() }) });
      const only = tool({ name, description: "", parameters, execute: () => "done" });
      return withHook(guardShell(), new Agent({ name: "a", instructions: "", tools: [only] }));
    };
    await agentWith("go", "command");
    expect(errors).toEqual([]);
    await agentWith("pay", "euros");
    expect(errors.join("")).toMatch(/guard-shell.*may never be asked.* pay\. .*toolKinds/);
  });
});
