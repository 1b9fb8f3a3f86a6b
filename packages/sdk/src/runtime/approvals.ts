import type { ApprovalRequest, ToolCall } from "../hook/calls.js";
import { type Ask, type Deny, deny, type Patches } from "../hook/decisions.js";
import { type Awaitable, after, firstResult, isPromise, whenSettled } from "./awaitable.js";
import { callHandler, type HandlerResult } from "./call-handler.js";
import { CallMemory, keyOf } from "./call-memory.js";
import type { CallState } from "./call-state.js";
import type { Clock } from "./clock.js";
import { withReason } from "./denial.js";
import { afterFailure, Failure } from "./failure.js";
import type { HostRules } from "./host-rules.js";
import { normalizedPatch, overlay } from "./overlay.js";
import { isGuard, type Member } from "./prepared-hook.js";
import { receives } from "./tool-filters.js";

/** Rejections are kept at least this long. Hosts ask for approval within their own limit, by default a minute. */
const MIN_KEPT_MS = 10 * 60_000;

type Rejection = Deny | undefined;

/**
 * Decides whether a tool call may run: with `approveTool`, and with `beforeTool` of a guard that did not decide on the
 * call as it is now.
 *
 * A persistent host asks for approval in another message. If it received a denial, it does not ask. If it applied a
 * change, it asks about the changed call. If it asks about the original call, the guard's decision came too late.
 */
export class Approvals {
  /** For guards with `approveTool`: the denial of a call that must not run, by the key of the call. */
  readonly #rejections = new Map<Member, CallMemory<Awaitable<Rejection>>>();
  /** For guards that do not approve every call: the calls that they let pass. They need not decide on these again. */
  readonly #passed = new Map<Member, CallMemory<true>>();

  constructor(
    private readonly members: readonly Member[],
    private readonly rules: HostRules,
    clock: Clock,
  ) {
    for (const member of members.filter(isGuard)) {
      const { hook, filters } = member;
      if (hook.approveTool !== undefined) this.#rejections.set(member, new CallMemory(clock, MIN_KEPT_MS));
      if (hook.approveTool !== undefined && filters.approveTool === undefined) continue;
      // If an entry is lost, the only effect is that the member decides again.
      this.#passed.set(member, new CallMemory(clock, 0));
    }
  }

  /** Prepares for a guard's decision on a call. The guard's decision on an equal earlier call no longer counts. */
  beforeDecision(state: CallState, member: Member): void {
    const key = keyIn(state);
    this.#passed.get(member)?.delete(key);
  }

  /** Records a guard's decision on a call, which may be a promise. */
  recordDecision(state: CallState, member: Member, result: Awaitable<HandlerResult<"beforeTool">>): void {
    const rejections = this.#rejections.get(member);
    if (rejections === undefined) return;
    const call = state.call as ToolCall;
    const key = keyIn(state);
    const denial = after(result, (settled) => denialOf(member, call, key, settled));
    if (denial === undefined) rejections.delete(key);
    else rejections.set(key, denial);
    if (!isPromise(denial)) return;
    void whenSettled(denial, (settled) => {
      if (settled === undefined && rejections.get(key) === denial) rejections.delete(key);
    });
  }

  /** Records that guards let a call pass. Ignores calls without a turn, because such a call could be any equal call. */
  recordPassedCall(state: CallState): void {
    if (state.call.origin.turnId === undefined) return;
    for (const [member, call] of state.decided ?? []) {
      this.#passed.get(member)?.set(call === state.call ? keyIn(state) : keyOf(call), true);
    }
  }

  /** Asks every member that approves, or that guards and has not decided. Returns the first denial, or `undefined`. */
  firstRejection(state: CallState): Awaitable<Rejection> {
    return firstResult(this.members, (member) => {
      const rejections = state.point === "approveTool" ? this.#rejections.get(member) : undefined;
      const undelivered = rejections && rejections.size > 0 ? rejections.get(keyIn(state)) : undefined;
      return after(undelivered, (denial): Awaitable<Rejection> => {
        if (denial !== undefined) return noted(state, member, denial);
        if (receives(member, "approveTool", state.call)) return this.#approval(state, member);
        const decides = isGuard(member) && receives(member, "beforeTool", state.call);
        return decides && !this.#hasDecided(state, member) ? this.#decideAgain(state, member) : undefined;
      });
    });
  }

  #approval(state: CallState, member: Member): Awaitable<Rejection> {
    return after(callHandler("approveTool", withQuestion(state), member, this.rules), (result) => {
      if (Failure.is(result)) return rejectFor(state, result, member);
      if (result?.action === "approve") return undefined;
      if (result?.action !== "ask") return noted(state, member, withReason(result as Deny, member.hook.name));
      if (state.question !== undefined) return undefined;
      state.question = noted(state, member, withReason(result, member.hook.name));
      state.asker = member;
      return undefined;
    });
  }

  /** Whether a guard decided on exactly this call. For a persistent host, each decision counts only once. */
  #hasDecided(state: CallState, member: Member): boolean {
    if (state.point === "approveTool") return this.#passed.get(member)?.delete(keyIn(state)) === true;
    const call = state.decided?.get(member);
    return call !== undefined && (call === state.call || keyOf(call) === keyIn(state));
  }

  #decideAgain(state: CallState, member: Member): Awaitable<Rejection> {
    const call = state.call as ToolCall;
    const key = keyIn(state);
    return after(callHandler("beforeTool", state, member, this.rules), (result) => {
      if (Failure.is(result)) return rejectFor(state, result, member);
      const rejection = denialOf(member, call, key, result);
      return rejection && noted(state, member, rejection);
    });
  }
}

/** Returns the state with what an earlier member asks about the call. */
function withQuestion(state: CallState): CallState {
  const { call, question } = state;
  return question === undefined ? state : { ...state, call: { ...call, question: question.reason } as ApprovalRequest };
}

/** A failure of an approver is always a denial, whatever the member's policy is. */
function rejectFor({ observation }: CallState, failure: Failure, member: Member): Rejection {
  return afterFailure(failure, member, true, () => deny(failure.publicText), observation);
}

/** Returns a member's decision on a call, and notes it for the record. */
function noted<D extends Deny | Ask>({ observation }: CallState, member: Member, decision: D): D {
  observation?.decided(member, decision);
  return decision;
}

/** Returns the denial of a call that a decision does not let run unchanged, or `undefined` if it does. */
function denialOf(member: Member, call: ToolCall, key: string, result: HandlerResult<"beforeTool">): Rejection {
  const { name } = member.hook;
  if (result === undefined) return undefined;
  if (Failure.is(result)) return deny(result.publicText);
  switch (result.action) {
    case "modify":
      return changesNothing(call, key, result.patch)
        ? undefined
        : deny(`hook "${name}" would change this call`, result);
    case "respond":
      return deny(`hook "${name}" answers this call itself`, result);
    default:
      return deny(withReason(result, name).reason, result);
  }
}

/** Whether a call with a patch is still the call with this key. */
function changesNothing(call: ToolCall, key: string, patch: Patches["beforeTool"]): boolean {
  try {
    return keyOf(overlay(call, normalizedPatch<"beforeTool">(patch))) === key;
  } catch {
    // A value that JSON cannot represent is a different call.
    return false;
  }
}

function keyIn(state: CallState): string {
  state.key ??= keyOf(state.call as ToolCall);
  return state.key;
}
