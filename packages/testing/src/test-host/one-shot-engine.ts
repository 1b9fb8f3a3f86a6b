import { isDeepStrictEqual } from "node:util";
import type { HookFailure } from "@agent-hook/sdk/in-process";
import type {
  Engine,
  HookEventCall,
  LlmTestOutcome,
  OnAsk,
  PromptTestOutcome,
  TestDecision,
  TestMessage,
  TestOutcome,
  ToolTestOutcome,
} from "@agent-hook/sdk/internal/adapter";
import { type LlmInput, runTool, type ToolInput } from "@agent-hook/sdk/internal/adapter";
import type { Effect, Payload } from "@agent-hook/sdk/internal/simulations";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import {
  CommandHost,
  type CommandHostOptions,
  type HookCallResult,
  type HookCommand,
} from "../command-hosts/command-host.js";
import { kindOfEvent } from "../command-hosts/effect-of-answer.js";
import type { SimulatedHost } from "../command-hosts/simulated-host.js";
import { eventAt, eventsOfKind } from "./event-at.js";
import { modelText } from "./model-text.js";

/** How a one-shot engine calls the hook. */
export interface OneShotHook {
  /** Returns the command, or a function to run instead. */
  commandAt(event: string): HookCommand;
  /** Returns the failures since the last call of this function. */
  takeFailures(): readonly HookFailure[];
  started(): Promise<void>;
}

export interface OneShotOptions
  extends Pick<CommandHostOptions, "permitted" | "onFailure" | "cwd" | "env" | "timeout"> {
  readonly onAsk?: OnAsk | undefined;
}

/** A host that starts the hook for each event. */
export class OneShotEngine implements Engine {
  readonly #agent: CommandHost;

  constructor(
    private readonly host: SimulatedHost,
    private readonly hook: OneShotHook,
    private readonly options: OneShotOptions,
  ) {
    const { onAsk: _, ...ofAgent } = options;
    this.#agent = new CommandHost(host, ofAgent);
  }

  async tool(input: ToolInput): Promise<ToolTestOutcome> {
    const { simulation } = this.host;
    const { beforeTool, fields } = simulation;
    const round = new Round(this.hook);
    const { tool } = input;
    const given = input.arguments ?? {};
    const before = round.add(beforeTool, await this.#ask(beforeTool, { [fields.tool]: tool, [fields.input]: given }));
    const permitted = await this.#permission(before, input, round);
    const args = permitted.arguments ?? given;
    const call = { tool, arguments: args };
    if (permitted.tool === "does not run") {
      const isEnd = permitted.turn === "ends" && !simulation.denialEndsTurn;
      const decision = isEnd ? "end" : permitted.answered ? "respond" : "deny";
      return { ...round.outcome(decision, permitted), ...call, ran: false, ...resultIn(permitted) };
    }
    const returned = await runTool(input, args);
    const after = round.add(...(await this.#after(call, returned)));
    const ended = await this.#reportEnd(call, after, returned, round);
    const isChanged = !isDeepStrictEqual(args, given) || after.result !== undefined;
    const early = permitted.approved === true ? "allow" : permitted.asked === true ? "ask" : "none";
    const decision = [after, ended].some(({ turn }) => turn === "ends") ? "end" : isChanged ? "modify" : early;
    return {
      ...round.outcome(decision, after.reason === undefined ? permitted : after),
      ...call,
      ran: true,
      result: after.result === undefined ? returned.forLlm : modelText(after.result),
      ...(returned.isError === undefined ? {} : { isError: returned.isError }),
    };
  }

  async prompt(text: string): Promise<PromptTestOutcome> {
    const event = eventAt(this.host.name, "onPrompt");
    const round = new Round(this.hook);
    if (event === undefined) return { ...round.outcome("none"), prompt: text };
    const effect = round.add(event, await this.#ask(event, { prompt: text }));
    if (effect.turn === "ends") return round.outcome("deny", effect);
    const { prompt = text } = effect;
    return { ...round.outcome(prompt === text ? "none" : "modify", effect), prompt };
  }

  async llm({ prompt = "hello", reply: given = "hi" }: LlmInput): Promise<LlmTestOutcome> {
    const { model } = this.host.simulation;
    const reply = typeof given === "string" ? given : given.content;
    const round = new Round(this.hook);
    const messages: readonly TestMessage[] = [{ role: "user", content: prompt }];
    if (model === undefined) return { ...round.outcome("none"), messages, reply };
    const before = round.add(model.before, await this.#ask(model.before, model.request(prompt)));
    if (before.turn === "ends") {
      const reply = before.reply === undefined ? {} : { reply: before.reply };
      return { ...round.outcome("end", before), ...reply };
    }
    const sent = messagesIn(before.request) ?? messages;
    const after = round.add(model.after, await this.#ask(model.after, model.reply(reply)));
    if (after.turn === "ends") return { ...round.outcome("end", after), messages: sent };
    const isChanged = !isDeepStrictEqual(sent, messages) || (after.reply ?? reply) !== reply;
    return { ...round.outcome(isChanged ? "modify" : "none", after), messages: sent, reply: after.reply ?? reply };
  }

  async event(kind: string, fields: Payload): Promise<TestOutcome> {
    const round = new Round(this.hook);
    const name = eventsOfKind(this.host.name, kind)[0] ?? kind;
    const effect = round.add(name, await this.#ask(name, fields));
    const denies = effect.tool === "does not run" || (effect.reason !== undefined && effect.turn === "ends");
    return round.outcome(denies ? "deny" : "none", effect);
  }

  /** One-shot hosts take no tools from a hook. */
  async offeredTools(): Promise<readonly string[]> {
    return [];
  }

  started(): Promise<void> {
    return this.hook.started();
  }

  async kill(): Promise<void> {
    throw new TypeError(`kill() needs a hook whose process stays; ${this.host.title} starts one for each event`);
  }

  async close(): Promise<void> {}

  #ask(event: string, fields: Payload): Promise<HookCallResult> {
    return this.#agent.ask(event, this.hook.commandAt(event), fields);
  }

  /** Decides a call that waits for hooks at the permission event, for the user's rules or for a person. */
  async #permission(before: Effect, { tool, arguments: given = {} }: ToolInput, round: Round): Promise<Permission> {
    if (before.tool !== "asks") return before;
    const { simulation, payloads, name } = this.host;
    const event = Object.keys(payloads).find((one) => kindOfEvent(name, one) === "permission");
    const { fields } = simulation;
    const args = before.arguments ?? given;
    // A reason comes from the hook, so the hook asked. Without a reason, `#asks` tells.
    const asked = before.reason !== undefined || this.#asks(before);
    let effect: Effect = before;
    if (event !== undefined && before.asks !== "person") {
      effect = round.add(event, await this.#ask(event, { [fields.tool]: tool, [fields.input]: args }));
      if (effect.tool !== "asks") return { ...effect, arguments: effect.arguments ?? before.arguments };
    }
    const isAsked = asked || this.options.permitted === false;
    const question = { tool, arguments: args, ...(before.reason === undefined ? {} : { reason: before.reason }) };
    const approved = isAsked ? ((await this.options.onAsk?.(question)) ?? false) : true;
    return { ...before, turn: "continues", tool: approved ? "runs" : "does not run", asked };
  }

  /** Whether the hook asked, on a host whose rules would otherwise allow the call. */
  #asks({ answer, tool }: Effect): boolean {
    const runsAnyway = this.host.simulation.skipsPermitted === undefined && this.options.permitted !== false;
    return answer === "taken" && tool === "asks" && runsAnyway;
  }

  /** Calls the hook at the host's other events for the end of a tool call. These events only report the result. */
  async #reportEnd(
    { tool, arguments: args }: { readonly tool: string; readonly arguments: unknown },
    { result: changed }: Effect,
    { forLlm }: { readonly forLlm: string },
    round: Round,
  ): Promise<Pick<Effect, "turn">> {
    const { name, simulation } = this.host;
    const { afterTool, failedTool, fields, result } = simulation;
    const asked = [afterTool, failedTool?.event];
    let last: Pick<Effect, "turn"> = { turn: "continues" };
    for (const event of eventsOfKind(name, "tool.end").filter((one) => !asked.includes(one))) {
      const text = changed === undefined ? forLlm : modelText(changed);
      const call = { [fields.tool]: tool, [fields.input]: args, [fields.result]: result(tool, text) };
      last = round.add(event, await this.#ask(event, call));
    }
    return last;
  }

  async #after(
    { tool, arguments: args }: { readonly tool: string; readonly arguments: unknown },
    { forLlm, isError = false }: { readonly forLlm: string; readonly isError?: boolean },
  ): Promise<[event: string, asked: HookCallResult]> {
    const { afterTool, failedTool, fields, result } = this.host.simulation;
    const call = { [fields.tool]: tool, [fields.input]: args };
    if (isError && failedTool !== undefined) {
      return [failedTool.event, await this.#ask(failedTool.event, { ...call, ...failedTool.fields(forLlm) })];
    }
    return [afterTool, await this.#ask(afterTool, { ...call, [fields.result]: result(tool, forLlm) })];
  }
}

/** The effect after the permission step. `asked`: the hook left the call to a person. */
type Permission = Effect & { readonly asked?: boolean };

/** Collects the effects of the calls of the hook in one round. */
class Round {
  readonly #events: HookEventCall[] = [];
  readonly #context: string[] = [];

  constructor(private readonly hook: OneShotHook) {}

  add(event: string, { effect }: HookCallResult): Effect {
    const { answer, context = [] } = effect;
    this.#context.push(...context);
    if (answer !== "skipped") this.#events.push({ event, answer });
    return effect;
  }

  outcome(decision: TestDecision, { reason, turn }: Partial<Effect> = {}): TestOutcome {
    return {
      decision,
      ...(reason === undefined ? {} : { reason }),
      context: this.#context,
      turn: turn === "ends" ? "ends" : "continues",
      events: this.#events,
      failures: this.hook.takeFailures(),
    };
  }
}

function resultIn({ result, reason }: Effect): { readonly result?: string } {
  const text = result === undefined ? reason : modelText(result);
  return text === undefined ? {} : { result: text };
}

function messagesIn(request: unknown): readonly TestMessage[] | undefined {
  const { messages } = Object(request) as { readonly messages?: unknown };
  if (!Array.isArray(messages)) return undefined;
  return messages.map((message: JsonObject) => ({ role: String(message.role), content: modelText(message.content) }));
}
