import { defineHook, deny, type Hook, type LlmCall, type LlmReply, modify } from "@agent-hook/sdk";
import { Agent } from "@mastra/core/agent";
import { describe, expect, it } from "vitest";
import { HookDeniedError, withHook } from "../../src/mastra/index.js";
import { openHooks } from "../open-hooks.js";
import { call, hooked, modelWith, payTool, scene, streamed, text } from "./scene.js";

const PAY = [call("pay", { euros: 5 })];
const DONE = [text("done")];
const never = new Promise<undefined>(() => {});

describe("a model call of Mastra with a hook", () => {
  openHooks();

  it.each(["v2", "v4"] as const)(
    "reaches beforeLlm, and is sent as the hook changes it, for a model of %s",
    async (version) => {
      const seen: LlmCall[] = [];
      const replies: LlmReply[] = [];
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
        afterLlm: (reply) => void replies.push(reply),
      });
      const { pay } = payTool();
      const { model, requests } = modelWith([PAY, DONE], version);
      const original = new Agent({ id: "a", name: "a", instructions: "be brief", model, tools: { pay } });
      await (await hooked(hook, original)).generate("hi");
      expect(seen[1]).toMatchObject({
        messages: [
          { role: "system", content: "be brief" },
          { role: "user", content: "hi" },
          { role: "assistant", toolCalls: [{ id: "call-1", name: "pay", arguments: '{"euros":5}' }] },
          { role: "tool", toolCallId: "call-1", content: "paid 5" },
        ],
        tools: [{ name: "pay", description: "Pays", parameters: { type: "object" } }],
      });
      expect(requests[1]).toMatchObject({ temperature: 0, tools: [] });
      expect(JSON.stringify(requests[1]?.prompt)).toContain("*** 5");
      expect(replies).toMatchObject([
        { toolCalls: [{ id: "call-1", name: "pay" }], finishReason: "tool-calls" },
        { content: "done", finishReason: "stop" },
      ]);
    },
  );

  it("is one of a thread, as the calls of its tools are", async () => {
    const seen: unknown[] = [];
    const watch = ({ sessionId }: { sessionId?: string }) => void seen.push(sessionId);
    const hook = defineHook({ name: "watch", beforeLlm: watch, beforeTool: watch, afterLlm: watch });
    const { agent } = await scene(hook, PAY, DONE);
    await agent.generate("hi", { memory: { thread: "t-1", resource: "u" } });
    expect(seen).toEqual(Array(5).fill("t-1"));
  });

  it("is not made if the hook denies or fails, whole or streamed", async () => {
    for (const beforeLlm of [() => deny("over budget"), () => JSON.parse("{"), () => never]) {
      const hook = defineHook({ name: "guard", onFailure: "block", deadlines: { interceptMs: 50 }, beforeLlm });
      const { requests, agent } = await scene(hook, DONE);
      expect(HookDeniedError.is(await agent.generate("hi").catch((error) => error))).toBe(true);
      expect(HookDeniedError.is((await streamed(agent)).error)).toBe(true);
      expect(requests).toEqual([]);
    }
  });

  it("of each model is judged, also if there are several or the agent chooses one", async () => {
    const hook = defineHook({ name: "guard", onFailure: "block", beforeLlm: () => deny("no") });
    for (const form of ["several", "chosen"]) {
      const models = [modelWith([DONE]), modelWith([DONE])];
      const list = models.map(({ model }) => ({ model, maxRetries: 1 }));
      const model = form === "several" ? list : () => list[1]?.model;
      const original = new Agent({ id: "a", name: "a", instructions: "", model: model as never });
      await expect((await hooked(hook, original)).generate("hi")).rejects.toThrow("no");
      expect(models.flatMap(({ requests }) => requests)).toEqual([]);
    }
  });

  const textsOf = async (hook: Hook) => {
    const { agent } = await scene(hook, DONE);
    const { texts, error } = await streamed(agent);
    return { texts, failed: HookDeniedError.is(error) };
  };

  it("streams its reply as it comes, unchanged if a handler lets it pass, and as one text if it changes it", async () => {
    const done = { texts: [..."done"], failed: false };
    expect(await textsOf(defineHook({ name: "watch", beforeLlm: () => {}, beforeTool: () => {} }))).toEqual(done);
    expect(await textsOf(defineHook({ name: "watch", afterLlm: () => {} }))).toEqual(done);
    const upper = defineHook({ name: "upper", afterLlm: ({ content }) => modify({ content: content.toUpperCase() }) });
    expect(await textsOf(upper)).toEqual({ texts: ["DONE"], failed: false });
    const { agent } = await scene(upper, DONE);
    expect((await agent.generate("hi")).text).toBe("DONE");
  });

  it("shows no part of a reply that the hook denies, or on which it fails, and its tool calls do not run", async () => {
    for (const afterLlm of [() => deny("not that"), () => JSON.parse("{"), () => never]) {
      const hook = defineHook({ name: "guard", onFailure: "block", deadlines: { interceptMs: 50 }, afterLlm });
      expect(await textsOf(hook)).toEqual({ texts: [], failed: true });
      const { ran, agent } = await scene(hook, PAY, DONE, PAY, DONE);
      expect(HookDeniedError.is(await agent.generate("hi").catch((error) => error))).toBe(true);
      await streamed(agent);
      expect(ran).toEqual([]);
    }
  });
});

describe("withHook of Mastra", () => {
  openHooks();
  const hook = defineHook({ name: "guard", onFailure: "block", beforeTool: () => {} });

  it("rejects an agent that has not the methods on which it relies", async () => {
    await expect(withHook(hook, {} as Agent)).rejects.toThrow(/expected an Agent of @mastra\/core .* convertTools/);
  });

  it("refuses a model of an old version, for which only the legacy methods exist", async () => {
    const model = { specificationVersion: "v1", provider: "p", modelId: "m", doGenerate: never, doStream: never };
    const original = new Agent({ id: "a", name: "a", instructions: "", model: model as never });
    await expect((await hooked(hook, original)).generateLegacy("hi")).rejects.toThrow("version v2 or later, got v1");
  });
});
