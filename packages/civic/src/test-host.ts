import type { Hook } from "@agent-hook/sdk";
import type { HookFailure } from "@agent-hook/sdk/in-process";
import {
  type Engine,
  type HookEventCall,
  type LlmInput,
  type LlmTestOutcome,
  METHOD_NAMES,
  type MethodName,
  openHook,
  type PromptTestOutcome,
  runTool,
  type SimulatedTestHost,
  type TestDecision,
  type TestHostEnvironment,
  type TestOutcome,
  type ToolInput,
  type ToolTestOutcome,
  textOfBlocks,
} from "@agent-hook/sdk/internal/adapter";
import { HookAnswering } from "./adapter/hook-answering.js";
import { runChain } from "./chain/run-chain.js";
import type { Hook as CivicHook } from "./protocol/hook.js";
import { METHODS } from "./protocol/methods.js";
import type { CallToolResult } from "./protocol/types.js";

/**
 * Civic's proxy, for tests: a host for `createTestHost`. All its tools come from MCP servers, and it does not see calls
 * of the model.
 *
 * @example
 * const outcome = await createTestHost(hook, { host: civicProxy }).tool({ tool: "delete_all" });
 * expect(outcome).toMatchObject({ decision: "deny", ran: false });
 *
 */
export const civicProxy: SimulatedTestHost = {
  name: "civic",
  open: (hook, options) => new CivicEngine(hook, options),
};

class CivicEngine implements Engine {
  readonly #opened: Promise<HookAnswering>;
  readonly #hook: CivicHook;
  #events: HookEventCall[] = [];
  #failures: HookFailure[] = [];

  constructor(hook: Hook, { env, clock, log, store }: TestHostEnvironment) {
    const writeError = (text: string) => log.push(...text.trimEnd().split("\n"));
    const onFailure = (failure: HookFailure) => this.#failures.push(failure);
    this.#opened = openHook(hook, { env, writeError, onFailure, store }).then(async ({ hook: prepared }) => {
      const answering = new HookAnswering(prepared, clock);
      await answering.start();
      return answering;
    });
    // If the hook does not start, the first call rejects.
    this.#opened.catch(() => {});
    const methods = METHOD_NAMES.map((name) => [name, (...args: unknown[]) => this.#ask(name, args)]);
    this.#hook = { name: hook.name, ...Object.fromEntries(methods) };
  }

  async tool(input: ToolInput): Promise<ToolTestOutcome> {
    await this.#opened;
    const { tool } = input;
    const given = (input.arguments ?? {}) as Record<string, unknown>;
    let call = { tool, arguments: given };
    let returned: { readonly forLlm: string; readonly isError?: boolean } | undefined;
    const request = { method: "tools/call" as const, params: { name: tool, arguments: given } };
    const target = async ({ params }: typeof request): Promise<CallToolResult> => {
      call = { tool: params.name, arguments: params.arguments };
      returned = await runTool(input, params.arguments);
      return { content: [{ type: "text", text: returned.forLlm }], isError: returned.isError ?? false };
    };
    const result = await runChain([this.#hook], request, target).catch((error: Error) => ({
      content: [{ type: "text" as const, text: error.message }],
      isError: true,
    }));
    const text = textOfBlocks(result.content) ?? "";
    const ran = returned !== undefined;
    const isError = result.isError ?? false;
    const isChanged = JSON.stringify([call.arguments, text]) !== JSON.stringify([given, returned?.forLlm]);
    const decision = ran ? (isChanged ? "modify" : "none") : isError ? "deny" : "respond";
    const reason = decision === "deny" ? { reason: text } : {};
    return { ...this.#outcome(decision), ...reason, ...call, ran, result: text, isError };
  }

  async prompt(text: string): Promise<PromptTestOutcome> {
    await this.#opened;
    return { ...this.#outcome("none"), prompt: text };
  }

  async llm({ prompt = "hello", reply = "hi" }: LlmInput): Promise<LlmTestOutcome> {
    await this.#opened;
    const text = typeof reply === "string" ? reply : reply.content;
    return { ...this.#outcome("none"), messages: [{ role: "user", content: prompt }], reply: text };
  }

  /** Calls a method such as `processNotification`, with the fields of its input. */
  async event(name: string, fields: Readonly<Record<string, unknown>>): Promise<TestOutcome> {
    if (!METHOD_NAMES.includes(name as MethodName))
      throw new TypeError(`event(): Civic's hooks have no method ${name}`);
    const { fields: names } = METHODS[name as MethodName];
    const args = names.length === 0 ? [fields] : names.map((field) => fields[field]);
    await this.#ask(name as MethodName, args);
    return this.#outcome("none");
  }

  async offeredTools(): Promise<readonly string[]> {
    await this.#opened;
    const { tools } = await runChain(
      [this.#hook],
      { method: "tools/list" },
      () => ({ tools: [] }) as { tools: unknown[] },
    );
    this.#outcome("none");
    return tools.map((tool) => String(Object(tool).name));
  }

  async started(): Promise<void> {
    await this.#opened;
  }

  async kill(): Promise<void> {
    throw new TypeError("kill() needs a hook with a process: start the server of serveCivic");
  }

  async close(): Promise<void> {
    const answering = await this.#opened.catch(() => undefined);
    await answering?.end(0);
  }

  async #ask(method: MethodName, args: readonly unknown[]): Promise<unknown> {
    const { fields } = METHODS[method];
    const input = fields.length === 0 ? args[0] : Object.fromEntries(fields.map((field, at) => [field, args[at]]));
    const answer = await (await this.#opened).answer(method, input);
    if ("error" in answer) {
      this.#events.push({ event: method, answer: "taken" });
      throw Object.assign(new Error(answer.error.message), answer.error);
    }
    // The answer as the proxy receives it.
    const result = JSON.parse(JSON.stringify(answer.result));
    this.#events.push({ event: method, answer: result.resultType === "continue" ? "none" : "taken" });
    return result;
  }

  /** Returns an outcome with the events and failures since the last one. */
  #outcome(decision: TestDecision): TestOutcome {
    const [events, failures] = [this.#events, this.#failures];
    this.#events = [];
    this.#failures = [];
    return { decision, context: [], turn: "continues", events, failures };
  }
}
