import { guardShell } from "@agent-hook/hooks";
import { abortTurn, addContext, approve, ask, defineHook, deny, type Hook, modify, respond } from "@agent-hook/sdk";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { HookDeniedError, withHook } from "../../src/mastra/index.js";
import { hidesSecrets, THROWN } from "../hidden-secrets.js";
import { openHooks } from "../open-hooks.js";
import { call, hooked, modelWith, payTool, results, scene, streamed, text } from "./scene.js";

const PAY = [call("pay", { euros: 5 })];
const DONE = [text("done")];
const never = new Promise<undefined>(() => {});

describe("a tool of Mastra with a hook", () => {
  const errors = openHooks();

  it("runs with the arguments of the model, and its handlers read the call", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "watch",
      beforeTool: (one, { host }) => void seen.push(one, host.name),
      afterTool: (one) => void seen.push(one.result),
    });
    const { ran, agent } = await scene(hook, PAY, DONE);
    expect((await agent.generate("hi")).text).toBe("done");
    expect(ran).toEqual([{ euros: 5 }]);
    const asked = { id: "call-1", tool: "pay", kind: "other", arguments: { euros: 5 }, origin: {} };
    expect(seen).toEqual([expect.objectContaining(asked), "mastra", { forLlm: "paid 5" }]);
  });

  it.each([
    ["beforeTool", { beforeTool: () => deny("no payments") }],
    ["approveTool", { approveTool: () => deny("no payments") }],
  ])("does not run if %s denies, and the model reads the reason", async (_, handlers) => {
    const { ran, requests, agent } = await scene(defineHook({ name: "guard", ...handlers }), PAY, DONE);
    await agent.generate("hi");
    expect([ran, results(requests)]).toEqual([[], [{ type: "error-text", value: "no payments" }]]);
  });

  it("does not run if the run was stopped while the hook decided", async () => {
    const stop = new AbortController();
    const hook = defineHook({ name: "slow", onFailure: "block", beforeTool: () => stop.abort() });
    const { ran, agent } = await scene(hook, PAY, DONE);
    await agent.generate("hi", { abortSignal: stop.signal }).catch(() => {});
    expect(ran).toEqual([]);
  });

  it("is judged as the model reads it if it throws something else than an error", async () => {
    for (const thrown of THROWN) {
      const execute = (): Promise<string> => Promise.reject(thrown);
      const fail = createTool({ id: "fail", description: "Fails", inputSchema: z.object({}), execute });
      const { model, requests } = modelWith([[call("fail", {})], DONE]);
      const original = new Agent({ id: "a", name: "a", instructions: "", model, tools: { fail } });
      await (await hooked(hidesSecrets, original)).generate("hi");
      expect(JSON.stringify(results(requests))).toContain("a ***");
      expect(JSON.stringify(requests)).not.toContain("a secret");
    }
  });

  const faults = Object.entries({
    throws: () => JSON.parse("{"),
    hangs: () => never as Promise<never>,
    "answers nonsense": () => "yes" as never,
  });

  it.each(faults)("does not run if the hook %s under block, whole or streamed", async (_, handler) => {
    for (const handlers of [{ beforeTool: handler }, { approveTool: handler }]) {
      const hook = defineHook({ name: "guard", onFailure: "block", deadlines: { interceptMs: 50 }, ...handlers });
      const { ran, requests, agent } = await scene(hook, PAY, DONE, PAY, DONE);
      await agent.generate("hi");
      expect(results(requests)).toEqual([{ type: "error-text", value: expect.stringContaining("look for this id") }]);
      await streamed(agent);
      expect([ran, requests.length]).toEqual([[], 4]);
    }
  });

  it.each(faults)("runs if the hook %s under continue", async (_, beforeTool) => {
    const hook = defineHook({ name: "watch", deadlines: { interceptMs: 50 }, beforeTool });
    const { ran, agent } = await scene(hook, PAY, DONE);
    await agent.generate("hi");
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
    const { ran, requests, agent } = await scene(hook, PAY, [call("pay", { euros: 7 }, "call-2")], DONE);
    await agent.generate("hi");
    expect([ran, results(requests)]).toEqual([
      [{ euros: 1 }],
      [
        { type: "text", value: "paid 1" },
        { type: "text", value: "paid before" },
      ],
    ]);
  });

  it("is guarded if a run has hooks and tools of its own, and once if the hook is added twice", async () => {
    let times = 0;
    const hook = defineHook({
      name: "guard",
      onFailure: "block",
      beforeTool: ({ tool }) => {
        times++;
        return tool === "refund" ? deny("no refunds") : undefined;
      },
    });
    const { agent } = await scene(hook, [call("refund", { euros: 5 })], [call("pay", { euros: 5 }, "call-2")], DONE);
    const { ran, pay } = payTool();
    const again = await withHook(hook, agent);
    const hooks = { beforeToolCall: () => undefined };
    await again.generate("hi", { hooks, toolsets: { shop: { refund: pay } } });
    expect([again === agent, ran, times]).toEqual([true, [], 2]);
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
        const error = await agent.generate("hi").then(
          () => undefined,
          (thrown) => thrown,
        );
        expect(ran).not.toContainEqual({ euros: 1000 });
        expect(HookDeniedError.is(error)).toBe(replies.length === 2);
      }
    }
  });

  it("ends the run if the hook ends the turn, before the model is called again", async () => {
    for (const handlers of [{ beforeTool: () => abortTurn("stop") }, { afterTool: () => abortTurn("stop") }]) {
      const { requests, agent } = await scene(defineHook({ name: "guard", ...handlers }), PAY, DONE, PAY, DONE);
      await expect(agent.generate("hi")).rejects.toMatchObject({ name: "HookDeniedError", message: "stop" });
      expect(requests).toHaveLength(1);
      // Another run is not affected.
      expect((await agent.generate("hi")).text).toBe("done");
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
    const { ran, agent } = await scene(hook, calls, DONE);
    await agent.generate("hi");
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
      const { requests, agent } = await scene(hook, PAY, DONE);
      await agent.generate("hi");
      seen.push(...results(requests));
    }
    const withheld = { type: "error-text", value: expect.stringContaining("[withheld:") };
    expect(seen).toEqual([
      { type: "text", value: "***" },
      { type: "text", value: "paid 5\n\nthanks" },
      { type: "error-text", value: "secret" },
      withheld,
      withheld,
    ]);
  });

  it("keeps the form of its result, and becomes a text if the hook's text is not its JSON", async () => {
    const look = createTool({
      id: "look",
      description: "Looks",
      inputSchema: z.object({}),
      outputSchema: z.object({ secret: z.string() }),
      execute: async () => ({ secret: "s3cret" }),
      toModelOutput: (output) => ({ type: "text", value: output.secret.toUpperCase() }),
    });
    const seen: unknown[] = [];
    for (const afterTool of [
      ({ result }: { result: { forLlm: string } }) => modify({ result: result.forLlm.replace("s3cret", "hidden") }),
      () => addContext("look twice"),
    ]) {
      const { model, requests } = modelWith([[call("look", {})], DONE]);
      const agent = new Agent({ id: "a", name: "a", instructions: "", model, tools: { look } });
      await (await hooked(defineHook({ name: "after", afterTool }), agent)).generate("hi");
      seen.push(...results(requests));
    }
    expect(seen).toEqual([
      { type: "text", value: "HIDDEN" },
      { type: "text", value: '{"secret":"s3cret"}\n\nlook twice' },
    ]);
  });

  it("shows the hook an error of the tool", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({ name: "watch", afterTool: ({ result }) => void seen.push(result) });
    const { requests, agent } = await scene(hook, [call("pay", { euros: 13 })], DONE);
    await agent.generate("hi");
    expect(seen).toEqual([{ forLlm: expect.stringContaining("no luck"), isError: true }]);
    expect(results(requests)).toEqual([{ type: "error-text", value: expect.stringContaining("no luck") }]);
  });

  it("is refused if a processor adds it, because the hook is not asked about it", async () => {
    const { ran, pay } = payTool();
    const { model, requests } = modelWith([[call("refund", { euros: 5 })], DONE]);
    const adds = { id: "adds", processInputStep: () => ({ tools: { refund: pay } }) };
    for (const handlers of [{ beforeTool: () => {} }, { afterTool: () => {} }]) {
      const original = new Agent({ id: "a", name: "a", instructions: "", model, inputProcessors: [adds] });
      const agent = await hooked(defineHook({ name: "guard", onFailure: "block", ...handlers }), original);
      await expect(agent.generate("hi")).rejects.toThrow('the hook cannot guard the tool "refund"');
    }
    expect([ran, requests]).toEqual([[], []]);
  });

  it("is guarded in the copy that runs a stored version, and in a durable agent", async () => {
    const decisions = { 5: () => deny("no"), 6: () => ask("sure?"), 7: () => approve() };
    const hook = defineHook({
      name: "guard",
      onFailure: "block",
      approveTool: ({ arguments: { euros } }) => decisions[euros as keyof typeof decisions](),
    });
    const pays = [5, 7, 6].map((euros) => [call("pay", { euros }, `call-${euros}`)]);
    for (const form of ["copy", "durable"]) {
      const { ran, pay } = payTool();
      const { model } = modelWith(pays);
      const config = {
        id: "payer",
        name: "payer",
        instructions: "",
        model,
        tools: { pay },
        durable: form === "durable",
      };
      const agent = await hooked(hook, new Agent(config));
      const { fullStream } = await (form === "copy" ? agent.__fork() : agent).stream("hi");
      for await (const { type } of fullStream) if (type === "tool-call-approval") break;
      expect(ran).toEqual([{ euros: 7 }]);
    }
  });

  it("is not run by network, which rejects", async () => {
    const { agent } = await scene(defineHook({ name: "guard", beforeTool: () => {} }));
    await expect(agent.network("hi")).rejects.toThrow("network() has no hooks");
    await expect(agent.approveNetworkToolCall({ runId: "1" })).rejects.toThrow("network() has no hooks");
  });
});

it("guardShell denies a command of the agent's shell; a guard that names it in another spelling, or no tool, ends the run", async () => {
  const ran: string[] = [];
  const inputSchema = z.object({ command: z.string() });
  const bash = createTool({
    id: "bash",
    description: "",
    inputSchema,
    execute: async ({ command }) => void ran.push(command),
  });
  const runWith = (hook: Hook, ...commands: string[]) => runIn(hook, {}, ...commands);
  const runIn = async (hook: Hook, toolKinds: object, ...commands: string[]) => {
    const { model } = modelWith(commands.map((command) => [call("bash", { command })]));
    const plain = new Agent({ id: "a", name: "a", instructions: "", model, tools: { bash } });
    const agent = await withHook(hook, plain, { toolKinds: { ...toolKinds } });
    return agent.generate("hi");
  };
  await runWith(guardShell(), "rm -rf /", "ls");
  expect(ran).toEqual(["ls"]);
  const misspelt = defineHook({ name: "guard", toolFilter: { names: ["Bash"] }, approveTool: () => deny("no") });
  await expect(runWith(misspelt)).rejects.toThrow(/called bash/);
  const other = defineHook({ name: "guard", toolFilter: { names: ["pay"] }, approveTool: () => deny("no") });
  await expect(runWith(other)).rejects.toThrow(/matches no tool: .* called bash/);
  const agents = { payer: new Agent({ id: "p", name: "p", description: "Pays", instructions: "", model: "openai/x" }) };
  const { model } = modelWith([]);
  const outer = new Agent({ id: "o", name: "o", instructions: "", model, agents, tools: { bash } });
  await expect((await withHook(other, outer)).generate("hi")).resolves.toBeDefined();
  await expect(runIn(guardShell(), { Bash: "shell" })).rejects.toThrow(/toolKinds: .* no tool "Bash"/);
  await expect(runIn(guardShell(), { bash: "Shell" })).rejects.toThrow(/^toolKinds: expected for "bash" one of/);
});

describe("a guard of shells", () => {
  const errors = openHooks();

  it("is warned of only if no tool seems to be a shell", async () => {
    const runWith = async (id: string, inputSchema: z.ZodObject) => {
      const only = createTool({ id, description: "", inputSchema, execute: async () => "done" });
      const { model } = modelWith([]);
      const agent = new Agent({ id: "a", name: "a", instructions: "", model, tools: { [id]: only } });
      return (await withHook(guardShell(), agent)).generate("hi");
    };
    await runWith("go", z.object({ request: z.object({ command: z.string() }).optional() }));
    expect(errors).toEqual([]);
    await runWith("pay", z.object({ euros: z.string() }));
    expect(errors.join("")).toMatch(/guard-shell.*may never be asked.* pay\. .*toolKinds/);
  });
});
