import type { LlmReply, Modify, ToolSpec } from "@agent-hook/sdk";
import { type Model, type ModelRequest, type ModelResponse, Runner, type StreamEvent } from "@openai/agents";
import type { Guard } from "../engine/guard.js";
import { HookDeniedError } from "../engine/hook-denied-error.js";
import { contentText, contentWith, messagesOf, requestWith } from "./messages.js";

type Output = ModelResponse["output"];
/** What handlers see of an item of a reply. */
interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: unknown;
  readonly callId?: string;
  readonly name?: string;
  readonly arguments?: string;
}

/** A model that asks the hook before and after each call. */
export class GuardedModel implements Model {
  constructor(
    private readonly model: Model | string,
    private readonly guard: Guard,
    private readonly source: { readonly sessionId?: string; readonly origin: object },
  ) {}

  get supportsPromptModelSelection(): boolean {
    return typeof this.model !== "string" && this.model.supportsPromptModelSelection === true;
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    const model = await this.#model();
    const response = await model.getResponse(await this.#asked(request));
    const text = await this.#judged(response.output);
    return text === undefined ? response : { ...response, output: withText(response.output, text) };
  }

  async *getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    const model = await this.#model();
    const events = model.getStreamedResponse(await this.#asked(request));
    if (!this.guard.handles("afterLlm")) return yield* events;
    // No part of the reply may be seen before the hook has judged all of it.
    const held: StreamEvent[] = [];
    for await (const event of events) held.push(event);
    const done = held.find((event) => event.type === "response_done");
    if (done === undefined) throw new Error("expected a complete reply of the model, got a stream without its end");
    const text = await this.#judged(done.response.output as Output);
    yield* text === undefined ? held : changedEvents(held, text);
  }

  async getRetryAdvice(args: Parameters<NonNullable<Model["getRetryAdvice"]>>[0]) {
    return (await this.#model()).getRetryAdvice?.(args);
  }

  /** A name is resolved when the model is called, as OpenAI Agents does. */
  async #model(): Promise<Model> {
    if (typeof this.model !== "string") return this.model;
    return new Runner().config.modelProvider.getModel(this.model || undefined);
  }

  get #name(): string {
    return typeof this.model === "string" ? this.model : "";
  }

  async #asked(request: ModelRequest): Promise<ModelRequest> {
    const outcome = await this.guard.beforeLlm("model call", () => ({
      model: this.#name,
      messages: messagesOf(request),
      tools: request.tools.map(toolSpec),
      options: { ...request.modelSettings },
      gracefulTerminal: false,
      ...this.source,
      raw: { ...request, signal: undefined },
    }));
    if (outcome === undefined) return request;
    if (outcome.action !== "modify") throw new HookDeniedError(outcome.reason);
    return withPatch(request, outcome.patch);
  }

  /** Returns the new text of a reply, or `undefined` if it stays. Throws if the hook denies the reply. */
  async #judged(output: Output): Promise<string | undefined> {
    const read = (): LlmReply => ({ model: this.#name, ...replyOf(output), ...this.source, raw: { output } });
    const outcome = await this.guard.afterLlm("model reply", read);
    if (outcome === undefined) return undefined;
    if (outcome.action !== "modify") throw new HookDeniedError(outcome.reason);
    return outcome.patch.content;
  }
}

function replyOf(output: Output): Pick<LlmReply, "content" | "toolCalls"> {
  const items = output as readonly Item[];
  return {
    content: items.flatMap((item) => (isMessage(item) ? [contentText(item.content)] : [])).join("\n"),
    toolCalls: items.flatMap(({ type, callId = "", name = "", arguments: args = "" }) =>
      type === "function_call" ? [{ id: callId, name, arguments: args }] : [],
    ),
  };
}

function isMessage({ type = "message", role }: Item): boolean {
  return type === "message" && role === "assistant";
}

/** Replaces the texts of a reply by one, in its first message. */
function withText(output: Output, text: string): Output {
  const items = output as readonly Item[];
  const first = items.find(isMessage);
  const rest = items.filter((item) => item === first || !isMessage(item));
  const ours = { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] };
  if (first === undefined) return [ours, ...rest] as Output;
  return rest.map((item) =>
    item === first ? { ...item, content: contentWith(item.content, "assistant", text) } : item,
  ) as Output;
}

/** Without the vendor's own events: they have the old text. */
function changedEvents(events: readonly StreamEvent[], text: string): StreamEvent[] {
  return events.flatMap((event): StreamEvent[] => {
    if (event.type === "response_started") return [event];
    if (event.type !== "response_done") return [];
    const output = withText(event.response.output as Output, text) as typeof event.response.output;
    return [
      { type: "output_text_delta", delta: text },
      { ...event, response: { ...event.response, output } },
    ];
  });
}

function toolSpec(tool: ModelRequest["tools"][number]): ToolSpec {
  if (tool.type !== "function") return { name: tool.name };
  return { name: tool.name, description: tool.description, parameters: { ...tool.parameters } };
}

function withPatch(request: ModelRequest, { messages, tools, options }: Modify<"beforeLlm">["patch"]): ModelRequest {
  const names = tools?.map(({ name }) => name);
  const added = names?.find((name) => request.tools.every((tool) => tool.name !== name));
  if (added !== undefined) throw new HookDeniedError(`a hook added the tool "${added}", which the agent does not have`);
  return {
    ...(messages === undefined ? request : requestWith(request, messages)),
    ...(names === undefined ? {} : { tools: request.tools.filter(({ name }) => names.includes(name)) }),
    ...(options === undefined ? {} : { modelSettings: { ...request.modelSettings, ...options } }),
  };
}
