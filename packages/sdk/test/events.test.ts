import { describe, expect, test } from "vitest";
import { defineHook, type HookEvent } from "../src/index.js";
import { runInProcess } from "../src/serve/in-process.js";
import type { Fields } from "./spawn-hook.js";

/** PicoClaw's kinds: the integer up to v0.2.8 is the index, then its name there, the name since v0.2.9, ours. */
const kinds: readonly (readonly [string, string, string])[] = [
  ["turn_start", "agent.turn.start", "prompt"],
  ["turn_end", "agent.turn.end", "turn.end"],
  ["llm_request", "agent.llm.request", "llm.request"],
  ["llm_delta", "agent.llm.delta", "llm.delta"],
  ["llm_response", "agent.llm.response", "llm.response"],
  ["llm_retry", "agent.llm.retry", "llm.retry"],
  ["context_compress", "agent.context.compress", "compact.end"],
  ["session_summarize", "agent.session.summarize", "session.summarize"],
  ["tool_exec_start", "agent.tool.exec_start", "tool.start"],
  ["tool_exec_end", "agent.tool.exec_end", "tool.end"],
  ["tool_exec_skipped", "agent.tool.exec_skipped", "tool.skipped"],
  ["steering_injected", "agent.steering.injected", "steering.injected"],
  ["follow_up_queued", "agent.follow_up.queued", "follow_up.queued"],
  ["interrupt_received", "agent.interrupt.received", "interrupt.received"],
  ["subturn_spawn", "agent.subturn.spawn", "subagent.start"],
  ["subturn_end", "agent.subturn.end", "subagent.end"],
  ["subturn_result_delivered", "agent.subturn.result_delivered", "subturn.result_delivered"],
  ["subturn_orphan", "agent.subturn.orphan", "subturn.orphan"],
  ["error", "agent.error", "error"],
];

const old = (Kind: unknown, Payload: Fields = {}) =>
  ["hook.event", { Kind, Time: "2026-11-21T20:49:58Z", Meta: { AgentID: "main" }, Payload }] as const;
const runtime = (kind: string, payload: Fields = {}) =>
  [
    "hook.runtime_event",
    { id: "evt-1", kind, time: "2026-11-21T20:49:58Z", scope: { agent_id: "main", chat_id: "c" }, payload },
  ] as const;

const payloads: readonly (readonly [string, Fields, Fields])[] = [
  ["turn_start", { UserMessage: "hi", MediaCount: 1, ChatID: "c" }, { prompt: "hi", mediaCount: 1, chatId: "c" }],
  [
    "turn_end",
    { Status: "completed", Iterations: 2, Duration: 2_500_000 },
    { status: "completed", iterations: 2, durationMs: 2.5 },
  ],
  ["llm_retry", { Attempt: 1, Backoff: 1_000_000 }, { attempt: 1, backoffMs: 1 }],
  [
    "tool_exec_start",
    { Tool: "exec", Arguments: { Command: "ls", ForLLM: 1 } },
    { tool: "exec", arguments: { Command: "ls", ForLLM: 1 } },
  ],
  [
    "tool_exec_end",
    { Tool: "exec", Duration: 53_050, ForLLMLen: 40, ForUserLen: 0, IsError: false, Async: false },
    { tool: "exec", durationMs: 0.05305, forLlmLen: 40, forUserLen: 0, isError: false, async: false },
  ],
  ["subturn_spawn", { AgentID: "a", Label: "l", ParentTurnID: "p" }, { agentId: "a", label: "l", parentTurnId: "p" }],
];

/** Returns the events that a hook receives. None is answered. */
async function receivedFrom(events: readonly (readonly [string, unknown])[]): Promise<HookEvent[]> {
  const received: HookEvent[] = [];
  const answers: string[] = [];
  const hook = defineHook({ name: "h", onEvent: (event) => void received.push(event) });
  const running = await runInProcess(hook, {
    host: "picoclaw",
    env: {},
    write: (text) => answers.push(text),
    writeError() {},
  });
  running.receive(events.map(([method, params]) => JSON.stringify({ jsonrpc: "2.0", method, params })));
  await running.end(0);
  expect(answers).toEqual([]);
  return received;
}

describe("events", () => {
  test("every kind has one name as a number, as a text, and in the form of v0.2.9", async () => {
    const events = kinds.flatMap(([name, dotted], number) => [old(number), old(name), runtime(dotted)]);
    const seen = await receivedFrom(events);
    expect(seen.map(({ kind }) => kind)).toEqual(kinds.flatMap(([, , kind]) => [kind, kind, kind]));
    expect(seen.map(({ raw }) => raw)).toEqual(events.map(([, params]) => params));
    for (const { origin } of seen) expect(origin).toMatchObject({ agentId: "main" });
  });

  test("kinds outside a turn keep their names, and unknown kinds are `other`", async () => {
    const seen = await receivedFrom([
      runtime("gateway.ready"),
      runtime("mcp.tool.call.end"),
      runtime("agent.new.kind"),
      old(99),
      old("new_kind"),
    ]);
    expect(seen.map(({ kind }) => kind)).toEqual(["gateway.ready", "mcp.tool.call.end", "other", "other", "other"]);
  });

  test("payloads have the names and units of the types, and arguments stay unchanged", async () => {
    const events = payloads.flatMap(([name, payload]) => {
      const dotted = kinds.find(([kind]) => kind === name)?.[1] ?? "";
      return [old(name, payload), runtime(dotted, payload)];
    });
    const expected = payloads.flatMap(([, , payload]) => [payload, payload]);
    expect((await receivedFrom(events)).map(({ payload }) => payload)).toEqual(expected);
  });
});
