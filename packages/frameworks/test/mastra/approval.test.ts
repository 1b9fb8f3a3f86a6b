import { approve, ask, defineHook, deny, type Hook, modify } from "@agent-hook/sdk";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { openHooks } from "../open-hooks.js";
import { call, hooked, modelWith, payTool, results, scene, text } from "./scene.js";

const PAY = [call("pay", { euros: 5 })];
const DONE = [text("done")];

describe("a person and Mastra's approval", () => {
  const errors = openHooks();
  const asker = () => defineHook({ name: "asker", onFailure: "block", approveTool: () => ask("5 euros?") });

  it("is asked, and the tool runs only after a yes, whole or streamed", async () => {
    for (const yes of [true, false]) {
      const { ran, requests, agent } = await scene(asker(), PAY, DONE, PAY, DONE);
      const { runId = "", finishReason, suspendPayload } = await agent.generate("hi");
      expect([ran, finishReason, suspendPayload]).toEqual([
        [],
        "suspended",
        expect.objectContaining({ toolCallId: "call-1", toolName: "pay", args: { euros: 5 } }),
      ]);
      const answer = { runId, toolCallId: "call-1" };
      const { text } = await (yes ? agent.approveToolCallGenerate(answer) : agent.declineToolCallGenerate(answer));
      expect([text, ran]).toEqual(["done", yes ? [{ euros: 5 }] : []]);
      expect(results(requests)).toHaveLength(1);

      const stream = await agent.stream("hi");
      const types: string[] = [];
      for await (const { type } of stream.fullStream) types.push(type);
      expect(types).toContain("tool-call-approval");
      const next = { runId: stream.runId, toolCallId: "call-1" };
      const resumed = await (yes ? agent.approveToolCall(next) : agent.declineToolCall(next));
      expect([await resumed.text, ran.length]).toEqual(["done", yes ? 2 : 0]);
    }
  });

  it("is shown the arguments that would run", async () => {
    const hook = defineHook({
      name: "both",
      beforeTool: () => modify({ arguments: { euros: 1 } }),
      approveTool: () => ask("sure?"),
    });
    const { ran, agent } = await scene(hook, PAY, DONE);
    const { runId = "", suspendPayload } = await agent.generate("hi");
    expect(suspendPayload).toMatchObject({ args: { euros: 1 } });
    await agent.approveToolCallGenerate({ runId });
    expect(ran).toEqual([{ euros: 1 }]);
  });

  it("is asked about each of several calls, in any order in which they run", async () => {
    for (const toolCallConcurrency of [1, 10]) {
      const calls = [call("pay", { euros: 5 }, "a"), call("pay", { euros: 1000 }, "b")];
      const { ran, agent } = await scene(asker(), calls, DONE);
      const { runId = "" } = await agent.generate("hi", { toolCallConcurrency });
      const next = await agent.approveToolCallGenerate({ runId, toolCallId: "a" });
      expect([ran, next.suspendPayload?.toolCallId]).toEqual([[{ euros: 5 }], "b"]);
      await agent.declineToolCallGenerate({ runId, toolCallId: "b" });
      expect(ran).toEqual([{ euros: 5 }]);
    }
  });

  it("is asked about a later call of the same id too, after a yes and after a no", async () => {
    for (const yes of [true, false]) {
      const { ran, agent } = await scene(asker(), PAY, [call("pay", { euros: 1000 })], DONE);
      const { runId = "" } = await agent.generate("hi");
      const answer = { runId, toolCallId: "call-1" };
      const next = await (yes ? agent.approveToolCallGenerate(answer) : agent.declineToolCallGenerate(answer));
      expect(next.suspendPayload).toMatchObject({ args: { euros: 1000 } });
      expect(ran).toEqual(yes ? [{ euros: 5 }] : []);
    }
  });

  it("is asked about a call that runs after one that suspended itself and got such an answer", async () => {
    const { ran, pay } = payTool();
    const check = createTool({
      id: "check",
      description: "Checks",
      inputSchema: z.object({}),
      suspendSchema: z.object({}),
      resumeSchema: z.object({ approved: z.boolean() }),
      execute: async (_, { agent }) => (agent?.resumeData === undefined ? agent?.suspend({}) : "checked"),
    });
    const { model } = modelWith([[call("check", {}, "a"), call("pay", { euros: 1000 }, "b")], DONE]);
    const original = new Agent({ id: "payer", name: "payer", instructions: "", model, tools: { check, pay } });
    const hook = defineHook({ name: "asker", approveTool: ({ tool }) => (tool === "pay" ? ask("pay?") : approve()) });
    const agent = await hooked(hook, original);
    const { runId = "" } = await agent.generate("hi");
    const next = await agent.resumeGenerate({ approved: true }, { runId });
    expect([ran, next.suspendPayload?.toolCallId]).toEqual([[], "b"]);
  });

  it("can answer in another process, where the hook may deny after all", async () => {
    const denier = defineHook({ name: "denier", onFailure: "block", approveTool: () => deny("no") });
    for (const [now, times] of [
      [asker(), 1],
      [denier, 0],
    ] as const) {
      const { ran, pay } = payTool();
      const storage = new InMemoryStore();
      const start = (hook: Hook, ...replies: Parameters<typeof modelWith>[0]) => {
        const { model } = modelWith(replies);
        return hooked(
          hook,
          new Agent({ id: "payer", name: "payer", instructions: "", model, tools: { pay } }),
          storage,
        );
      };
      const { runId = "" } = await (await start(asker(), PAY)).generate("hi");
      const { text } = await (await start(now, DONE)).approveToolCallGenerate({ runId, toolCallId: "call-1" });
      expect([text, ran.length]).toEqual(["done", times]);
    }
  });

  it("is asked for a call of an agent that is a tool, if that agent has the hook", async () => {
    const { ran, agent: payer } = await scene(asker(), PAY, DONE);
    const { model } = modelWith([[call("agent-payer", { prompt: "pay" }, "outer")], DONE]);
    const boss = new Agent({ id: "boss", name: "boss", instructions: "", model, agents: { payer } });
    const seen: string[] = [];
    const hook = defineHook({ name: "outer", beforeTool: ({ tool }) => void seen.push(tool) });
    await hooked(hook, boss);
    const { runId = "", finishReason } = await boss.generate("hi");
    expect([ran, finishReason, seen]).toEqual([[], "suspended", ["agent-payer"]]);
    const { text } = await boss.approveToolCallGenerate({ runId, toolCallId: "outer" });
    expect([text, ran]).toEqual(["done", [{ euros: 5 }]]);
    expect(errors.join("")).not.toContain("without the hook");
  });

  it("is not asked by an agent that is a tool without the hook, of which the log has a warning", async () => {
    const agents = {
      inner: new Agent({ id: "inner", name: "inner", instructions: "", model: modelWith([DONE]).model }),
    };
    const { model } = modelWith([DONE]);
    const boss = await hooked(asker(), new Agent({ id: "boss", name: "boss", instructions: "", model, agents }));
    await boss.generate("hi");
    expect(errors.join("")).toContain('the tool "agent-inner" is an agent without the hook');
  });

  it("gives a tool that suspends itself what it waits for, and the result is shown once", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "watch",
      approveTool: () => ask("start?"),
      afterTool: ({ result }) => void seen.push(result.forLlm),
    });
    const pay = createTool({
      id: "pay",
      description: "Pays",
      inputSchema: z.object({ euros: z.number() }),
      suspendSchema: z.object({ question: z.string() }),
      resumeSchema: z.object({ code: z.number() }),
      execute: async (_, { agent }) => {
        if (agent?.resumeData === undefined) return agent?.suspend({ question: "code?" });
        return `paid with ${agent.resumeData.code}`;
      },
    });
    const { model } = modelWith([PAY, DONE]);
    const original = new Agent({ id: "payer", name: "payer", instructions: "", model, tools: { pay } });
    const agent = await hooked(hook, original);
    const { runId = "" } = await agent.generate("hi");
    const started = await agent.approveToolCallGenerate({ runId, toolCallId: "call-1" });
    expect([started.suspendPayload, seen]).toEqual([expect.objectContaining({ toolName: "pay" }), []]);
    const { text } = await agent.resumeGenerate({ code: 7 }, { runId, toolCallId: "call-1" });
    expect([text, seen]).toEqual(["done", ["paid with 7"]]);
  });
});
