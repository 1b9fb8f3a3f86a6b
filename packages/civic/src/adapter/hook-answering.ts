import { deny } from "@agent-hook/sdk";
import {
  type Clock,
  civicCapabilities,
  type Decisions,
  Dispatcher,
  describedHost,
  errorResult,
  Failure,
  type Log,
  type Member,
  type MethodName,
  type Observation,
  type Point,
  type PreparedHook,
} from "@agent-hook/sdk/internal/adapter";
import { HookChainError } from "../chain/hook-chain-error.js";
import { inputProblem } from "../protocol/inputs.js";
import { METHODS } from "../protocol/methods.js";
import type { CallError } from "../wire/reply.js";
import { safeTexts } from "../wire/safe-text.js";
import { NativeHandlers } from "./native.js";
import { ObservedMethod } from "./observed-method.js";
import { PortableHandlers } from "./portable.js";
import { continueWith, type Input, inputAfter, type PortableAnswer } from "./portable-step.js";

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
        host: describedHost(civicCapabilities),
        // The hook's own tools run later, after its handlers for Civic's methods.
        runsOwnTool: () => false,
        identify: (name) => (hook.tools.has(name) ? { kind: "plugin", ownTool: name } : { kind: "mcp" }),
        whyUnsupported: (_point, _call, decision) => whyUnsupported(decision),
        denial: (point, failure) => deny(point === "afterTool" ? failure.withheldText : failure.publicText),
      },
      clock,
    );
    this.#portable = new PortableHandlers(this.#dispatcher);
    this.#native = new NativeHandlers(this.#dispatcher);
  }

  /** Runs `setup`. Rejects with the reason if the hook cannot start. */
  async start(): Promise<void> {
    const failure = await this.#dispatcher.start();
    if (failure !== undefined) throw new Error(`serveCivic: ${failure.publicText}`, { cause: failure });
    const uncalled = (["onPrompt", "beforeLlm", "afterLlm"] as const).filter((point) =>
      this.hook.members.some((member) => member.hook[point] !== undefined),
    );
    if (uncalled.length > 0)
      this.log.warn(`Civic's proxy never calls ${uncalled.join(", ")}: it does not see prompts and model calls`);
  }

  /**
   * Answers a call. `unreadable` is the reason why no hook can decide on the input, if there is one; the call is then a
   * failure. Never rejects.
   */
  async answer(method: MethodName, input: unknown, unreadable?: string): Promise<Answer> {
    if (this.#stopped) return { error: { status: 503, message: `hook "${this.hook.name}" is stopping` } };
    const problem = inputProblem(method, input);
    if (problem !== undefined) return { error: { status: 400, message: `Expected the input of ${problem}` } };
    const observed = new ObservedMethod(this.#dispatcher, method);
    try {
      if (unreadable !== undefined) throw new Failure("undecodable", this.hook.name, method, unreadable);
      return { result: await this.#runHandlers(method, input as Input, observed) };
    } catch (thrown) {
      if (HookChainError.is(thrown)) observed.denied(thrown.message);
      const outcome = HookChainError.is(thrown)
        ? thrown
        : this.#onFailure(method, input as Input, Failure.of(thrown, this.hook.name, method), observed.observation);
      return "resultType" in outcome ? { result: outcome } : errorAnswer(method, outcome);
    } finally {
      observed.end();
    }
  }

  /**
   * Stops answering. Running calls have `graceMs` to finish, and are then answered as failures. `teardown` runs last.
   */
  end(graceMs: number): Promise<void> {
    this.#stopped = true;
    return this.#dispatcher.stop(graceMs);
  }

  async #runHandlers(method: MethodName, input: Input, observed: ObservedMethod): Promise<PortableAnswer> {
    const portable = await this.#portable.ask(method, input, observed.observation);
    if ("denial" in portable) return portable.denial;
    let { input: current } = portable;
    for (const member of this.hook.members) {
      const answer = await this.#runNative(method, member, current, observed.observation);
      if (answer === undefined) continue;
      observed.answered(member, answer);
      if (answer.resultType !== "continue") return this.#ending(method, answer);
      current = inputAfter(method, current, answer);
    }
    return (
      portable.answer ??
      (await this.#portable.last(method, current, observed.observation)) ??
      continueWith(method, current)
    );
  }

  /** Returns the answer of a member's native handler. If the handler fails and its member blocks, denies the call. */
  async #runNative(method: MethodName, member: Member, input: Input, observation: Observation | undefined) {
    try {
      return await this.#native.ask(member, method, input);
    } catch (thrown) {
      if (!Failure.is(thrown)) throw thrown;
      const blocks = member.policy === "block";
      const consequence = blocks ? "the call was denied" : "the host was told to continue";
      member.failed(thrown, consequence);
      observation?.failed(thrown, consequence);
      return blocks ? this.#denial(method, thrown) : undefined;
    }
  }

  /** Marks a result that replaces the tool's, because the proxy also sends this result to the hook. */
  #ending(method: MethodName, answer: PortableAnswer): PortableAnswer {
    return method === "processCallToolRequest" && answer.resultType === "respond"
      ? this.#portable.toolCalls.respond(answer.response as never)
      : answer;
  }

  #onFailure(
    method: MethodName,
    input: Input,
    failure: Failure,
    observation: Observation | undefined,
  ): PortableAnswer | HookChainError {
    const denies = this.hook.blocks || (method === "processCallToolRequest" && this.hook.guards);
    const consequence = denies ? "the call was denied" : "the host was told to continue";
    this.hook.failed(failure, consequence);
    observation?.failed(failure, consequence);
    if (!denies) return continueWith(method, input);
    try {
      return this.#ending(method, this.#denial(method, failure));
    } catch (thrown) {
      return thrown as HookChainError;
    }
  }

  /** Returns the strongest denial, or throws it if the method denies with an error. */
  #denial(method: MethodName, failure: Failure): PortableAnswer {
    if (method === "processCallToolRequest")
      return { resultType: "respond", response: errorResult(failure.publicText) };
    if (method === "processCallToolResult")
      return { resultType: "continue", response: errorResult(failure.withheldText) };
    throw new HookChainError(-32603, failure.publicText);
  }
}

/**
 * The error of a request method is sent as `abort` with its code and data, which the proxy accepts. For other methods,
 * the reply itself is an error (observed).
 */
function errorAnswer(method: MethodName, { code, message, data }: HookChainError): Answer {
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

const SUPPORTED = ["forLlm", "isError"];

/** Explains why a decision is unsupported: MCP can carry only a result's text and whether it is an error. */
function whyUnsupported(decision: Decisions[Point]): string | undefined {
  if (decision.action === "ask") return "a client of Civic's proxy cannot be asked";
  if (decision.action === "addContext") {
    return "Civic's proxy adds no context to a result: append the text to the result with modify";
  }
  if (decision.action !== "modify" || !("result" in decision.patch)) return undefined;
  const { result } = decision.patch;
  const unsupported = Object.entries(typeof result === "object" ? result : {})
    .filter(([field, value]) => value !== undefined && !SUPPORTED.includes(field))
    .map(([field]) => field);
  if (unsupported.length === 0) return undefined;
  return `modify changed ${unsupported.join(", ")} of a result: Civic's proxy supports only ${SUPPORTED.join(" and ")}`;
}
