import type { Calls, Point, ToolCall } from "../hook/calls.js";
import type { Context, ToolContext } from "../hook/context.js";
import { deny, type Reject } from "../hook/decisions.js";
import type { HookEvent } from "../hook/events.js";
import { type Awaitable, after, attempt, firstResult, isThenable, promiseOf } from "./awaitable.js";
import { callHandler, contextOf, type HandlerCall, type HandlerResult } from "./call-handler.js";
import { asked, type CallState, type Outcome, type ToolCallOutcome, withChange } from "./call-state.js";
import type { Clock } from "./clock.js";
import { Deadline, withDeadline } from "./deadline.js";
import { type Denial, denialFor, withReason } from "./denial.js";
import { Failure } from "./failure.js";
import { afterFailure } from "./failure-policy.js";
import type { HostRules } from "./host-rules.js";
import { copyOf, namedFields, overlay, snapshot } from "./overlay.js";
import { runOwnTool } from "./own-tool.js";
import type { Member, PreparedHook } from "./prepared-hook.js";
import { RunningCalls } from "./running-calls.js";
import { keyOf, reasonAgainst, UndeliveredDecisions } from "./undelivered-decisions.js";

/** What a host can add to a call. */
export interface CallLine {
  /** Aborts when the host no longer wants an answer. */
  readonly cancelled?: AbortSignal;
  /** Reports the progress of an own tool. */
  readonly progress?: ToolContext["progress"];
}

/** The deadline of `onStop`. Short enough for the process to end within two seconds of being told to. */
const STOP_MS = 330;

/** Calls the handlers of a hook's members under deadlines and applies the failure policy. Never throws. */
export class Dispatcher {
  readonly #running = new RunningCalls();
  readonly #undelivered: UndeliveredDecisions;
  readonly #ending = new AbortController();

  constructor(
    readonly hook: PreparedHook,
    readonly rules: HostRules,
    readonly clock: Clock,
  ) {
    this.#undelivered = new UndeliveredDecisions(clock);
  }

  /** Runs the handlers of a point. */
  ask<P extends Point>(point: P, call: Calls[P], { cancelled, progress }: CallLine = {}): Awaitable<Outcome<P>> {
    const { approveMs, interceptMs } = this.hook.deadlines;
    const deadline = this.#deadline(point === "approveTool" ? approveMs : interceptMs);
    if (cancelled?.aborted) deadline.end("cancelled");
    cancelled?.addEventListener("abort", () => deadline.end("cancelled"), { once: true });
    const state: CallState<P> = { point, call, deadline, progress };
    return withDeadline(deadline, () => this.#runMembers(state) as Awaitable<Outcome<P>>);
  }

  /** For one-shot hosts: runs `beforeTool`, then `approveTool` with the final arguments. */
  askToolCall(call: ToolCall): Awaitable<ToolCallOutcome> {
    const deadline = this.#deadline(this.hook.deadlines.oneCallMs);
    const state: CallState<"beforeTool"> = {
      point: "beforeTool",
      approves: true,
      call,
      deadline,
      progress: undefined,
    };
    return withDeadline(deadline, () => this.#runMembers(state) as Awaitable<ToolCallOutcome>);
  }

  /** Runs the own tool of a call that was decided, for a host that does not run own tools itself. */
  runTool(call: ToolCall): Awaitable<Outcome<"beforeTool">> {
    const deadline = this.#deadline(this.hook.deadlines.oneCallMs);
    return withDeadline(deadline, () => this.#ownAnswer(call, deadline, noProgress));
  }

  /** The outcome of a call that cannot be decoded or answered: a denial if any member blocks, otherwise `undefined`. */
  giveUp<P extends Point>(point: P, failure: Failure): Outcome<P> {
    const denies = this.hook.blocks || point === "approveTool";
    return afterFailure(failure, this.hook, denies, () => this.rules.denial(point, failure));
  }

  /** Sends an event to every member and logs failures. Settles when all members have handled it. */
  notify(event: HookEvent): Promise<unknown> {
    return Promise.all(this.hook.members.map((member) => this.#notifyMember(member, event)));
  }

  /** Runs a native handler under its deadline. Returns a `Failure` if it fails. */
  runNative(member: Member, where: string, run: (context: Context<never>) => unknown): Awaitable<unknown> {
    const deadline = this.#deadline(this.hook.deadlines.interceptMs);
    const failed = (thrown: unknown) => Failure.of(thrown, member.hook.name, where);
    const answer = () => deadline.inTime(() => run(contextOf(member, deadline, this.rules)));
    return withDeadline(deadline, () => attempt(answer, failed));
  }

  /** Runs `onStart` or `onStop` of every member in order. Rejects with the first `Failure`. */
  async run(step: "onStart" | "onStop", ms: number): Promise<void> {
    // `stop` ends the running calls, but not the `onStop` that it runs itself.
    const deadline = new Deadline(ms, this.clock, step === "onStop" ? new RunningCalls() : this.#running);
    try {
      for (const member of this.hook.members) await this.#runStep(step, member, deadline);
    } finally {
      deadline.close();
    }
  }

  async #runStep(step: "onStart" | "onStop", member: Member, deadline: Deadline): Promise<void> {
    try {
      const done = member.hook[step]?.(contextOf(member, deadline, this.rules));
      if (isThenable(done)) await deadline.race(promiseOf(done));
      if (deadline.ended !== undefined) throw deadline.ended;
    } catch (thrown) {
      throw Failure.of(thrown, member.hook.name, step);
    }
  }

  /** Waits `graceMs` for running calls, abandons the rest, then runs `onStop`. */
  async stop(graceMs: number): Promise<void> {
    await this.#running.drained(graceMs, this.clock);
    this.#ending.abort();
    this.#running.stop();
    await this.run("onStop", STOP_MS).catch((failure: Failure) => this.hook.failed(failure, "ignored"));
  }

  #deadline(ms: number): Deadline {
    return new Deadline(ms, this.clock, this.#running);
  }

  async #notifyMember(member: Member, event: HookEvent): Promise<void> {
    const { onEvent } = member.hook;
    if (onEvent === undefined) return;
    const deadline = this.#deadline(this.hook.deadlines.interceptMs);
    try {
      const told = onEvent(event, contextOf(member, this.#ending, this.rules));
      if (isThenable(told)) await deadline.race(promiseOf(told));
    } catch (thrown) {
      member.failed(Failure.of(thrown, member.hook.name, "onEvent"), "ignored");
    } finally {
      deadline.close();
    }
  }

  #runMembers(state: CallState<Point>): Awaitable<Outcome> {
    if (state.point === "approveTool") {
      const approvals = this.#approvals(state as CallState<"approveTool">);
      return after(approvals, (denial) => denial ?? state.ask ?? { action: "approve" });
    }
    const ended = firstResult(this.hook.members, (member) => this.#intercept(state, member));
    return after(ended, (denial): Awaitable<Outcome> => {
      if (denial !== undefined) return withChange(state, denial);
      // Only if the host continues with the call. A later change in place is a different call.
      if (state.answer === undefined)
        for (const [member, call] of state.left ?? []) this.#undelivered.markApproved(member, call);
      const changed = state.patch === undefined ? undefined : ({ action: "modify", patch: state.patch } as Outcome);
      return state.point === "beforeTool" ? this.#answerTool(state as CallState<"beforeTool">, changed) : changed;
    });
  }

  /** Calls one member at an intercepting point. It changes the state, or ends the call. */
  #intercept(state: CallState<Point>, member: Member): Awaitable<Outcome> {
    const { point, call } = state;
    if (member.hook[point] === undefined) return undefined;
    const guards = point === "beforeTool" && member.policy === "block";
    // A one-shot host does not ask for approval in another message.
    const approvesLater = guards && state.approves !== true;
    const key = approvesLater ? keyOf(call as ToolCall) : "";
    if (approvesLater) this.#undelivered.ask(member, key);
    const before = approvesLater && member.hook.approveTool !== undefined ? snapshot(call as ToolCall) : undefined;
    const pending = callHandler(this.#handlerCall(state, point, member));
    if (before !== undefined) {
      this.#undelivered.remember(
        member,
        key,
        call as ToolCall,
        before,
        pending as Awaitable<HandlerResult<"beforeTool">>,
      );
    }
    return after(pending, (result) => {
      if (Failure.is(result)) {
        return afterFailure(result, member, member.policy === "block", () => this.rules.denial(point, result, call));
      }
      if (result?.action === "respond") state.answer ??= result;
      else if (result?.action === "modify") this.#change(state, namedFields(result.patch));
      else if (result !== undefined) return withReason(result as Denial, member.hook.name);
      if (guards) {
        state.leftBy ??= new Map();
        state.leftBy.set(member, snapshot(state.call as ToolCall));
        // A member that answered the call decides again only if its answer came too late. The turn identifies a call.
        const isAnswered = result?.action === "respond" || call.origin.turnId === undefined;
        if (approvesLater && member.hook.approveTool === undefined && !isAnswered) {
          state.left ??= new Map();
          state.left.set(member, keyOf(state.call as ToolCall));
        }
      }
      return undefined;
    });
  }

  #handlerCall<P extends Point>(state: CallState<Point>, point: P, member: Member): HandlerCall<P> {
    const { call, deadline } = state;
    return { point, call: call as Calls[P], member, deadline, rules: this.rules, others: this.#isShared(state) };
  }

  #isShared({ approves }: CallState<Point>): boolean {
    return this.hook.members.length > 1 || approves === true;
  }

  #change(state: CallState<Point>, given: object): void {
    // The handler may keep its object and change it: later members decide on a copy, and the copy runs.
    const patch = this.#isShared(state) ? (copyOf(given) as object) : given;
    state.patch = state.patch === undefined ? patch : overlay(state.patch, patch);
    state.call = overlay(state.call, patch);
    if (!("tool" in patch)) return;
    const { ownTool: _renamed, ...call } = state.call as Calls["beforeTool"];
    state.call = { ...call, ...this.rules.identify(call.tool) };
  }

  /** Answers with an own tool or a handler's result. The host asks no approval for either: `approveTool` runs first. */
  #answerTool(state: CallState<"beforeTool">, otherwise: Outcome): Awaitable<Outcome> {
    const { answer, call, deadline, progress = noProgress } = state;
    const ours = call.ownTool !== undefined && this.rules.answers?.(call.tool) !== false;
    const own = ours ? this.hook.tools.get(call.ownTool) : undefined;
    const answered = answer !== undefined || own !== undefined;
    if (!answered && !state.approves) return otherwise;
    return after(this.#approvals(state), (denial): Awaitable<Outcome> => {
      if (!answered) return denial === undefined ? asked(state, otherwise) : deny(denial.reason);
      // The host cannot ask the user about a call that the hook answers itself.
      const against = denial ?? state.ask;
      if (against !== undefined) return deny(against.reason);
      return answer ?? this.#ownAnswer(call, deadline, progress);
    });
  }

  #ownAnswer(call: ToolCall, deadline: Deadline, progress: ToolContext["progress"]): Awaitable<Outcome<"beforeTool">> {
    const own = call.ownTool === undefined ? undefined : this.hook.tools.get(call.ownTool);
    if (own === undefined) return undefined;
    const context = contextOf({ env: own.env, log: own.member.log }, deadline, this.rules);
    return runOwnTool(own, call.arguments, Object.assign(context, { progress }), deadline);
  }

  /** Calls every member that approves. Returns the first denial, or `undefined`. */
  #approvals(state: CallState<"approveTool"> | CallState<"beforeTool">): Awaitable<Denial<"approveTool"> | undefined> {
    return firstResult(this.hook.members, (member) => {
      if (member.hook.approveTool !== undefined) return this.#approval(state, member);
      // A `block` hook decides again if the call changed after its decision, or if the decision came too late.
      if (member.policy !== "block" || member.hook.beforeTool === undefined) return undefined;
      return this.#isAsLeft(state, member) ? undefined : this.#decideAgain(state, member);
    });
  }

  #approval(
    state: CallState<"approveTool"> | CallState<"beforeTool">,
    member: Member,
  ): Awaitable<Denial<"approveTool"> | undefined> {
    const { point, call } = state;
    const undelivered = point === "approveTool" ? this.#undelivered.reasonToReject(member, call) : undefined;
    return after(undelivered, (against): Awaitable<Denial<"approveTool"> | undefined> => {
      if (against !== undefined) return denialFor("approveTool", against);
      return after(callHandler(this.#handlerCall(state, "approveTool", member)), (result) => {
        if (Failure.is(result)) return rejectFor(result, member);
        if (result?.action === "approve") return undefined;
        if (result?.action !== "ask") return withReason(result as Reject, member.hook.name);
        state.ask ??= withReason(result, member.hook.name);
        return undefined;
      });
    });
  }

  #isAsLeft({ point, call, leftBy }: CallState<"approveTool"> | CallState<"beforeTool">, member: Member): boolean {
    if (point === "approveTool") return this.#undelivered.consumeApproved(member, call);
    const left = leftBy?.get(member);
    return left !== undefined && left === snapshot(call);
  }

  #decideAgain(
    state: CallState<"approveTool"> | CallState<"beforeTool">,
    member: Member,
  ): Awaitable<Denial<"approveTool"> | undefined> {
    const { call } = state;
    const before = snapshot(call);
    return after(callHandler(this.#handlerCall(state, "beforeTool", member)), (result) => {
      if (Failure.is(result)) return rejectFor(result, member);
      const against = reasonAgainst(member, call, before, result);
      return against === undefined ? undefined : denialFor("approveTool", against);
    });
  }
}

/** A failed approver can only be reported as a denial, whatever its policy. */
function rejectFor(failure: Failure, member: Member): Denial<"approveTool"> | undefined {
  return afterFailure(failure, member, true, () => denialFor("approveTool", failure.words));
}

function noProgress(): void {}
