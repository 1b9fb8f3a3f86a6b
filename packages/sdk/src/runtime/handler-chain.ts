import type { Point, ToolCall } from "../hook/calls.js";
import type { ToolContext } from "../hook/context.js";
import type { Ask, Deny } from "../hook/decisions.js";
import { answerQuestion } from "./answer-question.js";
import type { Approvals } from "./approvals.js";
import { type Awaitable, after, firstResult } from "./awaitable.js";
import { callHandler, contextOf, type HandlerResult } from "./call-handler.js";
import type { CallState, Outcome, ToolCallOutcome } from "./call-state.js";
import type { Deadline } from "./deadline.js";
import { type Denial, withReason } from "./denial.js";
import { afterFailure, Failure } from "./failure.js";
import type { HostRules } from "./host-rules.js";
import type { Observation } from "./observation.js";
import { normalizedPatch, overlay } from "./overlay.js";
import { runOwnTool } from "./own-tool.js";
import { isGuard, type Member, type PreparedHook } from "./prepared-hook.js";
import { receives } from "./tool-filters.js";

/** Calls the members' handlers of a point in order, each with the changes of the earlier ones. */
export class HandlerChain {
  constructor(
    private readonly hook: PreparedHook,
    private readonly rules: HostRules,
    private readonly approvals: Approvals,
  ) {}

  run(state: CallState): Awaitable<Outcome | ToolCallOutcome> {
    if (state.point === "approveTool") {
      const rejection = this.approvals.firstRejection(state);
      return after(rejection, (denial): Awaitable<Outcome> => {
        if (denial !== undefined) return denial;
        return after(this.#answered(state, true), (answer) => answer ?? { action: "approve" });
      });
    }
    const denial = firstResult(this.hook.members, (member) => this.#callMember(state, member));
    return after(denial, (denied): Awaitable<Outcome | ToolCallOutcome> => {
      if (denied !== undefined) return withPatch(state, denied);
      const change = changeOf(state);
      return state.point === "beforeTool" ? this.#finishToolCall(state, change) : change;
    });
  }

  /** Runs an own tool. Returns `undefined` if the call is not for an own tool. */
  runOwnTool(
    call: ToolCall,
    deadline: Deadline,
    progress: ToolContext["progress"] = () => {},
    observation?: Observation,
  ): Awaitable<Outcome<"beforeTool">> {
    const { ownTool, arguments: args } = call;
    const own = ownTool === undefined ? undefined : this.hook.tools.get(ownTool);
    if (own === undefined) return undefined;
    observation?.decided(own.member, RESPONDS);
    const context = contextOf({ ...own.member, env: own.env }, deadline, this.rules, call);
    const answered = (ask: Ask) =>
      answerQuestion({ asker: own.member, ask, call, ...this.#shared(deadline, observation) }, this.rules, false);
    return runOwnTool(own, args, Object.assign(context, { progress }), deadline, answered, observation);
  }

  /** Asks a person about the members' question, if they have one. Returns `undefined` if the call may run. */
  #answered(state: CallState, hostMayAsk: boolean): Awaitable<Ask | Deny | undefined> {
    const { question: ask, asker, deadline, observation } = state;
    if (ask === undefined || asker === undefined) return ask;
    const call = state.call as ToolCall;
    return after(
      answerQuestion({ asker, ask, call, ...this.#shared(deadline, observation) }, this.rules, hostMayAsk),
      (answer) => {
        if (answer?.action === "deny" && observation?.failure === undefined) observation?.decided(asker, answer);
        return answer;
      },
    );
  }

  #shared(deadline: Deadline, observation: Observation | undefined) {
    return { deadline, observation, answerInTest: this.hook.answerInTest };
  }

  /** Calls one member. Its decision changes the state, or is a denial. */
  #callMember(state: CallState, member: Member): Awaitable<Outcome> {
    const { point, call } = state;
    if (!receives(member, point, call)) return undefined;
    const decidesAsGuard = point === "beforeTool" && isGuard(member);
    // A persistent host asks for approval in another message.
    const approvesLater = decidesAsGuard && !state.approves;
    if (approvesLater) this.approvals.beforeDecision(state, member);
    const result: Awaitable<HandlerResult<Point>> = callHandler(point, state, member, this.rules);
    if (approvesLater) {
      this.approvals.recordDecision(state, member, result as Awaitable<HandlerResult<"beforeTool">>);
    }
    return after(result, (decision) => {
      if (Failure.is(decision)) {
        const denies = member.policy === "block";
        const denial = () => this.rules.denial(point, decision, call);
        return afterFailure(decision, member, denies, denial, state.observation);
      }
      if (decision !== undefined) state.observation?.decided(member, decision);
      if (decision?.action === "respond") state.response ??= decision;
      else if (decision?.action === "modify") this.#change(state, normalizedPatch(decision.patch));
      else if (decision?.action === "addContext") state.contexts = [...(state.contexts ?? []), decision.text];
      else if (decision !== undefined) return withReason(decision as Denial, member.hook.name);
      if (decidesAsGuard) {
        state.decided ??= new Map();
        state.decided.set(member, state.call as ToolCall);
      }
      return undefined;
    });
  }

  #change(state: CallState, patch: object): void {
    state.patch = state.patch === undefined ? patch : overlay(state.patch, patch);
    state.call = overlay(state.call, patch);
    state.key = undefined;
    if (!("tool" in patch)) return;
    const { ownTool: _renamed, ...call } = state.call as ToolCall;
    state.call = { ...call, ...this.rules.identify(call.tool) };
  }

  /**
   * Answers with a handler's result or an own tool, or lets the host continue. The host does not ask for approval of a
   * call that the hook answers itself, so `approveTool` runs first.
   */
  #finishToolCall(state: CallState, change: Outcome): Awaitable<Outcome | ToolCallOutcome> {
    const { response, deadline, progress, observation } = state;
    const call = state.call as ToolCall;
    // A response can arrive too late. If the host then asks for approval, the guards decide again.
    if (response === undefined && !state.approves) this.approvals.recordPassedCall(state);
    const own = call.ownTool;
    const runsOwnTool = own !== undefined && this.hook.tools.has(own) && this.rules.runsOwnTool(own);
    const isAnswered = response !== undefined || runsOwnTool;
    if (!isAnswered && !state.approves) return change;
    return after(this.approvals.firstRejection(state), (rejection): Awaitable<Outcome | ToolCallOutcome> => {
      if (rejection !== undefined) return rejection;
      // The host cannot ask the user about a call that the hook answers itself.
      return after(this.#answered(state, !isAnswered), (answer): Awaitable<Outcome | ToolCallOutcome> => {
        if (answer !== undefined) return answer.action === "ask" ? withQuestion(answer, state) : answer;
        if (!isAnswered) return change;
        return response ?? this.runOwnTool(call, deadline, progress, observation);
      });
    });
  }
}

const RESPONDS = { action: "respond" };

/** Returns all changes and texts of the members as one decision. After a tool, the decision can have both. */
function changeOf({ patch, contexts }: CallState): Outcome {
  if (contexts === undefined) return patch === undefined ? undefined : ({ action: "modify", patch } as Outcome);
  return { action: "addContext", text: contexts.join("\n\n"), ...(patch === undefined ? {} : { patch }) };
}

/** A turn that ends after a tool keeps the changed result for later turns. */
function withPatch({ point, patch }: CallState, denial: Outcome): Outcome {
  return point === "afterTool" && patch !== undefined ? ({ patch, ...denial } as Outcome) : denial;
}

/** The user decides on the call after all changes of the members. */
function withQuestion(question: Ask, { patch }: CallState): ToolCallOutcome {
  return { ...question, ...(patch === undefined ? {} : { patch }) } as ToolCallOutcome;
}
