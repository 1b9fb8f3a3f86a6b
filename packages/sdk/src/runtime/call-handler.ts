import type { Calls, Point, ToolCall } from "../hook/calls.js";
import type { Context } from "../hook/context.js";
import { type Decision, type Decisions, type Deny, deny } from "../hook/decisions.js";
import type { HandlerRun } from "../hook/handler-run.js";
import type { OptionalDecision } from "../hook/handlers.js";
import type { StoreBinding } from "../store/binding.js";
import { boundStore } from "../store/bound-store.js";
import { type Awaitable, after, attempt } from "./awaitable.js";
import type { CallState } from "./call-state.js";
import { cloneCall } from "./copies.js";
import type { Deadline } from "./deadline.js";
import { checkDecision } from "./decision-rules.js";
import { denyForPerson, withReason } from "./denial.js";
import { Failure } from "./failure.js";
import { type HostRules, whyContentUnsupported } from "./host-rules.js";
import { personOf } from "./person.js";
import type { Member } from "./prepared-hook.js";
import { watchDecisions } from "./watch-decisions.js";

/** A handler's decision, or `undefined` if it made none. */
export type HandlerResult<P extends Point> = Decisions[P] | undefined | Failure;

/**
 * Calls a member's handler of a point and checks its decision. Returns a `Failure` for every way to fail and never
 * throws.
 */
export function callHandler<P extends Point>(
  point: P,
  state: CallState,
  member: Member,
  rules: HostRules,
): Awaitable<HandlerResult<P>> {
  const { deadline } = state;
  const call = state.call as Calls[P];
  const handler = member.hook[point] as (call: Calls[P], context: Context<never>) => OptionalDecision<Decisions[P]>;
  const run: HandlerRun = {};
  const decide = () =>
    watchDecisions(run, () => handler(state.copies ? cloneCall(call) : call, contextOf(member, deadline, rules, call)));
  return attempt<HandlerResult<P>>(
    () =>
      after<unknown, HandlerResult<P>>(deadline.inTime<unknown>(decide), (decision) =>
        decision === undefined && run.decision !== undefined
          ? notReturned(point, member, run.decision.action)
          : checked(point, call, member, rules, decision),
      ),
    (thrown) => Failure.of(thrown, member.hook.name, point),
  );
}

/** A handler that makes a decision but returns nothing lacks a `return`. A call that it wants to deny would pass. */
function notReturned(point: Point, { hook }: Member, action: string): Failure {
  const detail = `${point} made ${action}(...) but did not return it: write \`return ${action}(...)\``;
  return new Failure("not-returned", hook.name, point, detail);
}

function checked<P extends Point>(
  point: P,
  call: Calls[P],
  member: Member,
  rules: HostRules,
  value: unknown,
): HandlerResult<P> {
  if (value === undefined && point !== "approveTool") return undefined;
  const { name } = member.hook;
  const result = checkDecision(point, value);
  if ("problem" in result) return new Failure("invalid-decision", name, point, `${point} ${result.problem}`);
  const { decision } = result;
  const unsupported =
    whyCannotRespond(call, member, decision) ??
    (decision.action === "respond" ? whyContentUnsupported(decision.result, rules.host) : undefined) ??
    rules.whyUnsupported(point, call, decision);
  // A person is asked once no other member denies the call.
  if (unsupported === undefined || (decision.action === "ask" && personOf(member.hook) !== undefined)) return decision;
  const denial = denialInstead(decision, name, rules.deniesChanges?.(call as ToolCall) ? unsupported : undefined);
  if (denial === undefined) return new Failure("unsupported", name, point, unsupported);
  member.log.info(`${point}: ${unsupported}; the call was denied`);
  return denial as Decisions[P];
}

/**
 * Returns the denial that replaces an unsupported decision, or `undefined` if the decision is a failure. `whyNoChange`: the
 * reason of the denial, if the host denies every change of the call.
 */
function denialInstead(decision: Decision, hook: string, whyNoChange: string | undefined): Deny | undefined {
  if (decision.action === "ask") return denyForPerson(withReason(decision, hook));
  if (decision.action !== "modify") return undefined;
  const reason = decision.otherwise ?? whyNoChange;
  return reason === undefined ? undefined : deny(reason, decision);
}

/** `respond` works only for own tools and the names in `respondsTo`. */
function whyCannotRespond(call: Calls[Point], member: Member, decision: Decisions[Point]): string | undefined {
  if (decision.action !== "respond") return undefined;
  const { tool, ownTool } = call as Calls["beforeTool"];
  if (ownTool !== undefined || member.hook.respondsTo?.includes(tool)) return undefined;
  return `respond answered "${tool}", which is not one of its own tools; add it to respondsTo`;
}

/** The fields of a context that limit how long a handler works. */
type Limit = Pick<Deadline, "signal" | "timeout"> & Partial<Pick<Deadline, "remainingMs">>;

/** Whose context it is: for a tool, the member that has it. */
type Owner = Pick<Member, "env" | "log" | "hook" | "store">;

/** The key of a context's limit. Its `signal` is created on first use. */
const LIMIT = Symbol("limit");
/** The keys of what `store` is bound to. */
const OWNER = Symbol("owner");
const CALL = Symbol("call");

interface Hidden {
  [LIMIT]: Limit;
  [OWNER]: Owner;
  [CALL]: StoreBinding["call"];
}

type Getter = PropertyDescriptor & ThisType<Hidden>;

const signal: Getter = {
  enumerable: true,
  configurable: true,
  get() {
    return this[LIMIT].signal;
  },
};
const timeout: Getter = {
  enumerable: true,
  configurable: true,
  get() {
    return (ms: number) => this[LIMIT].timeout(ms);
  },
};
const store: Getter = {
  enumerable: true,
  configurable: true,
  get() {
    const { hook, store: source } = this[OWNER];
    return boundStore({ hook: hook.name, source, call: this[CALL], limit: this[LIMIT] });
  },
};
/**
 * The second argument of a handler. `call`: the call or the event, if there is one. The getters are shared by all contexts:
 * a getter per context costs 0.5 µs, as much as `JSON.stringify` of an answer. Each property is set by itself, because
 * `defineProperties` and symbols in a literal are slower until V8 has compiled this.
 */
export function contextOf(owner: Owner, limit: Limit, { host }: HostRules, call: StoreBinding["call"]): Context<never> {
  const { log, env } = owner;
  const context = { log, host, env } as unknown as Hidden;
  context[LIMIT] = limit;
  context[OWNER] = owner;
  context[CALL] = call;
  Object.defineProperty(context, "signal", signal);
  Object.defineProperty(context, "timeout", timeout);
  return Object.defineProperty(context, "store", store) as unknown as Context<never>;
}
