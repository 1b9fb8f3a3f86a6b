import { describe, expect, it } from "vitest";
import { asked } from "../../../test/docker-agent/asked.js";
import { events, payloadOf, recordings, VERSIONS } from "../../../test/docker-agent/recordings.js";
import type { Fields } from "../../../test/spawn-hook.js";
import { approve, type Calls, defineHook, type Hook, type HookEvent } from "../../index.js";
import { EVENT_NAMES, recognise } from "./events.js";

/** Returns a hook that records everything it receives and decides nothing. */
function notes() {
  const calls: { -readonly [P in keyof Calls]?: Calls[P] } = {};
  const received: HookEvent[] = [];
  const native: unknown[] = [];
  const note =
    <P extends keyof Calls>(point: P) =>
    (call: Calls[P]) => {
      calls[point] = call;
    };
  const hook = defineHook({
    name: "notes",
    onFailure: "block",
    onPrompt: note("onPrompt"),
    beforeLlm: note("beforeLlm"),
    afterLlm: note("afterLlm"),
    beforeTool: note("beforeTool"),
    afterTool: note("afterTool"),
    approveTool: (call) => {
      calls.approveTool = call;
      return approve();
    },
    onEvent: (event) => received.push(event),
    native: {
      "docker-agent": Object.fromEntries(
        EVENT_NAMES.map((event) => [event, (input: unknown) => void native.push(input)]),
      ),
    },
  });
  return { hook: hook as Hook, calls, received, native };
}

it("every event of both versions was recorded", () => {
  const recorded = (version: string) =>
    events
      .filter((one) => one.version === version)
      .map(({ event }) => event)
      .sort();
  const known = (newer: readonly string[]) =>
    EVENT_NAMES.filter((name) => !["tool_input_transform", "tool_guard", ...newer].includes(name)).sort();
  const since = ["user_steering_messages_submit", "user_followup_submit", "worktree_create"];
  expect(recorded("v1.58.0")).toEqual(known(since));
  expect(recorded("v1.123.0")).toEqual(known([]));
  expect([recorded("v1.58.0").length, recorded("v1.123.0").length]).toEqual([23, 26]);
});

it("recognises every recorded payload", () => {
  expect(recordings.filter(({ payload }) => !recognise(payload)).map(({ where }) => where)).toEqual([]);
});

it("does not recognise a payload whose event has another spelling", () => {
  expect(recognise({ ...payloadOf("pre_tool_use"), hook_event_name: "PreToolUse" })).toBe(0);
  expect(recognise({ ...payloadOf("pre_tool_use"), hook_event_name: "preToolUse" })).toBe(0);
  for (const field of ["session_id", "cwd", "hook_event_name"]) {
    expect(recognise({ ...payloadOf("pre_tool_use"), [field]: undefined }), field).toBe(0);
  }
});

it.each(VERSIONS)("with --host docker-agent@%s, the payloads of this version are read", async (version) => {
  for (const { where, text, payload } of recordings.filter((recorded) => recorded.version === version)) {
    const { hook, native } = notes();
    const answer = await asked(hook, text, { host: `docker-agent@${version}` });
    expect(answer, where).toMatchObject({ text: undefined, denial: undefined, failures: [], stderr: "" });
    expect(native, where).toEqual([payload]);
  }
});

describe("a recorded payload as a call", () => {
  const callOf = async (event: string) => {
    const { hook, calls, received } = notes();
    await asked(hook, events.find((one) => one.event === event && one.version === "v1.123.0")?.text ?? "");
    return { ...calls, event: received[0] };
  };
  const origin = { agentId: "root" };
  const source = { sessionId: "00000000-0000-4000-8000-000000000001", cwd: "/home/user/project", origin };

  it("pre_tool_use is beforeTool, then approveTool", async () => {
    const { beforeTool, approveTool } = await callOf("pre_tool_use");
    const { raw: _raw, ...call } = beforeTool ?? ({} as Calls["beforeTool"]);
    const args = { cmd: "echo ran-it" };
    expect(call).toEqual({ id: "call_2_1", tool: "shell", kind: "shell", arguments: args, ...source });
    expect(approveTool).toEqual(beforeTool);
  });

  it("before_llm_call is beforeLlm", async () => {
    const { beforeLlm } = await callOf("before_llm_call");
    expect(beforeLlm).toMatchObject({
      model: "openai/fake-model",
      tools: [],
      options: {},
      gracefulTerminal: false,
      origin: { ...origin, iteration: expect.any(Number) },
    });
    const { messages } = payloadOf("before_llm_call");
    const texts = (messages as Fields[]).map(({ role, content }) => ({ role, content }));
    expect(beforeLlm?.messages).toMatchObject(texts);
  });

  it("the tool calls of a message have a name and JSON text", async () => {
    const { beforeLlm } = await callOf("before_llm_call");
    expect(beforeLlm?.messages.flatMap(({ toolCalls = [] }) => toolCalls)).toMatchObject([
      { id: "call_2_1", name: "shell", arguments: '{"cmd":"echo ran-it"}' },
    ]);
    expect(beforeLlm?.messages.find(({ role }) => role === "tool")).toMatchObject({ toolCallId: "call_2_1" });
  });

  it("after_llm_call is afterLlm", async () => {
    const { afterLlm } = await callOf("after_llm_call");
    expect(afterLlm).toMatchObject({
      model: afterLlm?.raw.model_id,
      content: afterLlm?.raw.stop_response,
      toolCalls: [],
      usage: afterLlm?.raw.usage,
      origin,
    });
  });

  it("tool_response_transform is afterTool, without a duration, and may be partial for a shell", async () => {
    const { afterTool } = await callOf("tool_response_transform");
    expect(afterTool).toMatchObject({ tool: "shell", kind: "shell", partial: true, origin });
    expect(afterTool?.result).toEqual({ forLlm: afterTool?.raw.tool_response });
    expect(afterTool).not.toHaveProperty("durationMs");
  });

  it("every other event reaches onEvent with its fields in camelCase", async () => {
    const { event } = await callOf("on_agent_switch");
    expect(event).toMatchObject({ kind: "other", hostKind: "on_agent_switch", origin });
    expect(event?.payload).toEqual({
      fromAgent: "root",
      toAgent: "helper",
      agentSwitchKind: "transfer_task",
      fromAgentModels: [{ provider: "openai", model: "fake-model" }],
    });
  });
});
