import { deepStrictEqual } from "node:assert/strict";
import { type LlmCall, type LlmReply, type Message, modify } from "@agent-hook/sdk";
import fc from "fast-check";
import type { StressTest } from "../../stress-test.js";
import { inspectFully } from "../inspected.js";
import { throughJson } from "../json.js";
import type { Raw } from "../overlays/edits.js";
import { type Seed, seeded, seeds } from "../seeded.js";
import { callOnce, type OneShotResult } from "./call-once.js";
import { ONE_SHOT_HOSTS, type OneShotHost, payloadsAt } from "./hosts.js";
import { decisionOf, FAILURES, failed, type HandlerPlan, hookOf, type MemberOf, members } from "./members.js";

// Few one-shot hosts call hooks about model calls.

type Point = "beforeLlm" | "afterLlm";

interface Case {
  readonly host: OneShotHost;
  readonly event: string;
  readonly recorded: Raw;
  readonly seedList: readonly Seed[];
  readonly members: readonly MemberOf<Point>[];
}

const POINTS: Readonly<Record<string, Point>> = {
  BeforeModel: "beforeLlm",
  AfterModel: "afterLlm",
  before_llm_call: "beforeLlm",
  after_llm_call: "afterLlm",
};
const OTHER_OPTIONS = { temperature: 0.5 };
const CHANGES = ["same", "other texts", "other model", "other options", "no tools"];

const cases: fc.Arbitrary<Case> = fc
  .constantFrom(...ONE_SHOT_HOSTS.filter((host) => payloadsAt(host, Object.keys(POINTS)).length > 0))
  .chain((host) =>
    fc
      .record({
        host: fc.constant(host),
        at: fc.constantFrom(...payloadsAt(host, Object.keys(POINTS))),
        seedList: seeds,
        members: members<Point>({
          beforeLlm: ["nothing", ...CHANGES, "abort", "hard abort", ...FAILURES],
          afterLlm: ["nothing", "same", "other reply", "abort", "hard abort", ...FAILURES],
        }),
      })
      .map(({ at: [event, recorded], ...rest }) => ({ ...rest, event, recorded })),
  );

function decide(plan: HandlerPlan, call: LlmCall & LlmReply, point: Point): unknown {
  switch (plan.does) {
    case "same":
      return modify(
        point === "beforeLlm" ? { messages: call.messages.map((one) => ({ ...one })) } : { content: call.content },
      );
    case "other texts":
      return modify({ messages: call.messages.map((one) => changed(one, plan.reason)) });
    case "other model":
      return modify({ model: `other ${plan.reason}` });
    case "other options":
      return modify({ options: OTHER_OPTIONS });
    case "no tools":
      return modify({ tools: [] });
    case "other reply":
      return modify({ content: plan.reason });
    default:
      return decisionOf(plan);
  }
}

/** Replaces the text of a message if it is the user's. */
function changed(message: Message, text: string): Message {
  return message.role === "user" ? { ...message, content: text } : message;
}

/** What the host must continue with. `ends`: the turn ends. */
interface ExpectedEffect {
  readonly ends: boolean;
  readonly model?: string;
  readonly options?: Raw;
  readonly text?: string;
}

function expectedEffect(all: readonly MemberOf<Point>[], point: Point, result: OneShotResult): ExpectedEffect {
  let expected: ExpectedEffect = { ends: false };
  for (const [at, { onFailure, plans }] of all.entries()) {
    const plan = plans[point];
    if (plan === undefined) continue;
    if (failed(result.failures, at, point, plan)) {
      if (onFailure === "block") return { ends: true };
      continue;
    }
    if (plan.does.endsWith("abort")) return { ends: true };
    if (plan.does === "other model") expected = { ...expected, model: `other ${plan.reason}` };
    if (plan.does === "other options") expected = { ...expected, options: OTHER_OPTIONS };
    if (plan.does === "other texts" || plan.does === "other reply") expected = { ...expected, text: plan.reason };
  }
  return expected;
}

async function check({ host, event, recorded, seedList, members: all }: Case): Promise<void> {
  const payload = seeded(recorded, seedList);
  const point = POINTS[event] as Point;
  const result = await callOnce(hookOf(all, decide as never), host.hostAt(event), payload);
  const effect = host.effectOf(event, payload, { stdout: result.document ?? "" }, true);
  const expected = expectedEffect(all, point, result);
  const answer = JSON.parse(result.document ?? "{}");
  try {
    // docker-agent does not read answers about a reply.
    if (event === "after_llm_call") return deepStrictEqual(result.document, undefined);
    deepStrictEqual(effect.turnEnds, expected.ends);
    if (!expected.ends) checkAnswer[event]?.(payload, expected, answer);
  } catch (cause) {
    throw new Error(`${host.title}, ${event}: expected ${inspectFully(expected)}, answer ${inspectFully(answer)}`, {
      cause,
    });
  }
}

/** Checks an answer, by event: it must have every change and keep every other field of the host. */
const checkAnswer: Readonly<Record<string, (payload: Raw, expected: ExpectedEffect, answer: Raw) => void>> = {
  before_llm_call({ messages }, { text }, answer) {
    const { updated_messages: updated = messages } = (answer.hook_specific_output ?? {}) as Raw;
    deepStrictEqual(updated, textsReplaced(messages as readonly Raw[], text));
  },
  BeforeModel({ llm_request: request }, { model, options, text }, answer) {
    const its = request as Raw;
    const { llm_request: changed = {} } = (answer.hookSpecificOutput ?? {}) as { readonly llm_request?: Raw };
    deepStrictEqual(changed.model ?? its.model, model ?? its.model);
    deepStrictEqual(changed.messages ?? its.messages, textsReplaced(its.messages as readonly Raw[], text));
    const { temperature, topP, topK, maxOutputTokens } = { ...(its.config as Raw), ...options };
    const config = throughJson({ temperature, topP, topK, maxOutputTokens });
    deepStrictEqual(changed.config, options === undefined ? undefined : config);
  },
  AfterModel({ llm_response: response }, { text }, answer) {
    const { llm_response: changed } = (answer.hookSpecificOutput ?? {}) as { readonly llm_response?: Raw };
    const { candidates, ...its } = response as { readonly candidates: readonly [Raw & { readonly content: Raw }] };
    const [first] = candidates;
    const before = (first.content.parts as readonly string[]).join("");
    if (text === undefined || text === before) return deepStrictEqual(changed, undefined);
    const candidate = { ...first, content: { ...first.content, parts: [text] } };
    deepStrictEqual(changed, { ...its, text, candidates: [candidate] });
  },
};

function textsReplaced(messages: readonly Raw[], text: string | undefined): readonly Raw[] {
  if (text === undefined) return messages;
  return messages.map((one) => (one.role === "user" ? { ...one, content: text } : one));
}

export const modelCalls: StressTest = {
  name: "the host continues a model call as the hook changed it, with every other field unchanged",
  unit: "cases",
  short: 1500,
  long: 10_000,
  async run(count, seed) {
    await fc.assert(fc.asyncProperty(cases, check), { numRuns: count, seed });
    return `${count} model calls`;
  },
};
