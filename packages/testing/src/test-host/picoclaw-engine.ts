import type { PicoClawHost, ReplyInput, Tested } from "@agent-hook/picoclaw/testing";
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
import { modelText } from "./model-text.js";

/** A line between PicoClaw and the hook. */
interface WireLine {
  readonly from: "host" | "hook";
  readonly method?: string;
  readonly line: string;
}

/** Records what happens on the wire, and what a person is asked, during one call. */
export class PicoClawWatch {
  #lines: WireLine[] = [];
  #asked: string | undefined;

  readonly onTrace = (line: WireLine): void => {
    this.#lines.push(line);
  };

  asked(reason: string): void {
    this.#asked = reason;
  }

  /** Returns what happened since the last call of this function. */
  take(): { readonly events: readonly HookEventCall[]; readonly asked: string | undefined } {
    const [lines, asked] = [this.#lines, this.#asked];
    this.#lines = [];
    this.#asked = undefined;
    return { events: lines.flatMap((line) => eventIn(line, lines)), asked };
  }
}

/** PicoClaw as an engine. It keeps the hook's process and calls it over JSON-RPC. */
export class PicoClawEngine implements Engine {
  constructor(
    private readonly host: PicoClawHost,
    private readonly watch: PicoClawWatch,
  ) {}

  async tool(input: ToolInput): Promise<ToolTestOutcome> {
    await this.#ready();
    const { tool } = input;
    const given = (input.arguments ?? {}) as JsonObject;
    const round = await this.host.runTool({ tool, arguments: given }, async ({ arguments: args }) => {
      const { forLlm, forUser, isError } = await runTool(input, args);
      return {
        for_llm: forLlm,
        ...(forUser === undefined ? {} : { for_user: forUser }),
        ...(isError === undefined ? {} : { is_error: isError }),
      };
    });
    const ran = round.outcome === "ran";
    const isChanged = round.changedBy.length > 0 || (ran && round.resultChangedBy.length > 0);
    const seen = this.#seen(round, isChanged);
    const { for_user: forUser, is_error: isError } = "result" in round ? round.result : {};
    return {
      ...seen,
      ran,
      tool: round.tool,
      arguments: round.arguments,
      ...(round.outcome === "aborted" ? {} : { result: round.text }),
      ...(typeof isError === "boolean" ? { isError } : {}),
      ...(typeof forUser === "string" ? { forUser } : {}),
    };
  }

  async prompt(text: string): Promise<PromptTestOutcome> {
    const { messages, reply: _, ...outcome } = await this.llm({ prompt: text });
    if (outcome.decision === "end") return outcome;
    return { ...outcome, prompt: messages?.findLast(({ role }) => role === "user")?.content ?? text };
  }

  async llm({ prompt = "hello", reply = "hi" }: LlmInput): Promise<LlmTestOutcome> {
    await this.#ready();
    const before = await this.host.beforeLlm({ messages: [{ role: "user", content: prompt }] });
    if (before.outcome === "aborted") return this.#seen(before, false);
    const messages = (before.request.messages ?? []).map(({ role, content }) => ({
      role: String(role),
      content: modelText(content),
    }));
    const after = await this.host.afterLlm(replyOf(reply));
    const failures = [...before.failures, ...after.failures];
    if (after.outcome === "aborted") return { ...this.#seen({ ...after, failures }, false), messages };
    const isChanged = before.changedBy.length > 0 || after.changedBy.length > 0;
    const seen = this.#seen({ ...after, failures }, isChanged);
    const { content, reasoning_content: reasoning, tool_calls: calls } = after.response;
    return {
      ...seen,
      messages,
      reply: content ?? "",
      ...(typeof reasoning === "string" ? { reasoning } : {}),
      ...(calls === undefined || calls === null ? {} : { toolCalls: calls.map((call) => call.function?.name ?? "") }),
    };
  }

  async event(kind: string, payload: JsonObject): Promise<TestOutcome> {
    await this.#ready();
    const { failures } = await this.host.emit({ kind, payload });
    return this.#seen({ outcome: "sent", failures }, false);
  }

  async offeredTools(): Promise<readonly string[]> {
    await this.#ready();
    const before = await this.host.beforeLlm();
    this.watch.take();
    return before.outcome === "aborted" ? [] : (before.request.tools ?? []).map((tool) => tool.function.name);
  }

  async started(): Promise<void> {
    await this.host.started();
  }

  kill(signal: NodeJS.Signals): Promise<void> {
    return this.host.kill(signal);
  }

  close(): Promise<void> {
    return this.host.close();
  }

  /** Waits for the start. Drops what was recorded so far, because hello is not part of the first call. */
  async #ready(): Promise<void> {
    await this.host.started();
    this.watch.take();
  }

  #seen(
    { outcome, failures, ...more }: Pick<Tested<object>, "failures"> & { outcome: string; reason?: string },
    isChanged: boolean,
  ): TestOutcome {
    const { events, asked } = this.watch.take();
    const reason = asked ?? more.reason;
    const decision = decisionOf(outcome, { isChanged, isAsked: asked !== undefined });
    return {
      decision,
      ...(reason === undefined ? {} : { reason }),
      context: [],
      turn: decision === "end" ? "ends" : "continues",
      events,
      failures,
    };
  }
}

function replyOf(reply: NonNullable<LlmInput["reply"]>): ReplyInput {
  if (typeof reply === "string") return reply;
  const { content, reasoning, toolCalls } = reply;
  const calls = toolCalls?.map((name, at) => ({ id: `call_${at + 1}`, function: { name, arguments: "{}" } }));
  return {
    content,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls === undefined ? {} : { tool_calls: calls }),
  };
}

function decisionOf(outcome: string, { isChanged, isAsked }: { isChanged: boolean; isAsked: boolean }): TestDecision {
  if (outcome === "aborted") return "end";
  if (outcome === "answered") return "respond";
  if (isAsked) return "ask";
  if (outcome === "denied") return "deny";
  return isChanged ? "modify" : "none";
}

/** Returns a call or an event that was sent to the hook, with the kind of its answer. Returns `[]` for other lines. */
function eventIn({ from, method, line }: WireLine, lines: readonly WireLine[]): HookEventCall[] {
  if (from !== "host" || method === undefined || method === "hook.hello") return [];
  const { id } = JSON.parse(line) as { readonly id?: unknown };
  const answer = id === undefined ? undefined : lines.find((other) => other.from === "hook" && idOf(other) === id);
  return [{ event: method, answer: answer === undefined || isSilent(answer) ? "none" : "taken" }];
}

function idOf({ line }: WireLine): unknown {
  try {
    return (JSON.parse(line) as { readonly id?: unknown }).id;
  } catch {
    return undefined;
  }
}

/** Whether an answer changes nothing: `continue` or an approval. */
function isSilent({ line }: WireLine): boolean {
  const { action, approved } = Object((JSON.parse(line) as { readonly result?: unknown }).result) as JsonObject;
  return action === "continue" || approved === true;
}
