import type { CallSource, Calls, Point, ToolCall } from "../hook/calls.js";
import type { Context, ToolContext } from "../hook/context.js";
import type { HookEvent } from "../hook/events.js";
import { Approvals } from "./approvals.js";
import { type Awaitable, attempt } from "./awaitable.js";
import { contextOf } from "./call-handler.js";
import type { CallState, Outcome, ToolCallOutcome } from "./call-state.js";
import type { Clock } from "./clock.js";
import { Deadline, withDeadline } from "./deadline.js";
import { eventHandlerOf } from "./event-handlers.js";
import { afterFailure, Failure } from "./failure.js";
import { HandlerChain } from "./handler-chain.js";
import type { HostRules } from "./host-rules.js";
import { Lifecycle } from "./lifecycle.js";
import { Observation } from "./observation.js";
import type { Member, PreparedHook } from "./prepared-hook.js";
import { RunningCalls } from "./running-calls.js";

/** What a host can add to a call. */
export interface CallOptions {
  /** Aborts when the host no longer wants an answer. */
  readonly cancelled?: AbortSignal;
  /** Reports the progress of an own tool. */
  readonly progress?: ToolContext["progress"];
  /** Set if the adapter reads the call again afterwards. Handlers then get copies. */
  readonly copies?: boolean;
  /** Notes who decides. The adapter ends it once the answer is final. */
  readonly observation?: Observation | undefined;
}

/** Calls the handlers of a hook's members under deadlines and applies the failure policy. */
export class Dispatcher {
  readonly #running = new RunningCalls();
  readonly #chain: HandlerChain;
  readonly #lifecycle: Lifecycle;

  constructor(
    readonly hook: PreparedHook,
    readonly rules: HostRules,
    private readonly clock: Clock,
  ) {
    this.#chain = new HandlerChain(hook, rules, new Approvals(hook.members, rules, clock));
    this.#lifecycle = new Lifecycle(hook, rules, clock, this.#running, (point) => this.observe(point));
  }

  /** Starts to observe a call of the host, if decisions are recorded. */
  observe(point: Observation["point"]): Observation | undefined {
    const { recorder } = this.hook;
    return recorder && new Observation(point, this.hook, this.rules.host, this.clock, recorder);
  }

  /** Runs the handlers of a point. */
  ask<P extends Point>(point: P, call: Calls[P], options: CallOptions = {}): Awaitable<Outcome<P>> {
    const { cancelled, progress, copies = false, observation } = options;
    const { approveMs, interceptMs } = this.hook.deadlines;
    const deadline = this.#deadline(point === "approveTool" ? approveMs : interceptMs);
    if (cancelled?.aborted) deadline.end("cancelled");
    cancelled?.addEventListener("abort", () => deadline.end("cancelled"), { once: true });
    const isShared = copies || this.hook.members.length > 1;
    if (observation !== undefined) observation.call = call;
    const state: CallState = { point, call, deadline, progress, approves: false, copies: isShared, observation };
    return withDeadline(deadline, () => this.#chain.run(state) as Awaitable<Outcome<P>>);
  }

  /** For one-shot hosts: runs `beforeTool`, then `approveTool` with the final arguments. */
  askToolCall(call: ToolCall, observation?: Observation): Awaitable<ToolCallOutcome> {
    const { longestCallMs = Number.POSITIVE_INFINITY } = this.rules;
    const deadline = this.#deadline(Math.min(this.hook.deadlines.oneCallMs, longestCallMs));
    const progress = undefined;
    if (observation !== undefined) observation.call = call;
    const state: CallState = {
      point: "beforeTool",
      call,
      deadline,
      progress,
      approves: true,
      copies: true,
      observation,
    };
    return withDeadline(deadline, () => this.#chain.run(state) as Awaitable<ToolCallOutcome>);
  }

  /** Runs the hook's own tool after all decisions on a call of it. For adapters that do not run it at `beforeTool`. */
  runTool(call: ToolCall): Awaitable<Outcome<"beforeTool">> {
    const deadline = this.#deadline(this.hook.deadlines.oneCallMs);
    return withDeadline(deadline, () => this.#chain.runOwnTool(call, deadline));
  }

  /**
   * Runs a native handler under its deadline. Returns a `Failure` if it fails. `source`: where the event comes from, as
   * far as the host reports it.
   */
  runNative(
    member: Member,
    where: string,
    source: Partial<CallSource>,
    run: (context: Context<never>) => unknown,
  ): Awaitable<unknown> {
    const deadline = this.#deadline(this.hook.deadlines.interceptMs);
    const failed = (thrown: unknown) => Failure.of(thrown, member.hook.name, where);
    const answer = () => deadline.inTime(() => run(contextOf(member, deadline, this.rules, source)));
    return withDeadline(deadline, () => attempt(answer, failed));
  }

  /** The outcome of a call that cannot be decoded or answered: a denial if any member blocks, otherwise `undefined`. */
  giveUp<P extends Point>(point: P, failure: Failure, observation?: Observation): Outcome<P> {
    const denies = this.hook.blocks || point === "approveTool";
    const denial = () => this.rules.denial(point, failure) as Outcome<P>;
    return afterFailure(failure, this.hook, denies, denial, observation);
  }

  /** Runs `setup` once. It must end before the host gets its first answer. Returns why it failed, or `undefined`. */
  start(): Awaitable<Failure | undefined> {
    return this.#lifecycle.start();
  }

  /**
   * Sends an event to every member. Resolves when all members have handled the event, to the texts that the members add
   * for the model. `takesContext`: whether the host passes these texts on.
   */
  notify(event: HookEvent, takesContext = false): Promise<readonly string[]> {
    return this.#lifecycle.notify(event, { named: false, takesContext });
  }

  /** Returns whether the `onEvent` of any member names a kind of event. */
  names(kind: string): boolean {
    return this.hook.members.some((member) => eventHandlerOf(member.hook, kind, true) !== undefined);
  }

  /**
   * Sends the event of a call to only the members whose `onEvent` names the kind of the event. Resolves when all these
   * members have handled it.
   */
  notifyNamed(event: HookEvent): Promise<unknown> {
    return this.#lifecycle.notify(event, { named: true, takesContext: false });
  }

  /** Waits `graceMs` for running calls, abandons the rest, then runs `teardown`. */
  stop(graceMs: number): Promise<void> {
    return this.#lifecycle.stop(graceMs);
  }

  #deadline(ms: number): Deadline {
    return new Deadline(ms, this.clock, this.#running);
  }
}
