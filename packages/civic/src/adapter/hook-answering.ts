import { deny } from "@agent-hook/sdk";
import {
  type Clock,
  civicCapabilities,
  type Decisions,
  Dispatcher,
  errorResult,
  Failure,
  type Log,
  type Member,
  type MethodName,
  type Point,
  type PreparedHook,
} from "@agent-hook/sdk/internal/adapter";
import { HookChainError } from "../chain/hook-chain-error.js";
import { inputProblem } from "../protocol/inputs.js";
import { METHODS } from "../protocol/methods.js";
import type { CallError } from "../wire/reply.js";
import { safeTexts } from "../wire/safe-text.js";
import { goOn, type HookAnswer, type Input, inputAfter } from "./course.js";
import { NativeHandlers } from "./native.js";
import { PortableHandlers } from "./portable.js";

/** The reply to a client: a result of the hook's method, or an error. */
export type Answer = { readonly result: object } | { readonly error: CallError };

/** Answers Civic's calls with one of our hooks. */
export class HookAnswering {
  readonly log: Log;
  readonly #dispatcher: Dispatcher;
  readonly #portable: PortableHandlers;
  readonly #native: NativeHandlers;
  #stopped = false;

  constructor(
    private readonly hook: PreparedHook,
    clock: Clock,
  ) {
    this.log = hook.log;
    this.#dispatcher = new Dispatcher(
      hook,
      {
        host: { name: civicCapabilities.host, capabilities: civicCapabilities },
        // The hook's own tools run later, after Civic's own methods.
        runsOwnTool: () => false,
        identify: (name) => (hook.tools.has(name) ? { kind: "plugin", ownTool: name } : { kind: "mcp" }),
        whyUnsupported: (_point, _call, decision) => whyUnsupported(decision),
        denial: (point, failure) => deny(point === "afterTool" ? failure.withheld : failure.words),
      },
      clock,
    );
    this.#portable = new PortableHandlers(this.#dispatcher);
    this.#native = new NativeHandlers(this.#dispatcher);
  }

  /** Runs `setup`. Rejects with the reason if the hook cannot start. */
  async start(): Promise<void> {
    const failure = await this.#dispatcher.start();
    if (failure !== undefined) throw new Error(`serveCivic: ${failure.words}`, { cause: failure });
    const unheard = (["beforeLlm", "afterLlm"] as const).filter((point) =>
      this.hook.members.some((member) => member.hook[point] !== undefined),
    );
    if (unheard.length > 0)
      this.log.warn(`Civic's proxy never calls ${unheard.join(", ")}: it does not see the agent's model calls`);
  }

  /** `unreadable` is the reason why no hook can decide on the input. Never rejects. */
  async answer(method: MethodName, input: unknown, unreadable?: string): Promise<Answer> {
    if (this.#stopped) return { error: { status: 503, message: `hook "${this.hook.name}" is stopping` } };
    const problem = inputProblem(method, input);
    if (problem !== undefined) return { error: { status: 400, message: `Expected the input of ${problem}` } };
    try {
      if (unreadable !== undefined) throw new Failure("undecodable", this.hook.name, method, unreadable);
      return { result: await this.#through(method, input as Input) };
    } catch (thrown) {
      const outcome = HookChainError.is(thrown)
        ? thrown
        : this.#gaveUp(method, input as Input, Failure.of(thrown, this.hook.name, method));
      return "resultType" in outcome ? { result: outcome } : saying(method, outcome);
    }
  }

  /** Running calls get `graceMs`, then they are answered as failures; then `teardown` runs. */
  end(graceMs: number): Promise<void> {
    this.#stopped = true;
    return this.#dispatcher.stop(graceMs);
  }

  async #through(method: MethodName, input: Input): Promise<HookAnswer> {
    const portable = await this.#portable.ask(method, input);
    if ("denial" in portable) return portable.denial;
    let { input: shown } = portable;
    for (const member of this.hook.members) {
      const answer = await this.#natively(method, member, shown);
      if (answer === undefined) continue;
      if (answer.resultType !== "continue") return this.#ending(method, answer);
      shown = inputAfter(method, shown, answer);
    }
    return portable.answer ?? (await this.#portable.last(method, shown)) ?? goOn(method, shown);
  }

  /** Returns the answer of a member's native handler. If the handler fails and its member blocks, denies the call. */
  async #natively(method: MethodName, member: Member, input: Input) {
    try {
      return await this.#native.ask(member, method, input);
    } catch (thrown) {
      if (!Failure.is(thrown)) throw thrown;
      const blocks = member.policy === "block";
      member.failed(thrown, blocks ? "the call was denied" : "the host was told to continue");
      return blocks ? this.#refusal(method, thrown) : undefined;
    }
  }

  /** Marks an answer that replaces the tool's, because the hook is asked about that result again. */
  #ending(method: MethodName, answer: HookAnswer): HookAnswer {
    return method === "processCallToolRequest" && answer.resultType === "respond"
      ? this.#portable.toolCalls.respond(answer.response as never)
      : answer;
  }

  #gaveUp(method: MethodName, input: Input, failure: Failure): HookAnswer | HookChainError {
    const refuses = this.hook.blocks || (method === "processCallToolRequest" && this.hook.guards);
    this.hook.failed(failure, refuses ? "the call was denied" : "the host was told to continue");
    if (!refuses) return goOn(method, input);
    try {
      return this.#ending(method, this.#refusal(method, failure));
    } catch (thrown) {
      return thrown as HookChainError;
    }
  }

  /** Returns the strongest denial, or throws it if the method denies with an error. */
  #refusal(method: MethodName, failure: Failure): HookAnswer {
    if (method === "processCallToolRequest") return { resultType: "respond", response: errorResult(failure.words) };
    if (method === "processCallToolResult") return { resultType: "continue", response: errorResult(failure.withheld) };
    throw new HookChainError(-32603, failure.words);
  }
}

/**
 * Request errors keep their code and data, in a shape that the proxy accepts; other errors are the reply (observed).
 */
function saying(method: MethodName, { code, message, data }: HookChainError): Answer {
  const error = { code, message, ...(isJson(data) ? { data } : {}) };
  if (METHODS[method].phase !== "request") return { error: { status: 500, ...error } };
  return { result: { resultType: "abort", error: safeTexts(error) } };
}

function isJson(data: unknown): boolean {
  try {
    return JSON.stringify(data) !== undefined;
  } catch {
    return false;
  }
}

const CARRIED = ["forLlm", "isError"];

/** Explains why a decision is unsupported: MCP can carry only a result's text and whether it is an error. */
function whyUnsupported(decision: Decisions[Point]): string | undefined {
  if (decision.action !== "modify" || !("result" in decision.patch)) return undefined;
  const { result } = decision.patch;
  const lost = Object.entries(typeof result === "object" ? result : {})
    .filter(([field, value]) => value !== undefined && !CARRIED.includes(field))
    .map(([field]) => field);
  if (lost.length === 0) return undefined;
  return `modify changed ${lost.join(", ")} of a result: Civic's proxy supports only ${CARRIED.join(" and ")}`;
}
