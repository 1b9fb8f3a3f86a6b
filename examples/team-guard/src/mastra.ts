import { withHook } from "@agent-hook/frameworks/mastra";
import { Agent } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import * as z from "zod";
import { guard } from "./guard.js";

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** Stands for a real model: wants to delete a customer, then tells what it read. */
const model = new MastraLanguageModelV2Mock({
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1);
    if (last?.role !== "tool") {
      const call = { type: "tool-call" as const, toolCallId: "1", toolName: "delete_customer", input: '{"id":7}' };
      return { content: [call], finishReason: "tool-calls", usage, warnings: [] };
    }
    const [part] = last.content;
    const text = `I read: ${part?.output.type === "error-text" ? part.output.value : "deleted"}`;
    return { content: [{ type: "text", text }], finishReason: "stop", usage, warnings: [] };
  },
});

const delete_customer = createTool({
  id: "delete_customer",
  description: "Deletes a customer",
  inputSchema: z.object({ id: z.number() }),
  execute: async ({ id }) => {
    console.log(`customer ${id} is deleted`);
    return "deleted";
  },
});

const support = new Agent({
  id: "support",
  name: "support",
  instructions: "Help the team.",
  model: model as MastraModelConfig,
  tools: { delete_customer },
});
const agent = await withHook(guard, support);
const { text } = await agent.generate("Delete customer 7.");
console.log(text);
