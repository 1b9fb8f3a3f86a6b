import type { Hook } from "@agent-hook/sdk";
import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { isStepCount, type ToolSet, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import * as z from "zod";
import { withHook } from "../../src/ai/index.js";

type Reply = readonly LanguageModelV4Content[];

const USAGE: LanguageModelV4GenerateResult["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

export function text(text: string): LanguageModelV4Content {
  return { type: "text", text };
}

export function call(toolName: string, input: object, toolCallId = "call-1"): LanguageModelV4Content {
  return { type: "tool-call", toolCallId, toolName, input: JSON.stringify(input) };
}

/** A model that gives these replies in order, whole or as a stream of single characters. */
export function modelWith(...replies: readonly Reply[]): MockLanguageModelV4 {
  let next = 0;
  const reply = () => replies[Math.min(next++, replies.length - 1)] as Reply;
  const finishOf = (content: Reply) => {
    const unified = content.some(({ type }) => type === "tool-call") ? ("tool-calls" as const) : ("stop" as const);
    return { finishReason: { unified, raw: undefined }, usage: USAGE };
  };
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const content = reply();
      return { content: [...content], ...finishOf(content), warnings: [] };
    },
    doStream: async () => {
      const content = reply();
      const parts = content.flatMap((part, at): LanguageModelV4StreamPart[] => {
        if (part.type !== "text") return [part as LanguageModelV4StreamPart];
        const id = String(at);
        const deltas = [...part.text].map((delta) => ({ type: "text-delta" as const, id, delta }));
        return [{ type: "text-start" as const, id }, ...deltas, { type: "text-end" as const, id }];
      });
      const all = [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", ...finishOf(content) }];
      return { stream: ReadableStream.from(all) as never };
    },
  });
}

/** Two tools that note what they were called with. */
export function notedTools() {
  const ran: unknown[] = [];
  const tools = {
    pay: tool({
      description: "Pays",
      inputSchema: z.object({ euros: z.number(), note: z.string().optional() }),
      execute: async (input) => {
        ran.push(input);
        return `paid ${input.euros}`;
      },
    }),
    look: tool({
      description: "Looks",
      inputSchema: z.object({ at: z.string() }),
      execute: async ({ at }) => {
        ran.push({ at });
        return { at, secret: "s3cret" };
      },
    }),
  };
  return { ran, tools };
}

/** Settings for a turn with a hook, a model and tools, and what the tools were called with. */
export async function scene(hook: Hook, ...replies: readonly Reply[]) {
  const { ran, tools } = notedTools();
  const model = modelWith(...replies);
  const settings = await withHook(hook, { model, tools: tools as typeof tools & ToolSet }, { sessionId: "s-1" });
  return { ran, model, settings: { ...settings, stopWhen: isStepCount(5), prompt: "hi" } };
}

/** What the model read as the result of a tool, in its last call. */
export function lastResults(model: MockLanguageModelV4): unknown[] {
  const [prompt] = [...model.doGenerateCalls, ...model.doStreamCalls].slice(-1).map((one) => one.prompt);
  return (prompt ?? []).flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) => (part.type === "tool-result" ? [part.output] : []))
      : [],
  );
}
