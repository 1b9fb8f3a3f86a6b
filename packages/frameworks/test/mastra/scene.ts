import type { Hook } from "@agent-hook/sdk";
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { Agent } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import { MockLanguageModelV4 } from "ai/test";
import * as z from "zod";
import { withHook } from "../../src/mastra/index.js";

type Reply = readonly LanguageModelV4Content[];
type Result = Pick<LanguageModelV4GenerateResult, "content" | "finishReason" | "usage">;

const count = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
const usage = { inputTokens: count, outputTokens: { total: 1, text: 1, reasoning: 0 } };

export const call = (toolName: string, input: object, toolCallId = "call-1") =>
  ({ type: "tool-call", toolCallId, toolName, input: JSON.stringify(input) }) as const;

export const text = (text: string) => ({ type: "text", text }) as const;

/** A model of one version that gives these replies in order, whole or as a stream of single characters. */
export function modelWith(replies: readonly Reply[], version: "v2" | "v4" = "v2") {
  const requests: LanguageModelV4CallOptions[] = [];
  const next = (options: LanguageModelV4CallOptions): Result => {
    requests.push(options);
    const content = [...(replies[requests.length - 1] ?? [text("end")])];
    const unified = content.some(({ type }) => type === "tool-call") ? "tool-calls" : "stop";
    if (version === "v4") return { content, finishReason: { unified, raw: undefined }, usage };
    return { content, finishReason: unified, usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } } as never;
  };
  const methods = {
    doGenerate: async (options: LanguageModelV4CallOptions) => ({ ...next(options), warnings: [] }),
    doStream: async (options: LanguageModelV4CallOptions) => ({ stream: streamOf(next(options)) }),
  };
  // The types of the mocks do not fit under the settings of this workspace.
  const Mock = (version === "v4" ? MockLanguageModelV4 : MastraLanguageModelV2Mock) as new (methods: object) => object;
  return { model: new Mock(methods) as MastraModelConfig, requests };
}

function streamOf({ content, ...finish }: Result): ReadableStream<LanguageModelV4StreamPart> {
  const parts = content.flatMap((part): LanguageModelV4StreamPart[] => {
    if (part.type !== "text") return [part as LanguageModelV4StreamPart];
    const deltas = [...part.text].map((delta) => ({ type: "text-delta", id: "t", delta }) as const);
    return [{ type: "text-start", id: "t" }, ...deltas, { type: "text-end", id: "t" }];
  });
  return ReadableStream.from([
    { type: "stream-start", warnings: [] },
    ...parts,
    { type: "finish", ...finish },
  ] as const);
}

/** The results of tools in the last request to a model. */
export function results(requests: readonly LanguageModelV4CallOptions[]): unknown[] {
  const { prompt = [] } = requests.at(-1) ?? {};
  return prompt.flatMap(({ role, content }) =>
    role === "tool" ? content.flatMap((part) => (part.type === "tool-result" ? [part.output] : [])) : [],
  );
}

/** A tool that pays, and what it was called with. */
export function payTool() {
  const ran: unknown[] = [];
  const pay = createTool({
    id: "pay",
    description: "Pays",
    inputSchema: z.object({ euros: z.number(), note: z.string().optional() }),
    execute: async (input) => {
      ran.push(input);
      if (input.euros === 13) throw new Error("no luck");
      return `paid ${input.euros}`;
    },
  });
  return { ran, pay };
}

/** Returns the agent with the hook, in a Mastra with a store for suspended runs. */
export async function hooked<AnAgent extends Agent>(hook: Hook, original: AnAgent, storage = new InMemoryStore()) {
  const agent = await withHook(hook, original);
  new Mastra({ agents: { agent }, storage, logger: false });
  return agent;
}

/** An agent with the tool and the hook. */
export async function scene(hook: Hook, ...replies: Reply[]) {
  const { ran, pay } = payTool();
  const { model, requests } = modelWith(replies);
  const original = new Agent({ id: "payer", name: "payer", instructions: "be brief", model, tools: { pay } });
  return { ran, requests, agent: await hooked(hook, original) };
}

/** Reads a streamed run: its texts as they came, and its error. */
export async function streamed(agent: Agent) {
  const texts: string[] = [];
  let error: unknown;
  const { fullStream, runId } = await agent.stream("hi");
  for await (const chunk of fullStream) {
    if (chunk.type === "text-delta") texts.push(chunk.payload.text);
    if (chunk.type === "error") error = chunk.payload.error;
  }
  return { texts, error, runId };
}
