import type { Calls, Point } from "../hook/calls.js";
import type { Context } from "../hook/context.js";
import type { Decisions } from "../hook/decisions.js";
import type { Answer } from "../hook/handlers.js";
import { type Awaitable, after, attempt } from "./awaitable.js";
import { whyContentUnsupported } from "./content-support.js";
import type { Deadline } from "./deadline.js";
import { checkDecision } from "./decision-rules.js";
import { Failure } from "./failure.js";
import type { HostRules } from "./host-rules.js";
import { cloneCall } from "./overlay.js";
import type { Member } from "./prepared-hook.js";

/** A handler's decision, or `undefined` if it made none. */
export type HandlerResult<P extends Point> = Decisions[P] | undefined | Failure;

/** One call of one member's handler. */
export interface HandlerCall<P extends Point> {
  readonly point: P;
  readonly call: Calls[P];
  readonly member: Member;
  readonly deadline: Deadline;
  readonly rules: HostRules;
  /** Whether other handlers see this call. They must not see what this handler changes in place. */
  readonly others: boolean;
}

/** Calls a handler and checks its decision. Returns a `Failure` for every way to fail and never throws. */
export function callHandler<P extends Point>(handlerCall: HandlerCall<P>): Awaitable<HandlerResult<P>> {
  const { point, call, member, deadline } = handlerCall;
  const handler = member.hook[point] as (call: Calls[P], context: Context<never>) => Answer<Decisions[P]>;
  const decide = () =>
    handler(handlerCall.others ? cloneCall(call) : call, contextOf(member, deadline, handlerCall.rules));
  return attempt<HandlerResult<P>>(
    () =>
      after<unknown, HandlerResult<P>>(deadline.inTime<unknown>(decide), (decision) => checked(handlerCall, decision)),
    (thrown) => Failure.of(thrown, member.hook.name, point),
  );
}

function checked<P extends Point>({ point, call, member, rules }: HandlerCall<P>, value: unknown): HandlerResult<P> {
  if (value === undefined && point !== "approveTool") return undefined;
  const ruled = checkDecision(point, value);
  if ("problem" in ruled) return new Failure("invalid decision", member.hook.name, point, `${point} ${ruled.problem}`);
  const { decision } = ruled;
  const objection =
    outsideItsTools(call, member, decision) ??
    (decision.action === "respond" ? whyContentUnsupported(decision.result, rules.host) : undefined) ??
    rules.whyUnsupported(point, call, decision);
  return objection === undefined ? decision : new Failure("not carried", member.hook.name, point, objection);
}

/** `respond` works only for own tools and the names in `respondsTo`. */
function outsideItsTools(call: Calls[Point], member: Member, decision: Decisions[Point]): string | undefined {
  if (decision.action !== "respond") return undefined;
  const { tool, ownTool } = call as Calls["beforeTool"];
  if (ownTool !== undefined || member.hook.respondsTo?.includes(tool)) return undefined;
  return `respond answered "${tool}", which is not one of its own tools; add it to respondsTo`;
}

/** The key of a context's deadline. Its `signal` is created on first use. */
const DEADLINE = Symbol("deadline");

/** One getter shared by all contexts: a getter per context costs 0.5 µs, as much as `JSON.stringify` of an answer. */
const SIGNAL: PropertyDescriptor & ThisType<{ readonly [DEADLINE]: { readonly signal: AbortSignal } }> = {
  enumerable: true,
  configurable: true,
  get() {
    return this[DEADLINE].signal;
  },
};

/** The second argument of a handler. */
export function contextOf(
  { log, env }: Pick<Member, "env" | "log">,
  deadline: { readonly signal: AbortSignal },
  { host }: HostRules,
): Context<never> {
  return Object.defineProperty({ log, host, env, [DEADLINE]: deadline }, "signal", SIGNAL) as unknown as Context<never>;
}
