import { describe, expect, it } from "vitest";
import { asked, denial, specific, WITHHELD } from "../../../test/docker-agent/asked.js";
import { payloadOf } from "../../../test/docker-agent/recordings.js";
import {
  approve,
  ask,
  compose,
  type DockerAgentHandlers,
  defineHook,
  deny,
  type FailurePolicy,
  type Hook,
  modify,
} from "../../index.js";
import { EVENT_NAMES, EVENTS, type EventRules, isEvent } from "./events.js";
import type { DockerAgentAnswer } from "./native.js";

const prompt = payloadOf("user_prompt_submit");
const shell = payloadOf("pre_tool_use", { tool_input: { cmd: "ls" } });
const result = payloadOf("tool_response_transform", { tool_response: "secret" });

const native = (handlers: DockerAgentHandlers<{}>, fields: Partial<Hook> = {}): Hook =>
  defineHook({ name: "own", ...fields, native: { "docker-agent": handlers } } as never);
/** Returns a hook that gives this answer at an event. */
const says = (event: string, answer: DockerAgentAnswer, fields: Partial<Hook> = {}) =>
  native({ [event]: () => answer } as DockerAgentHandlers<{}>, fields);

describe("a native answer to docker-agent", () => {
  it.each<[string, string, DockerAgentAnswer]>([
    ["context", "user_prompt_submit", specific("user_prompt_submit", { additional_context: "It is Monday." })],
    ["a warning", "stop", { system_message: "done" }],
    ["a summary", "before_compaction", specific("before_compaction", { summary: "They met." })],
    ["an allow", "permission_request", specific("permission_request", { permission_decision: "allow" })],
    ["a rewrite", "tool_response_transform", specific("tool_response_transform", { updated_tool_response: "" })],
    ["no denial", "user_prompt_submit", { continue: true, suppress_output: false }],
  ])("%s is sent unchanged", async (_title, event, answer) => {
    const payload = { ...payloadOf(event) };
    expect(await asked(says(event, answer), payload)).toMatchObject({ document: answer, failures: [] });
  });

  it("undefined, returned now or later, is not a decision", async () => {
    for (const handler of [() => undefined, async () => {}]) {
      const answer = await asked(native({ user_prompt_submit: handler }, { onFailure: "block" }), prompt);
      expect(answer).toMatchObject({ text: undefined, denial: undefined, failures: [] });
    }
  });

  it("comes from a handler with the host's object and the context", async () => {
    const seen: unknown[] = [];
    const hook = native({
      user_prompt_submit: (input, { host, signal }) => void seen.push(input, host.name, host.version, signal.aborted),
    });
    await asked(hook, prompt, { host: "docker-agent@v1.123.0" });
    expect(seen).toEqual([prompt, "docker-agent", "v1.123.0", false]);
  });

  it("is requested after onEvent if the event is not a point", async () => {
    const seen: string[] = [];
    const hook = native({ stop: () => void seen.push("native") }, { onEvent: () => seen.push("onEvent") });
    await asked(hook, payloadOf("stop"));
    expect(seen).toEqual(["onEvent", "native"]);
  });
});

describe("a native denial", () => {
  const words: readonly (readonly [string, DockerAgentAnswer])[] = [
    ["decision and reason", { decision: "block", reason: "no" }],
    ["continue false", { continue: false, stop_reason: "no" }],
    ["a permission", { hook_specific_output: { permission_decision: "deny", permission_decision_reason: "no" } }],
    [
      "block together with allow, which would run in the preempt_yolo variant",
      { decision: "block", reason: "no", hook_specific_output: { permission_decision: "allow" } },
    ],
  ];
  it.each(words)("%s at pre_tool_use gets the form that every variant enforces", async (_title, answer) => {
    expect((await asked(says("pre_tool_use", answer), shell)).document).toEqual(denial("no"));
  });
  it.each(words)("%s at user_prompt_submit is sent with its reason once", async (_title, answer) => {
    expect((await asked(says("user_prompt_submit", answer), prompt)).document).toEqual({
      decision: "block",
      reason: "no",
    });
  });

  it("is possible at these events (observed, except the two of v1.138.0)", () => {
    const takes = (how: string) =>
      EVENT_NAMES.filter((name) => isEvent(name) && (EVENTS[name] as EventRules).denial === how).sort();
    expect(takes("permission")).toEqual(["permission_request", "pre_tool_use", "tool_guard"]);
    expect(takes("block")).toEqual([
      ...["before_compaction", "before_llm_call", "post_tool_use", "pre_compact", "tool_input_transform"],
      ...["user_followup_submit", "user_prompt_submit", "user_steering_messages_submit", "worktree_create"],
    ]);
  });

  it("is a failure at every other event: docker-agent accepts none there", async () => {
    const deaf = EVENT_NAMES.filter((name) => isEvent(name) && (EVENTS[name] as EventRules).denial === undefined);
    expect(deaf.length).toBeGreaterThan(10);
    for (const event of deaf) {
      const payload = { ...payloadOf("stop"), ...payloadOf(event) };
      for (const onFailure of ["continue", "block"] as const) {
        const answer = await asked(says(event, { decision: "block", reason: "no" }, { onFailure }), payload);
        expect(answer.failures).toMatchObject([
          { kind: "unsupported", message: `docker-agent does not support a denial at ${event}` },
        ]);
        const withheld = event === "tool_response_transform" && onFailure === "block";
        expect(answer.document, event).toEqual(
          withheld ? specific(event, { updated_tool_response: expect.stringMatching(WITHHELD) }) : undefined,
        );
      }
    }
  });
});

describe("an invalid native answer", () => {
  it.each<[string, unknown]>([
    ["a misspelt key", { desicion: "block" }],
    ["a key in other letters", { Decision: "block" }],
    ["camelCase", { hookSpecificOutput: {} }],
    ["a misspelt key inside", { hook_specific_output: { permission_desicion: "deny" } }],
    ["a decision that docker-agent ignores", { decision: "deny" }],
    ["a permission in capitals", { hook_specific_output: { permission_decision: "DENY" } }],
    ["a wrong type", { hook_specific_output: { updated_tool_response: { text: "x" } } }],
    ["a message without text", { hook_specific_output: { updated_messages: [{ role: "user" }] } }],
    ["another event's name", { hook_specific_output: { hook_event_name: "stop", additional_context: "x" } }],
    ["null", null],
    ["text", "block"],
    ["a portable decision", deny("no")],
  ])("%s is a failure that names it, and denies under block", async (_title, answer) => {
    const hook = (onFailure: FailurePolicy) => says("user_prompt_submit", answer as DockerAgentAnswer, { onFailure });
    const blocked = await asked(hook("block"), prompt);
    expect(blocked.document).toEqual({
      decision: "block",
      reason: expect.stringMatching(
        /^hook "own" .* at native\["docker-agent"\]\.user_prompt_submit \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr$/,
      ),
    });
    expect(blocked.failures).toHaveLength(1);
    expect(await asked(hook("continue"), prompt)).toMatchObject({ text: undefined, failures: [{}] });
  });

  it("a throw denies under block", async () => {
    const hook = native(
      {
        user_prompt_submit: () => {
          throw new Error("x");
        },
      },
      { onFailure: "block" },
    );
    expect((await asked(hook, prompt)).document).toMatchObject({ decision: "block" });
  });

  it("is a change of arguments after an approval: approveTool has not seen the new ones", async () => {
    const answer = specific("pre_tool_use", { updated_input: { cmd: "rm -rf /" } });
    const guarded = says("pre_tool_use", answer, { onFailure: "block", approveTool: () => approve() });
    expect(await asked(guarded, shell)).toMatchObject({
      document: { decision: "block" },
      failures: [{ message: expect.stringContaining("change the arguments in beforeTool") }],
    });
    expect((await asked(says("pre_tool_use", answer), shell)).document).toEqual(answer);
  });
});

describe("a native answer that docker-agent would drop in part", () => {
  const preempt = "docker-agent@v1.123.0/preempt";
  const autonomous = { ...shell, safety_policy: "autonomous" };
  const large = payloadOf("tool_response_transform", { tool_response: "x".repeat(60_000), tool_category: "shell" });
  const input = { updated_input: { cmd: "true" } };
  const rewrites = specific("tool_response_transform", { updated_tool_response: "gone" });

  it.each<[string, DockerAgentAnswer, object, string, RegExp]>([
    ["arguments under --yolo", specific("pre_tool_use", input), autonomous, preempt, /may call no other$/],
    [
      "arguments that a person is asked about",
      specific("pre_tool_use", { ...input, permission_decision: "ask" }),
      shell,
      preempt,
      /asks about the unchanged arguments/,
    ],
    [
      "an argument that is left out",
      specific("pre_tool_use", { updated_input: {} }),
      shell,
      "docker-agent@v1.141.0",
      /cmd cannot be removed$/,
    ],
    ["a large result", rewrites, large, "docker-agent@v1.123.0", /shortens results/],
    [
      "metadata",
      specific("pre_tool_use", { metadata: { a: "b" } }),
      shell,
      "docker-agent",
      /only in the preempt_yolo variant$/,
    ],
    [
      "metadata of an old version",
      specific("permission_request", { metadata: { a: "b" } }),
      payloadOf("permission_request"),
      "docker-agent@v1.58.0",
      /does not read metadata$/,
    ],
  ])("%s: a failure that explains it", async (_title, answer, payload, host, words) => {
    const event = String(Object(payload).hook_event_name);
    expect(await asked(says(event, answer), payload, { host })).toMatchObject({
      document: undefined,
      failures: [{ kind: "unsupported", message: expect.stringMatching(words) }],
    });
  });

  it.each<[string, DockerAgentAnswer, object, string]>([
    ["arguments under a safety mode that asks", specific("pre_tool_use", input), shell, preempt],
    ["metadata in the variant that reads it", specific("pre_tool_use", { metadata: { a: "b" } }), shell, preempt],
    ["a large result of v1.58.0", rewrites, large, "docker-agent@v1.58.0"],
  ])("%s: is sent", async (_title, answer, payload, host) => {
    const event = String(Object(payload).hook_event_name);
    expect(await asked(says(event, answer), payload, { host })).toMatchObject({ document: answer, failures: [] });
  });

  it("stays a denial if it also denies", async () => {
    const denial: DockerAgentAnswer = {
      ...specific("user_prompt_submit", { updated_input: {} }),
      decision: "block",
      reason: "no",
    };
    const answer = await asked(says("user_prompt_submit", denial), prompt);
    expect(answer).toMatchObject({ document: { decision: "block", reason: "no" }, failures: [] });
  });
});

describe("native answers of several members", () => {
  const context = (text: string) => specific("user_prompt_submit", { additional_context: text });

  it("joins contexts and warnings with a newline, in order", async () => {
    const a = says("user_prompt_submit", { ...context("one"), system_message: "first" });
    const b = says("user_prompt_submit", { ...context("two"), system_message: "second" });
    expect((await asked(compose(a, b), prompt)).document).toEqual({
      ...context("one\ntwo"),
      system_message: "first\nsecond",
    });
  });

  it("sends a denial first, at any position", async () => {
    const a = says("user_prompt_submit", context("one"));
    const no = says("user_prompt_submit", { decision: "block", reason: "no" });
    for (const hook of [compose(a, no), compose(no, a)]) {
      expect((await asked(hook, prompt)).document).toEqual({ decision: "block", reason: "no" });
    }
  });

  it("asks a person rather than allowing, like docker-agent, at any position", async () => {
    const allow = says("pre_tool_use", specific("pre_tool_use", { permission_decision: "allow" }));
    const person = specific("pre_tool_use", { permission_decision: "ask", permission_decision_reason: "sure?" });
    const asks = says("pre_tool_use", person);
    const portable = defineHook({ name: "asks", approveTool: () => ask("sure?") });
    for (const hook of [
      compose(allow, asks),
      compose(asks, allow),
      compose(allow, portable),
      compose(portable, allow),
    ]) {
      expect((await asked(hook, shell)).document).toEqual(person);
    }
  });

  it("sends a rewrite of one member together with a warning of another", async () => {
    const redacts = defineHook({ name: "redacts", afterTool: () => modify({ result: "[gone]" }) });
    const warns = says("tool_response_transform", { system_message: "redacted" });
    expect((await asked(compose(redacts, warns), result)).document).toEqual({
      ...specific("tool_response_transform", { updated_tool_response: "[gone]" }),
      system_message: "redacted",
    });
  });

  it("sends the later of two rewrites of one field: it is based on the earlier", async () => {
    const redacts = defineHook({ name: "redacts", afterTool: () => modify({ result: "[gone]" }) });
    const rewrites = says(
      "tool_response_transform",
      specific("tool_response_transform", { updated_tool_response: "x" }),
    );
    const answer = await asked(compose(redacts, rewrites), result);
    expect(answer.document?.hook_specific_output?.updated_tool_response).toBe("x");
    expect(answer.failures).toEqual([]);
  });

  it("keeps the answers of the other members when one fails", async () => {
    const bad = says("user_prompt_submit", { desicion: "block" } as never);
    const good = says("user_prompt_submit", context("one"));
    expect((await asked(compose(bad, good), prompt)).document).toEqual(context("one"));
  });
});

describe("handlers with unknown names", () => {
  it.each([
    [{ "docker-agnet": {} }, 'hook "h": unknown key "docker-agnet" in native (did you mean "docker-agent"?)'],
    [
      { "docker-agent": { pre_tol_use: () => {} } },
      'hook "h": unknown key "pre_tol_use" in native["docker-agent"] (did you mean "pre_tool_use"?)',
    ],
    [{ "docker-agent": { stop: "x" } }, "expected a function"],
    [{ picoclaw: {} }, 'unknown key "picoclaw" in native'],
    [{ constructor: {} }, 'unknown key "constructor" in native'],
  ])("%j stop the start", async (handlers, text) => {
    const hook = defineHook({ name: "h", native: handlers as never });
    await expect(asked(hook, prompt)).rejects.toThrow(text);
  });
});
