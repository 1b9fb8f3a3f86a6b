import { isDeepStrictEqual } from "node:util";
import { modify, type ToolOutcome } from "@agent-hook/sdk";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import fc from "fast-check";
import type { StressTest } from "../../stress-test.js";
import { inspected } from "../inspected.js";
import type { Raw } from "../overlays/edits.js";
import { type Seed, seeded, seeds } from "../seeded.js";
import { askOnce, type Once } from "./ask-once.js";
import { ONE_SHOT_HOSTS, type OneShotHost, payloadsAt, type Verdict } from "./hosts.js";
import { decisionOf, FAILURES, failed, hookOf, type MemberOf, members, type Said } from "./members.js";
import { whatCame } from "./what-came.js";

type Point = "afterTool";

interface Case {
  readonly host: OneShotHost;
  readonly event: string;
  readonly recorded: Raw;
  /** A text that replaces the recorded result. */
  readonly text: string | undefined;
  readonly sowing: readonly Seed[];
  readonly members: readonly MemberOf<Point>[];
}

/** The text that a redactor removes. */
const SECRET = "S3CRET";
const EVENTS = Object.values(HOST_EVENTS).flatMap((events) =>
  Object.entries(events).flatMap(([event, { point }]) => (point === "afterTool" ? [event] : [])),
);
/** Events whose answer the host does not read: a hook can only observe. */
const UNHEARD = ["PostToolUseFailure", "postToolUseFailure"];
const CHANGES = ["redact", "replace", "same"];

const cases: fc.Arbitrary<Case> = fc
  .constantFrom(...ONE_SHOT_HOSTS.filter((host) => payloadsAt(host, EVENTS).length > 0))
  .chain((host) =>
    fc
      .record({
        host: fc.constant(host),
        at: fc.constantFrom(...payloadsAt(host, EVENTS)),
        text: fc.option(fc.constantFrom(SECRET, `a ${SECRET} b`, `"${SECRET}"\n${SECRET}\n`, "", "plain", "é😀"), {
          nil: undefined,
        }),
        sowing: seeds,
        members: members<Point>({
          afterTool: ["nothing", ...CHANGES, ...CHANGES, "abort", "hard abort", ...FAILURES],
        }),
      })
      .map(({ at: [event, recorded], ...rest }) => ({ ...rest, event, recorded })),
  );

function decide(said: Said, { result }: ToolOutcome): unknown {
  return CHANGES.includes(said.does) ? modify({ result: changed(said, result.forLlm) }) : decisionOf(said);
}

function changed({ does, reason }: Said, text: string): string {
  if (does === "replace") return reason;
  return does === "redact" ? text.replaceAll(SECRET, "***") : text;
}

/** What the model must read. `withheld`: no part of the tool's own result. */
type Intended = { readonly text: string; readonly ends: boolean } | "withheld";

function intended(all: readonly MemberOf<Point>[], original: string, asked: Once): Intended {
  let text = original;
  for (const [at, { onFailure, says }] of all.entries()) {
    const said = says.afterTool;
    if (said === undefined) continue;
    if (failed(asked.failures, at, "afterTool", said)) {
      if (onFailure === "block") return "withheld";
    } else if (CHANGES.includes(said.does)) text = changed(said, text);
    else if (said.does !== "nothing") return { text, ends: true };
  }
  return { text, ends: false };
}

async function hold(one: Case): Promise<string> {
  const { host, event, recorded, text } = one;
  const { tool, result } = host.fields;
  const planted = text === undefined ? undefined : host.result(String(recorded[tool]), text);
  const known = isLike(planted, recorded[result]) ? { [result]: planted } : {};
  const payload = seeded({ ...recorded, ...known }, one.sowing);
  let first: string | undefined;
  const hook = hookOf(one.members, (said, call: ToolOutcome) => {
    first ??= call.result.forLlm;
    return decide(said, call);
  });
  const asked = await askOnce(hook, host.hostAt(event), payload);
  const original = first ?? "";
  const verdict = host.verdict(event, payload, { stdout: asked.document ?? "" }, true);
  // Some hosts replace an empty result with their own text.
  const untouched = [host.verdict(event, payload, {}, true).result, payload[result]];
  const wanted = intended(one.members, original, asked);
  const problem = problemOf(event, wanted, verdict, original, untouched);
  if (problem === undefined) return wanted === "withheld" ? "withheld" : wanted.text === original ? "left" : "changed";
  throw new Error(
    `${problem}\nwanted: ${inspected(wanted)}\ngot: ${inspected(verdict)}\nof: ${inspected(original)}` +
      `\nsaid: ${asked.document}\nfailures: ${inspected(asked.failures)}`,
  );
}

/** Whether the text can replace the recorded result. Tools with an unknown result shape keep the recorded one. */
function isLike(planted: unknown, recorded: unknown): boolean {
  return (
    planted !== undefined && typeof planted === typeof recorded && Array.isArray(planted) === Array.isArray(recorded)
  );
}

function problemOf(
  event: string,
  wanted: Intended,
  verdict: Verdict,
  original: string,
  untouched: readonly unknown[],
): string | undefined {
  const unheard = UNHEARD.includes(event);
  const read = textsOf(verdict.result);
  if (unheard)
    return verdict.result === undefined && !verdict.turnEnds ? undefined : "an answer that nobody reads is read";
  if (wanted === "withheld") {
    if (!verdict.turnEnds && verdict.result === undefined) return "the model reads what was to be withheld";
    return read.some((text) => text.includes(SECRET)) ? "the model reads some of what was to be withheld" : undefined;
  }
  // The model reads nothing after this.
  if (wanted.ends) return verdict.turnEnds ? undefined : "the turn goes on";
  if (verdict.turnEnds) return "the turn ends";
  if (wanted.text === original) {
    const same = untouched.some((result) => isDeepStrictEqual(verdict.result, result));
    return same ? undefined : "an unchanged result is changed";
  }
  if (!wanted.text.includes(SECRET) && read.some((text) => text.includes(SECRET))) return "the model reads the secret";
  return isRead(wanted.text, verdict.result, read) ? undefined : "the model reads another text";
}

/** Whether the model reads the text, its lines or the object in it. Some hosts replace an empty text with their own. */
function isRead(text: string, result: unknown, read: readonly string[]): boolean {
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
  run: (count, seed) => whatCame(cases, hold, { count, seed }),
};
