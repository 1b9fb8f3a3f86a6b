import { withHook } from "@agent-hook/frameworks/ai";
import { generateText, isStepCount, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import * as z from "zod";
import { guard } from "./guard.js";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Stands for a real model: wants to delete a customer, then tells what it read. */
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1);
    if (last?.role !== "tool") {
      const call = { type: "tool-call" as const, toolCallId: "1", toolName: "delete_customer", input: '{"id":7}' };
      return { content: [call], finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] };
    }
    const [part] = last.content;
    const output = part?.type === "tool-result" ? part.output : undefined;
    const text = `I read: ${output?.type === "execution-denied" ? output.reason : "deleted"}`;
    return {
      content: [{ type: "text", text }],
      finishReason: { unified: "stop", raw: undefined },
      usage,
      warnings: [],
    };
  },
});

const delete_customer = tool({
  description: "Deletes a customer",
  inputSchema: z.object({ id: z.number() }),
  execute: ({ id }) => {
    console.log(`customer ${id} is deleted`);
    return "deleted";
  },
});

const settings = await withHook(guard, { model, tools: { delete_customer } });
const { text } = await generateText({ ...settings, stopWhen: isStepCount(5), prompt: "Delete customer 7." });
console.log(text);
