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

/** What a handler decided; nothing: no opinion. */
export type HandlerResult<P extends Point> = Decisions[P] | undefined | Failure;

/** One question to one member. */
export interface HandlerCall<P extends Point> {
  readonly point: P;
  readonly call: Calls[P];
  readonly member: Member;
  readonly deadline: Deadline;
  readonly rules: HostRules;
  /** Whether others are asked about this call: what the handler changes in place must not reach them. */
  readonly others: boolean;
}

/** A handler's decision, checked. Every way to fail is a `Failure`; nothing is thrown. */
export function callHandler<P extends Point>(question: HandlerCall<P>): Awaitable<HandlerResult<P>> {
  const { point, call, member, deadline } = question;
  const handler = member.hook[point] as (call: Calls[P], context: Context<never>) => Answer<Decisions[P]>;
  const decide = () => handler(question.others ? cloneCall(call) : call, contextOf(member, deadline, question.rules));
  return attempt<HandlerResult<P>>(
    () => after<unknown, HandlerResult<P>>(deadline.inTime<unknown>(decide), (decision) => checked(question, decision)),
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
  return `respond answered "${tool}", which is no own tool; add it to respondsTo`;
}

/** Where a context keeps its deadline: its `signal` is made only for those who ask for it. */
const DEADLINE = Symbol("deadline");

/** One getter for all contexts: with one of its own, each would cost 0.5 µs, as much as `JSON.stringify` of an answer. */
const SIGNAL: PropertyDescriptor & ThisType<{ readonly [DEADLINE]: { readonly signal: AbortSignal } }> = {
  enumerable: true,
  configurable: true,
  get() {
    return this[DEADLINE].signal;
  },
};

/** What a handler receives beside its call. */
export function contextOf(
  { log, env }: Pick<Member, "env" | "log">,
  deadline: { readonly signal: AbortSignal },
  { host }: HostRules,
): Context<never> {
  return Object.defineProperty({ log, host, env, [DEADLINE]: deadline }, "signal", SIGNAL) as unknown as Context<never>;
}
