import { isDeepStrictEqual } from "node:util";
import { modify, type ToolCall } from "@agent-hook/sdk";
import { fieldIn, withFields } from "@agent-hook/sdk/internal/simulations";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import fc from "fast-check";
import type { StressTest } from "../../stress-test.js";
import { inspectFully } from "../inspected.js";
import type { Raw } from "../overlays/edits.js";
import { type Seed, seeded, seeds } from "../seeded.js";
import { callOnce, type OneShotResult } from "./call-once.js";
import { countResults } from "./count-results.js";
import { type HostEffect, ONE_SHOT_HOSTS, type OneShotHost, payloadsAt } from "./hosts.js";
import { decisionOf, FAILURES, failed, type HandlerPlan, hookOf, type MemberOf, members, nameOf } from "./members.js";

type Point = "beforeTool" | "approveTool";

interface Case {
  readonly host: OneShotHost;
  readonly event: string;
  readonly recorded: Raw;
  readonly tool: string | undefined;
  readonly seedList: readonly Seed[];
  readonly members: readonly MemberOf<Point>[];
  /** Whether the host would run the tool without asking the user. */
  readonly permitted: boolean;
}

const EVENTS = Object.values(HOST_EVENTS).flatMap((events) =>
  Object.entries(events).flatMap(([event, { point }]) => (point === "beforeTool" ? [event] : [])),
);
const DENIALS = ["deny", "abort", "hard abort"];
const CHANGES = ["rewrite", "add", "same"];

const cases: fc.Arbitrary<Case> = fc.constantFrom(...ONE_SHOT_HOSTS).chain((host) =>
  fc
    .record({
      host: fc.constant(host),
      at: fc.constantFrom(...payloadsAt(host, EVENTS)),
      tool: fc.option(fc.constantFrom("mcp__x__y", "unknown", "__proto__", "é"), { nil: undefined }),
      seedList: seeds,
      members: members<Point>({
        beforeTool: ["nothing", "nothing", ...CHANGES, ...CHANGES, ...DENIALS, "answer", "another tool", ...FAILURES],
        approveTool: ["approve", "approve", "approve", "ask", "reject", "nothing", ...FAILURES],
      }),
      permitted: fc.boolean(),
    })
    .map(({ at: [event, recorded], ...rest }) => ({ ...rest, event, recorded })),
);

function decide(plan: HandlerPlan, call: ToolCall): unknown {
  return CHANGES.includes(plan.does) ? modify({ arguments: changed(plan, call.arguments) }) : decisionOf(plan);
}

/** Replaces one text argument. Arguments without a text stay the same. */
function changed({ does, reason }: HandlerPlan, args: Raw): Raw {
  if (does === "add") return { ...args, added: reason };
  const key = Object.keys(args).find((name) => typeof args[name] === "string");
  return does === "same" || key === undefined ? { ...args } : { ...args, [key]: `echo ${reason}` };
}

/** The members' overall decision: the reason of a denial, or the arguments that the tool must run with. */
type ExpectedCall =
  | { readonly denied: string | undefined; readonly ends?: boolean }
  | { readonly asks: boolean; readonly arguments: Raw };

/** Follows the docs: the first denial ends the call, later members see rewritten arguments, and approval comes last. */
function expectedCall({ host, members: all }: Case, originalArgs: Raw, answer: OneShotResult): ExpectedCall {
  const { failures, denial } = answer;
  let args = originalArgs;
  const decidedArgs = new Map<number, Raw>();
  for (const [at, { onFailure, plans }] of all.entries()) {
    const plan = plans.beforeTool;
    if (plan === undefined) continue;
    if (failed(failures, at, "beforeTool", plan)) {
      if (onFailure === "block") return { denied: undefined };
    } else if (DENIALS.includes(plan.does)) return { denied: plan.reason, ends: plan.does.endsWith("abort") };
    else if (CHANGES.includes(plan.does)) args = changed(plan, args);
    else if (plan.does !== "nothing") throw new Error(`"${plan.does}" is unsupported, but did not fail`);
    decidedArgs.set(at, args);
  }
  let asks = false;
  for (const [at, { onFailure, plans }] of all.entries()) {
    const { beforeTool, approveTool: plan } = plans;
    if (plan !== undefined) {
      if (plan.does === "nothing" || failed(failures, at, "approveTool", plan)) return { denied: undefined };
      if (plan.does === "reject") return { denied: plan.reason };
      if (plan.does === "ask") {
        // The call is denied if the host cannot ask the user. Some hosts can ask only about some calls.
        const needsPerson = `needs a person: ${plan.reason.trim() ? plan.reason : `left to the user by hook "${nameOf(at)}"`}`;
        if (host.asks === "no" || (host.asks === "partly" && denial?.includes(needsPerson))) {
          return { denied: needsPerson };
        }
        asks = true;
      }
    } else if (onFailure === "block" && beforeTool !== undefined && !isDeepStrictEqual(decidedArgs.get(at), args)) {
      // A block hook without `approveTool` decides again on a changed call. It approves only if it changes nothing.
      const decidedAgain = CHANGES.includes(beforeTool.does) ? changed(beforeTool, args) : args;
      if (!isDeepStrictEqual(decidedAgain, args)) return { denied: undefined };
    }
  }
  return { asks, arguments: args };
}

async function check(one: Case): Promise<string> {
  const { host, event, permitted } = one;
  const { fields } = host;
  const payload = seeded(
    withFields(one.recorded, one.tool === undefined ? {} : { [fields.tool]: one.tool }),
    one.seedList,
  );
  const answer = await callOnce(hookOf(one.members, decide), host.hostAt(event), payload);
  const withoutHook = host.effectOf(event, payload, {}, permitted);
  const effect = host.effectOf(event, payload, { stdout: answer.document ?? "" }, permitted);
  const expected = expectedCall(one, asObject(fieldIn(payload, fields.input) ?? {}) as Raw, answer);
  const problem = problemOf(one, expected, effect, withoutHook, answer, payload);
  if (problem === undefined) return "denied" in expected ? "denied" : expected.asks ? "asked" : "let through";
  throw new Error(
    `${problem}\nmembers: ${inspectFully(one.members)}\nexpected: ${inspectFully(expected)}\ngot: ${inspectFully(effect)}` +
      `\nanswer: ${answer.document}\nfailures: ${inspectFully(answer.failures)}`,
  );
}

function problemOf(
  one: Case,
  expected: ExpectedCall,
  effect: HostEffect,
  withoutHook: HostEffect,
  answer: OneShotResult,
  payload: Raw,
) {
  const { host, event, permitted } = one;
  if (effect.approved) return "the call bypasses the user's rules";
  if ("denied" in expected) {
    if (effect.tool !== "does not run") return "the tool runs although it was denied";
    if (answer.denial === undefined) return "the exit code would not deny";
    const { readsExit } = host;
    const byExit = readsExit && host.effectOf(event, payload, { exit: 2, stderr: answer.denial }, permitted);
    if (byExit && byExit.tool !== "does not run") return "exit 2 lets the tool run";
    const reason = expected.denied?.trim();
    if (reason && !effect.reason?.includes(reason)) return "the reason is lost";
    return expected.ends && host.endsTurns && !effect.turnEnds ? "the turn continues" : undefined;
  }
  if (answer.denial !== undefined) return "the exit code would deny a call that was allowed";
  if (effect.dropped) return "the answer was dropped";
  if (expected.asks && effect.tool === "runs") return "the user is not asked";
  if (!expected.asks && effect.tool !== withoutHook.tool) return "the effect differs from that without a hook";
  // The arguments after the user's approval are unknown: without a terminal, no one approves.
  if (!host.rewrites || expected.asks || isDeepStrictEqual(asObject(effect.arguments), expected.arguments))
    return undefined;
  return "the arguments differ from those that the hook decided";
}

/** A tool with a single text argument has it under `input`. */
function asObject(args: unknown): unknown {
  return typeof args === "string" ? { input: args } : args;
}

export const toolCalls: StressTest = {
  name: "each one-shot host does what a hook decides about a tool call, or the hook reports that it is unsupported",
  unit: "cases",
  short: 3000,
  long: 25_000,
  run: (count, seed) => countResults(cases, check, { count, seed }),
};
