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
import type { HostRules } from "./host-rules.js";
import { copyOf, namedFields, overlay, snapshot } from "./overlay.js";
import { runOwnTool } from "./own-tool.js";
import type { FailureLog, Member, PreparedHook } from "./prepared-hook.js";
import { RunningCalls } from "./running-calls.js";
import { keyOf, reasonAgainst, UndeliveredDecisions } from "./undelivered-decisions.js";

/** What a host may have for a call beside the call itself. */
export interface CallLine {
  /** Aborts when the host no longer wants an answer. */
  readonly cancelled?: AbortSignal;
  /** Where an own tool tells how far it is. */
  readonly progress?: ToolContext["progress"];
}

/** What `onStop` has: a third of a second, so that the process is gone two seconds after it was told. */
const STOP_MS = 330;

/** Asks the members of a hook, under deadlines, and turns every failure into what its policy says. Never throws. */
export class Dispatcher {
  readonly #running = new RunningCalls();
  readonly #unheard: UndeliveredDecisions;
  readonly #ending = new AbortController();

  constructor(
    readonly hook: PreparedHook,
    readonly rules: HostRules,
    readonly clock: Clock,
  ) {
    this.#unheard = new UndeliveredDecisions(clock);
  }

  /** Asks at a point. */
  ask<P extends Point>(point: P, call: Calls[P], { cancelled, progress }: CallLine = {}): Awaitable<Outcome<P>> {
    const { approveMs, interceptMs } = this.hook.deadlines;
    const deadline = this.#deadline(point === "approveTool" ? approveMs : interceptMs);
    if (cancelled?.aborted) deadline.end("cancelled");
    cancelled?.addEventListener("abort", () => deadline.end("cancelled"), { once: true });
    const course: CallState<P> = { point, call, deadline, progress };
    return withDeadline(deadline, () => this.#through(course) as Awaitable<Outcome<P>>);
  }

  /** Asks about a tool call whom a host asks once: `beforeTool`, then `approveTool` on the call as it will run. */
  askToolCall(call: ToolCall): Awaitable<ToolCallOutcome> {
    const deadline = this.#deadline(this.hook.deadlines.oneCallMs);
    const course: CallState<"beforeTool"> = {
      point: "beforeTool",
      approves: true,
      call,
      deadline,
      progress: undefined,
    };
    return withDeadline(deadline, () => this.#through(course) as Awaitable<ToolCallOutcome>);
  }

  /** Runs the own tool of a call that was ruled on, for a host whose rules answer none by themselves. */
  runTool(call: ToolCall): Awaitable<Outcome<"beforeTool">> {
    const deadline = this.#deadline(this.hook.deadlines.oneCallMs);
    return withDeadline(deadline, () => this.#ownAnswer(call, deadline, noProgress));
  }

  /** What to say when the call itself or its answer is beyond us: a refusal if any member blocks, else nothing. */
  giveUp<P extends Point>(point: P, failure: Failure): Outcome<P> {
    return this.#refuseIf(this.hook.blocks || point === "approveTool", point, failure, this.hook);
  }

  /** Tells the members what happened; their failures are logged. Settles when all of them have taken it in. */
  notify(event: HookEvent): Promise<unknown> {
    return Promise.all(this.hook.members.map((member) => this.#tellMember(member, event)));
  }

  /** Runs what a member does for a host alone, under its deadline; a `Failure` if it fails. */
  runNative(member: Member, where: string, run: (context: Context<never>) => unknown): Awaitable<unknown> {
    const deadline = this.#deadline(this.hook.deadlines.interceptMs);
    const failed = (thrown: unknown) => Failure.of(thrown, member.hook.name, where);
    const answer = () => deadline.inTime(() => run(contextOf(member, deadline, this.rules)));
    return withDeadline(deadline, () => attempt(answer, failed));
  }

  /** Runs `onStart` or `onStop` of every member in order; rejects with the first `Failure`. */
  async run(step: "onStart" | "onStop", ms: number): Promise<void> {
    // A stop gives up what runs, a start too, but not what it runs itself.
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

  /** Running calls get the grace, are given up after it, and `onStop` runs. */
  async stop(graceMs: number): Promise<void> {
    await this.#running.drained(graceMs, this.clock);
    this.#ending.abort();
    this.#running.stop();
    await this.run("onStop", STOP_MS).catch((failure: Failure) => this.hook.failed(failure, "ignored"));
  }

  #deadline(ms: number): Deadline {
    return new Deadline(ms, this.clock, this.#running);
  }

  async #tellMember(member: Member, event: HookEvent): Promise<void> {
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

  #through(course: CallState<Point>): Awaitable<Outcome> {
    if (course.point === "approveTool") {
      const approvals = this.#approvals(course as CallState<"approveTool">);
      return after(approvals, (denial) => denial ?? course.ask ?? { action: "approve" });
    }
    const ended = firstResult(this.hook.members, (member) => this.#intercept(course, member));
    return after(ended, (refusal): Awaitable<Outcome> => {
      if (refusal !== undefined) return withChange(course, refusal);
      // Only of a call that the host is told to go on with: whoever changes it in place now changes another.
      if (course.answer === undefined)
        for (const [member, call] of course.left ?? []) this.#unheard.markApproved(member, call);
      const changed = course.patch === undefined ? undefined : ({ action: "modify", patch: course.patch } as Outcome);
      return course.point === "beforeTool" ? this.#answerTool(course as CallState<"beforeTool">, changed) : changed;
    });
  }

  /** One member at an intercepting point: it changes the course, or ends it. */
  #intercept(course: CallState<Point>, member: Member): Awaitable<Outcome> {
    const { point, call } = course;
    if (member.hook[point] === undefined) return undefined;
    const guards = point === "beforeTool" && member.policy === "block";
    // Where the host asks once, nobody comes back to hear what was ruled.
    const unheard = guards && course.approves !== true;
    const key = unheard ? keyOf(call as ToolCall) : "";
    if (unheard) this.#unheard.ask(member, key);
    const before = unheard && member.hook.approveTool !== undefined ? snapshot(call as ToolCall) : undefined;
    const ruled = callHandler(this.#question(course, point, member));
    if (before !== undefined) {
      this.#unheard.remember(member, key, call as ToolCall, before, ruled as Awaitable<HandlerResult<"beforeTool">>);
    }
    return after(ruled, (ruling) => {
      if (Failure.is(ruling)) return this.#refuseIf(member.policy === "block", point, ruling, member, call);
      if (ruling?.action === "respond") course.answer ??= ruling;
      else if (ruling?.action === "modify") this.#change(course, namedFields(ruling.patch));
      else if (ruling !== undefined) return withReason(ruling as Denial, member.hook.name);
      if (guards) {
        course.leftBy ??= new Map();
        course.leftBy.set(member, snapshot(course.call as ToolCall));
        // Whoever answered a call itself hears of it again only if the answer came too late. Turns tell calls apart.
        const isAnswered = ruling?.action === "respond" || call.origin.turnId === undefined;
        if (unheard && member.hook.approveTool === undefined && !isAnswered) {
          course.left ??= new Map();
          course.left.set(member, keyOf(course.call as ToolCall));
        }
      }
      return undefined;
    });
  }

  #question<P extends Point>(course: CallState<Point>, point: P, member: Member): HandlerCall<P> {
    const { call, deadline } = course;
    return { point, call: call as Calls[P], member, deadline, rules: this.rules, others: this.#areOthers(course) };
  }

  #areOthers({ approves }: CallState<Point>): boolean {
    return this.hook.members.length > 1 || approves === true;
  }

  #change(course: CallState<Point>, given: object): void {
    // What is ruled on from here, and runs, is this: whoever gave it may keep the object and change it.
    const patch = this.#areOthers(course) ? (copyOf(given) as object) : given;
    course.patch = course.patch === undefined ? patch : overlay(course.patch, patch);
    course.call = overlay(course.call, patch);
    if (!("tool" in patch)) return;
    const { ownTool: _renamed, ...call } = course.call as Calls["beforeTool"];
    course.call = { ...call, ...this.rules.identify(call.tool) };
  }

  /** An own tool's answer, or a handler's. The host skips its approval for both, so ours is asked first. */
  #answerTool(course: CallState<"beforeTool">, otherwise: Outcome): Awaitable<Outcome> {
    const { answer, call, deadline, progress = noProgress } = course;
    const ours = call.ownTool !== undefined && this.rules.answers?.(call.tool) !== false;
    const own = ours ? this.hook.tools.get(call.ownTool) : undefined;
    const answered = answer !== undefined || own !== undefined;
    if (!answered && !course.approves) return otherwise;
    return after(this.#approvals(course), (refusal): Awaitable<Outcome> => {
      if (!answered) return refusal === undefined ? asked(course, otherwise) : deny(refusal.reason);
      // Nobody can be asked about a call that the hook answers itself.
      const against = refusal ?? course.ask;
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

  /** Asks every member that has a say in approval; nothing: no objection. */
  #approvals(course: CallState<"approveTool"> | CallState<"beforeTool">): Awaitable<Denial<"approveTool"> | undefined> {
    return firstResult(this.hook.members, (member) => {
      if (member.hook.approveTool !== undefined) return this.#approval(course, member);
      // A `block` hook rules again on a call that is not as it left it: changed since, or its ruling came too late.
      if (member.policy !== "block" || member.hook.beforeTool === undefined) return undefined;
      return this.#isAsLeft(course, member) ? undefined : this.#secondRuling(course, member);
    });
  }

  #approval(
    course: CallState<"approveTool"> | CallState<"beforeTool">,
    member: Member,
  ): Awaitable<Denial<"approveTool"> | undefined> {
    const { point, call } = course;
    const unheard = point === "approveTool" ? this.#unheard.reasonToReject(member, call) : undefined;
    return after(unheard, (against): Awaitable<Denial<"approveTool"> | undefined> => {
      if (against !== undefined) return denialFor("approveTool", against);
      return after(callHandler(this.#question(course, "approveTool", member)), (ruling) => {
        if (Failure.is(ruling)) return this.#rejectFor(ruling, member);
        if (ruling?.action === "approve") return undefined;
        if (ruling?.action !== "ask") return withReason(ruling as Reject, member.hook.name);
        course.ask ??= withReason(ruling, member.hook.name);
        return undefined;
      });
    });
  }

  #isAsLeft({ point, call, leftBy }: CallState<"approveTool"> | CallState<"beforeTool">, member: Member): boolean {
    if (point === "approveTool") return this.#unheard.consumeApproved(member, call);
    const left = leftBy?.get(member);
    return left !== undefined && left === snapshot(call);
  }

  #secondRuling(
    course: CallState<"approveTool"> | CallState<"beforeTool">,
    member: Member,
  ): Awaitable<Denial<"approveTool"> | undefined> {
    const { call } = course;
    const before = snapshot(call);
    return after(callHandler(this.#question(course, "beforeTool", member)), (ruling) => {
      if (Failure.is(ruling)) return this.#rejectFor(ruling, member);
      const against = reasonAgainst(member, call, before, ruling);
      return against === undefined ? undefined : denialFor("approveTool", against);
    });
  }

  /** Nobody can be told that an approver failed but by a refusal. */
  #rejectFor(failure: Failure, owner: FailureLog): Reject {
    owner.failed(failure, "the call was refused");
    return denialFor("approveTool", failure.words) as Reject;
  }

  #refuseIf<P extends Point>(
    refuses: boolean,
    point: P,
    failure: Failure,
    owner: FailureLog,
    call?: Calls[P],
  ): Outcome<P> {
    const refusal = refuses ? this.rules.refusal(point, failure, call) : undefined;
    const went = refuses ? "this host cannot be told to stop here" : "the host was told to go on";
    owner.failed(failure, refusal === undefined ? went : "the call was refused");
    return refusal;
  }
}

function noProgress(): void {}
