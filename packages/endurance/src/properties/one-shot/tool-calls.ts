import { isDeepStrictEqual } from "node:util";
import { modify, type ToolCall } from "@agent-hook/sdk";
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

type Point = "beforeTool" | "approveTool";

interface Case {
  readonly host: OneShotHost;
  readonly event: string;
  readonly recorded: Raw;
  readonly tool: string | undefined;
  readonly sowing: readonly Seed[];
  readonly members: readonly MemberOf<Point>[];
  /** Whether the host would run the tool without asking the user. */
  readonly permitted: boolean;
}

const EVENTS = Object.values(HOST_EVENTS).flatMap((events) =>
  Object.entries(events).flatMap(([event, { point }]) => (point === "beforeTool" ? [event] : [])),
);
const REFUSALS = ["deny", "abort", "hard abort"];
const CHANGES = ["rewrite", "add", "same"];

const cases: fc.Arbitrary<Case> = fc.constantFrom(...ONE_SHOT_HOSTS).chain((host) =>
  fc
    .record({
      host: fc.constant(host),
      at: fc.constantFrom(...payloadsAt(host, EVENTS)),
      tool: fc.option(fc.constantFrom("mcp__x__y", "unknown", "__proto__", "é"), { nil: undefined }),
      sowing: seeds,
      members: members<Point>({
        beforeTool: ["nothing", "nothing", ...CHANGES, ...CHANGES, ...REFUSALS, "answer", "another tool", ...FAILURES],
        approveTool: ["approve", "approve", "approve", "ask", "reject", "nothing", ...FAILURES],
      }),
      permitted: fc.boolean(),
    })
    .map(({ at: [event, recorded], ...rest }) => ({ ...rest, event, recorded })),
);

function decide(said: Said, call: ToolCall): unknown {
  return CHANGES.includes(said.does) ? modify({ arguments: changed(said, call.arguments) }) : decisionOf(said);
}

/** Replaces one text argument. Arguments without a text stay the same. */
function changed({ does, reason }: Said, args: Raw): Raw {
  if (does === "add") return { ...args, added: reason };
  const key = Object.keys(args).find((name) => typeof args[name] === "string");
  return does === "same" || key === undefined ? { ...args } : { ...args, [key]: `echo ${reason}` };
}

/** The members' overall decision: the reason of a denial, or the arguments that the tool must run with. */
type Intended =
  | { readonly refused: string | undefined; readonly ends?: boolean }
  | { readonly asks: boolean; readonly arguments: Raw };

/** Follows the docs: the first denial ends, later members see a rewrite, and approval comes last. */
function intended(all: readonly MemberOf<Point>[], given: Raw, { failures }: Once): Intended {
  let args = given;
  const left = new Map<number, Raw>();
  for (const [at, { onFailure, says }] of all.entries()) {
    const said = says.beforeTool;
    if (said === undefined) continue;
    if (failed(failures, at, "beforeTool", said)) {
      if (onFailure === "block") return { refused: undefined };
    } else if (REFUSALS.includes(said.does)) return { refused: said.reason, ends: said.does.endsWith("abort") };
    else if (CHANGES.includes(said.does)) args = changed(said, args);
    else if (said.does !== "nothing") throw new Error(`"${said.does}" was carried`);
    left.set(at, args);
  }
  let asks = false;
  for (const [at, { onFailure, says }] of all.entries()) {
    const { beforeTool, approveTool: said } = says;
    if (said !== undefined) {
      if (said.does === "nothing" || failed(failures, at, "approveTool", said)) return { refused: undefined };
      if (said.does === "reject") return { refused: said.reason };
      asks ||= said.does === "ask";
    } else if (onFailure === "block" && beforeTool !== undefined && !isDeepStrictEqual(left.get(at), args)) {
      // A block hook without `approveTool` decides again on a changed call. It approves only if it changes nothing.
      const again = CHANGES.includes(beforeTool.does) ? changed(beforeTool, args) : args;
      if (!isDeepStrictEqual(again, args)) return { refused: undefined };
    }
  }
  return { asks, arguments: args };
}

async function hold(one: Case): Promise<string> {
  const { host, event, permitted } = one;
  const { fields } = host;
  const payload = seeded(
    { ...one.recorded, ...(one.tool === undefined ? {} : { [fields.tool]: one.tool }) },
    one.sowing,
  );
  const asked = await askOnce(hookOf(one.members, decide), host.hostAt(event), payload);
  const silent = host.verdict(event, payload, {}, permitted);
  const verdict = host.verdict(event, payload, { stdout: asked.document ?? "" }, permitted);
  const wanted = intended(one.members, asObject(payload[fields.input]) as Raw, asked);
  const problem = problemOf(one, wanted, verdict, silent, asked, payload);
  if (problem === undefined) return "refused" in wanted ? "refused" : wanted.asks ? "asked" : "let through";
  throw new Error(
    `${problem}\nmembers: ${inspected(one.members)}\nwanted: ${inspected(wanted)}\ngot: ${inspected(verdict)}` +
      `\nsaid: ${asked.document}\nfailures: ${inspected(asked.failures)}`,
  );
}

function problemOf(one: Case, wanted: Intended, verdict: Verdict, silent: Verdict, asked: Once, payload: Raw) {
  const { host, event, permitted } = one;
  if (verdict.approved) return "the call runs past the rules of the user";
  if ("refused" in wanted) {
    if (verdict.tool !== "does not run") return "a refusal lets the tool run";
    if (asked.denial === undefined) return "the exit code would not say no";
    const { readsExit } = host;
    const byExit = readsExit && host.verdict(event, payload, { exit: 2, stderr: asked.denial }, permitted);
    if (byExit && byExit.tool !== "does not run") return "exit 2 lets the tool run";
    const reason = wanted.refused?.trim();
    if (reason && !verdict.reason?.includes(reason)) return "the reason is lost";
    return wanted.ends && host.endsTurns && !verdict.turnEnds ? "the turn goes on" : undefined;
  }
  if (asked.denial !== undefined) return "the exit code would refuse what was let through";
  if (verdict.dropped) return "the answer was dropped";
  if (wanted.asks && verdict.tool === "runs") return "nobody is asked";
  if (!wanted.asks && verdict.tool !== silent.tool) return "another ruling than without a hook";
  // The arguments after the user's approval are unknown: without a terminal, no one approves.
  if (!host.rewrites || wanted.asks || isDeepStrictEqual(asObject(verdict.arguments), wanted.arguments))
    return undefined;
  return "other arguments than were decided";
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
  run: (count, seed) => whatCame(cases, hold, { count, seed }),
};
