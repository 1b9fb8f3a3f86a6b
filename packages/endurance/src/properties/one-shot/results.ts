import { isDeepStrictEqual } from "node:util";
import { modify, type ToolOutcome } from "@agent-hook/sdk";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import fc from "fast-check";
import type { StressTest } from "../../stress-test.js";
import { inspectFully } from "../inspected.js";
import type { Raw } from "../overlays/edits.js";
import { type Seed, seeded, seeds } from "../seeded.js";
import { callOnce, type OneShotResult } from "./call-once.js";
import { countResults } from "./count-results.js";
import { type HostEffect, ONE_SHOT_HOSTS, type OneShotHost, payloadsAt } from "./hosts.js";
import { decisionOf, FAILURES, failed, type HandlerPlan, hookOf, type MemberOf, members } from "./members.js";

type Point = "afterTool";

interface Case {
  readonly host: OneShotHost;
  readonly event: string;
  readonly recorded: Raw;
  /** A text that replaces the recorded result. */
  readonly text: string | undefined;
  readonly seedList: readonly Seed[];
  readonly members: readonly MemberOf<Point>[];
}

/** The text that a redactor removes. */
const SECRET = "S3CRET";
/** Returns the payloads of a host's events with a result. */
function resultsOf(host: OneShotHost) {
  const [name = ""] = host.hostAt("").split(/[@/]/);
  const events = Object.entries(HOST_EVENTS[name] ?? {}).filter(([, { point }]) => point === "afterTool");
  return payloadsAt(
    host,
    events.map(([event]) => event),
  );
}
/** Events whose answer no host reads: a hook can only observe. */
const UNREAD_EVENTS = ["PostToolUseFailure", "postToolUseFailure"];
const CHANGES = ["redact", "replace", "same"];

const cases: fc.Arbitrary<Case> = fc
  .constantFrom(...ONE_SHOT_HOSTS.filter((host) => resultsOf(host).length > 0))
  .chain((host) =>
    fc
      .record({
        host: fc.constant(host),
        at: fc.constantFrom(...resultsOf(host)),
        text: fc.option(fc.constantFrom(SECRET, `a ${SECRET} b`, `"${SECRET}"\n${SECRET}\n`, "", "plain", "é😀"), {
          nil: undefined,
        }),
        seedList: seeds,
        members: members<Point>({
          afterTool: ["nothing", ...CHANGES, ...CHANGES, "abort", "hard abort", ...FAILURES],
        }),
      })
      .map(({ at: [event, recorded], ...rest }) => ({ ...rest, event, recorded })),
  );

function decide(plan: HandlerPlan, { result }: ToolOutcome): unknown {
  return CHANGES.includes(plan.does) ? modify({ result: changed(plan, result.forLlm) }) : decisionOf(plan);
}

function changed({ does, reason }: HandlerPlan, text: string): string {
  if (does === "replace") return reason;
  return does === "redact" ? text.replaceAll(SECRET, "***") : text;
}

/** What the model must read. `withheld`: no part of the tool's own result. */
type ExpectedResult = { readonly text: string; readonly ends: boolean } | "withheld";

function expectedResult(all: readonly MemberOf<Point>[], original: string, answer: OneShotResult): ExpectedResult {
  let text = original;
  for (const [at, { onFailure, plans }] of all.entries()) {
    const plan = plans.afterTool;
    if (plan === undefined) continue;
    if (failed(answer.failures, at, "afterTool", plan)) {
      if (onFailure === "block") return "withheld";
    } else if (CHANGES.includes(plan.does)) text = changed(plan, text);
    else if (plan.does !== "nothing") return { text, ends: true };
  }
  return { text, ends: false };
}

async function check(one: Case): Promise<string> {
  const { host, event, recorded, text } = one;
  const { tool, result } = host.fields;
  const planted = text === undefined ? undefined : host.result(String(recorded[tool]), text);
  const known = isLike(planted, recorded[result]) ? { [result]: planted } : {};
  const payload = seeded({ ...recorded, ...known }, one.seedList);
  let first: string | undefined;
  const hook = hookOf(one.members, (plan, call: ToolOutcome) => {
    first ??= call.result.forLlm;
    return decide(plan, call);
  });
  const answer = await callOnce(hook, host.hostAt(event), payload);
  const original = first ?? "";
  const effect = host.effectOf(event, payload, { stdout: answer.document ?? "" }, true);
  // Some hosts replace an empty result with their own text.
  const untouched = [host.effectOf(event, payload, {}, true).result, payload[result]];
  const expected = expectedResult(one.members, original, answer);
  const isRead = host.readsResult(String(recorded[tool])) && !UNREAD_EVENTS.includes(event);
  const problem = isRead ? problemOf(expected, effect, original, untouched) : useOfUnread(effect);
  if (problem === undefined)
    return expected === "withheld" ? "withheld" : expected.text === original ? "left" : "changed";
  throw new Error(
    `${problem}\nexpected: ${inspectFully(expected)}\ngot: ${inspectFully(effect)}\noriginal: ${inspectFully(original)}` +
      `\nanswer: ${answer.document}\nfailures: ${inspectFully(answer.failures)}`,
  );
}

/** Whether the text can replace the recorded result. Tools with an unknown result shape keep the recorded one. */
function isLike(planted: unknown, recorded: unknown): boolean {
  return (
    planted !== undefined && typeof planted === typeof recorded && Array.isArray(planted) === Array.isArray(recorded)
  );
}

function useOfUnread({ result, turnEnds }: HostEffect): string | undefined {
  return result === undefined && !turnEnds ? undefined : "the host uses an answer that it ignores";
}

function problemOf(
  expected: ExpectedResult,
  effect: HostEffect,
  original: string,
  untouched: readonly unknown[],
): string | undefined {
  const read = textsOf(effect.result);
  if (expected === "withheld") {
    if (!effect.turnEnds && effect.result === undefined) return "the model reads a withheld result";
    return read.some((text) => text.includes(SECRET)) ? "the model reads part of a withheld result" : undefined;
  }
  // The model reads nothing after the end of the turn.
  if (expected.ends) return effect.turnEnds ? undefined : "the turn continues";
  if (effect.turnEnds) return "the turn ends";
  if (expected.text === original) {
    const same = untouched.some((result) => isDeepStrictEqual(effect.result, result));
    return same ? undefined : "an unchanged result is changed";
  }
  if (!expected.text.includes(SECRET) && read.some((text) => text.includes(SECRET)))
    return "the model reads the secret";
  return isReadAs(expected.text, effect.result, read) ? undefined : "the model reads a different text";
}

/** Whether the model reads the text, its lines or the object in it. Some hosts replace an empty text with their own. */
function isReadAs(text: string, result: unknown, read: readonly string[]): boolean {
  if (text.trim() === "") return result !== undefined;
  return read.join("\n").includes(text) || isDeepStrictEqual(result, parsed(text));
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const results: StressTest = {
  name: "the model of each one-shot host reads a tool's result as the hook changed it, or none of it",
  unit: "cases",
  short: 3000,
  long: 20_000,
  run: (count, seed) => countResults(cases, check, { count, seed }),
};
