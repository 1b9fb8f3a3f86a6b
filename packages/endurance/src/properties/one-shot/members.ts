import {
  abortTurn,
  approve,
  ask,
  compose,
  defineHook,
  deny,
  type Hook,
  hardAbort,
  modify,
  reject,
  respond,
} from "@agent-hook/sdk";
import type { HookFailure } from "@agent-hook/sdk/in-process";
import fc from "fast-check";

/** Reasons that a careless host or adapter misreads. */
const reasons = fc.oneof(
  fc.constantFrom("", "  ", "\n", "no", "allow", '"}', "it's $HOME `id`", "é😀\u2028", "{}", "x".repeat(20_000)),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** What a handler does: a decision or a way to fail. */
export interface HandlerPlan {
  readonly does: string;
  readonly reason: string;
}

/** A member of a hook and what each of its handlers does. A point without a handler is not called. */
export interface MemberOf<Points extends string> {
  readonly onFailure: "continue" | "block";
  readonly plans: { readonly [P in Points]?: HandlerPlan | undefined };
}

/** One member, or two that are called in order. */
export function members<Points extends string>(
  does: Readonly<Record<Points, readonly string[]>>,
): fc.Arbitrary<readonly MemberOf<Points>[]> {
  const plans = Object.entries<readonly string[]>(does).map(([point, names]) => {
    const plan = fc.record({ does: fc.constantFrom(...names), reason: reasons });
    return [point, fc.option(plan, { nil: undefined })];
  });
  const member: fc.Arbitrary<MemberOf<Points>> = fc.record({
    onFailure: fc.constantFrom("continue" as const, "block" as const),
    plans: fc.record(Object.fromEntries(plans)) as fc.Arbitrary<MemberOf<Points>["plans"]>,
  });
  const withHandler = member.filter((one) => Object.values(one.plans).some((plan) => plan !== undefined));
  return fc.array(withHandler, { minLength: 1, maxLength: 2 });
}

/** Returns a hook of these members. `decide` turns their plans into decisions. */
export function hookOf<Points extends string>(
  all: readonly MemberOf<Points>[],
  decide: (plan: HandlerPlan, call: never, point: Points) => unknown,
): Hook {
  const hooks = all.map(({ onFailure, plans }, at) => {
    const handlers = Object.entries(plans).flatMap(([point, plan]) =>
      plan === undefined ? [] : [[point, (call: never) => decide(plan as HandlerPlan, call, point as Points)]],
    );
    return defineHook({ name: nameOf(at), onFailure, ...Object.fromEntries(handlers) });
  });
  const [first, ...others] = hooks;
  return others.length === 0 ? (first as Hook) : compose(first as Hook, ...others);
}

export function nameOf(at: number): string {
  return `member-${at}`;
}

/** Returns a decision that is the same at every point. `undefined` means no decision. */
export function decisionOf({ does, reason }: HandlerPlan): unknown {
  switch (does) {
    case "nothing":
      return undefined;
    case "deny":
      return deny(reason);
    case "abort":
      return abortTurn(reason);
    case "hard abort":
      return hardAbort(reason);
    case "approve":
      return approve();
    case "ask":
      return ask(reason);
    case "reject":
      return reject(reason);
    case "answer":
      return respond(reason);
    case "another tool":
      return modify({ tool: "another", arguments: {} });
    case "throw":
      throw new Error(reason);
    case "reject a promise":
      return Promise.reject(new Error(reason));
    case "nonsense":
      return { action: "allow", reason };
    default:
      throw new Error(`unknown plan "${does}"`);
  }
}

/** Ways in which the handler itself fails. */
export const FAILURES: readonly string[] = ["throw", "reject a promise", "nonsense"];

/** Whether a member's handler failed, by itself or because its decision is unsupported. */
export function failed(failures: readonly HookFailure[], at: number, point: string, plan: HandlerPlan): boolean {
  const reported = failures.find(({ hook, where }) => hook === nameOf(at) && where === point);
  if (FAILURES.includes(plan.does) && reported === undefined) throw new Error(`${point} failed without a report`);
  if (reported === undefined) return false;
  if (!FAILURES.includes(plan.does) && reported.kind !== "unsupported") {
    throw new Error(`"${plan.does}" at ${point} failed: ${reported.message}`);
  }
  return true;
}
