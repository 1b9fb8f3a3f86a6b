import type { Point, ToolCall } from "../hook/calls.js";
import type { ToolContext } from "../hook/context.js";
import type { Approvals } from "./approvals.js";
import { type Awaitable, after, firstResult } from "./awaitable.js";
import { callHandler, contextOf, type HandlerResult } from "./call-handler.js";
import type { CallState, Outcome, ToolCallOutcome } from "./call-state.js";
import type { Deadline } from "./deadline.js";
import { type Denial, denyForPerson, withReason } from "./denial.js";
import { afterFailure, Failure } from "./failure.js";
import type { HostRules } from "./host-rules.js";
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
      return after(rejection, (denial) => denial ?? state.question ?? { action: "approve" });
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
  ): Awaitable<Outcome<"beforeTool">> {
    const { ownTool, arguments: args } = call;
    const own = ownTool === undefined ? undefined : this.hook.tools.get(ownTool);
    if (own === undefined) return undefined;
    const context = contextOf({ ...own.member, env: own.env }, deadline, this.rules, call);
    return runOwnTool(own, args, Object.assign(context, { progress }), deadline);
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
        return afterFailure(decision, member, denies, () => this.rules.denial(point, decision, call));
      }
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
    const { response, deadline, progress } = state;
    const call = state.call as ToolCall;
    // A response can arrive too late. If the host then asks for approval, the guards decide again.
    if (response === undefined && !state.approves) this.approvals.recordPassedCall(state);
    const own = call.ownTool;
    const runsOwnTool = own !== undefined && this.hook.tools.has(own) && this.rules.runsOwnTool(own);
    const isAnswered = response !== undefined || runsOwnTool;
    if (!isAnswered && !state.approves) return change;
    return after(this.approvals.firstRejection(state), (rejection): Awaitable<Outcome | ToolCallOutcome> => {
      if (!isAnswered) return rejection ?? withQuestion(state, change);
      // The host cannot ask the user about a call that the hook answers itself.
      if (rejection !== undefined) return rejection;
      if (state.question !== undefined) return denyForPerson(state.question);
      return response ?? this.runOwnTool(call, deadline, progress);
    });
  }
}

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
function withQuestion({ question, patch }: CallState, change: Outcome): Outcome | ToolCallOutcome {
  if (question === undefined) return change;
  return { ...question, ...(patch === undefined ? {} : { patch }) } as ToolCallOutcome;
}
