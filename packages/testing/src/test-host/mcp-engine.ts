import type { HookFailure } from "@agent-hook/sdk/in-process";
import type {
  Engine,
  HookEventCall,
  LlmTestOutcome,
  PromptTestOutcome,
  TestDecision,
  TestOutcome,
  ToolTestOutcome,
} from "@agent-hook/sdk/internal/adapter";
import { type LlmInput, runTool, type ToolInput } from "@agent-hook/sdk/internal/adapter";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import type { McpConnection } from "./mcp-connection.js";
import { modelText } from "./model-text.js";

/**
 * An MCP client. It calls the hook only for the hook's own tools; everything else happens without the hook, as in a real
 * client.
 */
export class McpEngine implements Engine {
  constructor(
    private readonly connection: McpConnection,
    private readonly takeFailures: () => readonly HookFailure[],
  ) {}

  async tool(input: ToolInput): Promise<ToolTestOutcome> {
    const { tool, arguments: args = {} } = input;
    const offered = await this.offeredTools();
    if (!offered.includes(tool)) {
      const { forLlm, isError } = await runTool(input, args);
      const call = { ran: true, tool, arguments: args, result: forLlm };
      return { ...this.#outcome("none", []), ...call, ...(isError === undefined ? {} : { isError }) };
    }
    const { content, isError = false } = (await this.connection.request("tools/call", {
      name: tool,
      arguments: args as JsonObject,
    })) as { readonly content: unknown; readonly isError?: boolean };
    const outcome = this.#outcome("respond", [{ event: "tools/call", answer: "taken" }]);
    return { ...outcome, ran: false, tool, arguments: args, result: modelText(content), isError };
  }

  async prompt(text: string): Promise<PromptTestOutcome> {
    return { ...this.#outcome("none", []), prompt: text };
  }

  async llm({ prompt = "hello", reply = "hi" }: LlmInput): Promise<LlmTestOutcome> {
    return {
      ...this.#outcome("none", []),
      messages: [{ role: "user", content: prompt }],
      reply: typeof reply === "string" ? reply : reply.content,
    };
  }

  async event(): Promise<TestOutcome> {
    return this.#outcome("none", []);
  }

  async offeredTools(): Promise<readonly string[]> {
    const { tools } = (await this.connection.request("tools/list", {})) as { readonly tools: readonly JsonObject[] };
    return tools.map(({ name }) => String(name));
  }

  async started(): Promise<void> {
    await this.connection.started();
  }

  async kill(): Promise<void> {
    throw new TypeError("kill() is not for MCP clients: without its process, a hook has no tools");
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  #outcome(decision: TestDecision, events: readonly HookEventCall[]): TestOutcome {
    return { decision, context: [], turn: "continues", events, failures: this.takeFailures() };
  }
}
