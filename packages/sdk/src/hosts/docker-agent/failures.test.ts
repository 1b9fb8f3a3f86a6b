import { describe, expect, it } from "vitest";
import { asked, denial, WITHHELD } from "../../../test/docker-agent/asked.js";
import { payloadOf } from "../../../test/docker-agent/recordings.js";
import { ManualClock } from "../../../test/unit/manual-clock.js";
import { approve, compose, defineHook, type FailurePolicy, type Hook, type HookEvent, modify } from "../../index.js";

const POLICIES: readonly FailurePolicy[] = ["continue", "block"];
const forever = () => new Promise<never>(() => {});
const shell = payloadOf("pre_tool_use");
const result = payloadOf("tool_response_transform", { tool_response: "secret" });
const model = payloadOf("before_llm_call");

describe("a handler that throws", () => {
  const fail = () => {
    throw new Error("secret detail");
  };
  const hook = (onFailure: FailurePolicy) =>
    defineHook({
      ...{ name: "guard", onFailure },
      ...{ beforeLlm: fail, afterLlm: fail, beforeTool: fail, afterTool: fail },
    });
  const words = (point: string) =>
    expect.stringMatching(
      new RegExp(
        `^hook "guard" threw an error at ${point} \\(id [0-9a-f]{8}\\); to find out why, look for this id on the hook's stderr$`,
      ),
    );

  it.each([
    ["pre_tool_use", shell, denial(words("beforeTool"))],
    ["before_llm_call", model, { decision: "block", reason: words("beforeLlm") }],
    [
      "tool_response_transform",
      result,
      {
        hook_specific_output: {
          hook_event_name: "tool_response_transform",
          updated_tool_response: expect.stringMatching(WITHHELD),
        },
      },
    ],
    ["after_llm_call", payloadOf("after_llm_call"), undefined],
  ])(
    "at %s denies under block, with an id but no text of the error, and prints nothing under continue",
    async (_event, payload, document) => {
      const blocked = await asked(hook("block"), payload);
      expect(blocked.document).toEqual(document);
      expect(blocked.text ?? "").not.toContain("secret");
      expect(blocked.stderr).toContain(blocked.failures[0]?.id);
      expect(await asked(hook("continue"), payload)).toMatchObject({ text: undefined, failures: [{ kind: "threw" }] });
    },
  );

  it("has an id in the withheld result that is also on stderr", async () => {
    const { document, failures } = await asked(hook("block"), result);
    expect(document?.hook_specific_output?.updated_tool_response).toContain(
      `failed (id ${failures[0]?.id}); to find out why`,
    );
  });

  it("in approveTool denies under both policies", async () => {
    for (const onFailure of POLICIES) {
      const { document } = await asked({ name: "guard", onFailure, approveTool: fail }, shell);
      expect(document).toEqual(denial(words("approveTool")));
    }
  });

  it("in onEvent is only logged", async () => {
    for (const onFailure of POLICIES) {
      const answer = await asked({ name: "guard", onFailure, onEvent: fail }, payloadOf("session_start"));
      expect(answer).toMatchObject({ text: undefined, denial: undefined, failures: [{ where: "onEvent" }] });
    }
  });

  it("in setup, which runs before each call, denies under block", async () => {
    const hook = (onFailure: FailurePolicy) => ({
      name: "guard",
      onFailure,
      setup: fail,
      beforeTool: () => undefined,
    });
    expect((await asked(hook("block"), shell)).document).toMatchObject(
      denial(expect.stringContaining("could not start")),
    );
    expect(await asked(hook("continue"), shell)).toMatchObject({
      text: undefined,
      failures: [{ where: "setup" }, { kind: "not-started" }],
    });
  });

  it("denies only for a member that blocks", async () => {
    const loose = defineHook({ name: "loose", beforeTool: fail });
    const strict = defineHook({ name: "strict", onFailure: "block", approveTool: () => approve() });
    expect(await asked(compose(loose, strict), shell)).toMatchObject({
      text: undefined,
      failures: [{ hook: "loose" }],
    });
    const both = compose(loose, { ...strict, beforeTool: fail });
    expect((await asked(both, shell)).document).toMatchObject(denial(expect.stringContaining('"strict"')));
  });
});

describe("deadlines", () => {
  const cut = async (hook: Hook, payload: object, ms: number) => {
    const clock = new ManualClock();
    let answered = false;
    const answer = asked(hook, payload, { clock }).finally(() => {
      answered = true;
    });
    while (clock.pending === 0) await new Promise(setImmediate);
    clock.advance(ms - 1);
    await new Promise(setImmediate);
    expect(answered, "before the deadline").toBe(false);
    clock.advance(1);
    return answer;
  };
  const late = (point: string) => denial(expect.stringMatching(`^hook "guard" took too long at ${point}`));

  it("give beforeTool and approveTool 4.5 s together", async () => {
    const hook = defineHook({ name: "guard", onFailure: "block", beforeTool: () => undefined, approveTool: forever });
    expect((await cut(hook, shell, 4500)).document).toEqual(late("approveTool"));
    expect((await cut({ ...hook, beforeTool: forever }, shell, 4500)).document).toEqual(late("beforeTool"));
  });

  it("add the time for approval to that of beforeTool", async () => {
    const deadlines = { interceptMs: 1000, approveMs: 20_000 };
    const hook = defineHook({ name: "guard", deadlines, approveTool: forever });
    expect((await cut(hook, shell, 21_000)).document).toEqual(late("approveTool"));
  });

  it("count the time of beforeTool for approveTool too", async () => {
    const clock = new ManualClock();
    const hook = defineHook({
      name: "guard",
      beforeTool: () => clock.block(4501),
      approveTool: () => approve(),
    });
    const { document, failures } = await asked(hook, shell, { clock });
    expect(failures.map(({ kind, where }) => `${where} ${kind}`)).toEqual([
      "beforeTool timed-out",
      "approveTool timed-out",
    ]);
    expect(document).toEqual(late("approveTool"));
  });

  it("limit a handler of docker-agent's own events", async () => {
    const hook = defineHook({
      ...{ name: "guard", onFailure: "block", deadlines: { interceptMs: 100 } },
      native: { "docker-agent": { user_prompt_submit: forever } },
    });
    const { document } = await cut(hook, payloadOf("user_prompt_submit"), 100);
    expect(document).toEqual({ decision: "block", reason: expect.stringContaining("took too long") });
  });

  it("limit onEvent, and print nothing to the host", async () => {
    const hook = defineHook({ name: "guard", onFailure: "block", onEvent: forever });
    expect(await cut(hook, payloadOf("stop"), 4500)).toMatchObject({ text: undefined, denial: undefined });
  });
});

describe("an unreadable payload of an event", () => {
  const handlers = { beforeTool: () => undefined, afterTool: () => undefined, beforeLlm: () => undefined };
  const unreadable = (event: string) =>
    expect.stringMatching(new RegExp(`^hook "guard" received a call that it cannot read at ${event} \\(id`));

  it.each([
    ["a tool's name is missing", { ...shell, tool_name: undefined }, denial(unreadable("pre_tool_use"))],
    ["the arguments are a text", { ...shell, tool_input: "ls" }, denial(unreadable("pre_tool_use"))],
    ["the arguments are a list", { ...shell, tool_input: ["ls"] }, denial(unreadable("pre_tool_use"))],
    ["a message has no role", { ...model, messages: [{ content: "x" }] }, { decision: "block" }],
    ["messages are not a list", { ...model, messages: {} }, { decision: "block" }],
    [
      "a result is not a text",
      { ...result, tool_response: { a: 1 } },
      { hook_specific_output: { updated_tool_response: expect.stringMatching(WITHHELD) } },
    ],
  ])("is denied under block, and gets no output under continue: %s", async (_title, payload, document) => {
    const blocked = await asked({ name: "guard", onFailure: "block", ...handlers }, payload);
    expect(blocked).toMatchObject({ document, failures: [{ kind: "undecodable" }] });
    const went = await asked({ name: "guard", ...handlers }, payload);
    expect(went).toMatchObject({ text: undefined, denial: undefined, failures: [{ kind: "undecodable" }] });
  });

  it("is denied under both policies if approveTool would have been called", async () => {
    for (const onFailure of POLICIES) {
      const judge = { name: "guard", onFailure, approveTool: () => approve() };
      expect((await asked(judge, { ...shell, tool_input: 1 })).document).toMatchObject({ decision: "block" });
    }
  });

  it.each(["shell", "run_background_job", "write_file", "edit_file", "create_directory", "run_tools_with_javascript"])(
    "of %s without tool_input is denied under block: its arguments may be unreadable and still run",
    async (tool) => {
      const bare = { ...shell, tool_name: tool, tool_input: undefined };
      const hook = defineHook({ name: "guard", onFailure: "block", approveTool: () => approve() });
      const { document, stderr } = await asked(hook, bare);
      expect(document).toEqual(denial(unreadable("pre_tool_use")));
      expect(stderr).toContain("tool_input is missing");
    },
  );

  it.each(["list_todos", "git_status", "list_background_jobs"])("from %s needs no tool_input", async (tool) => {
    const bare = { ...shell, tool_name: tool, tool_input: undefined };
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "guard",
      onFailure: "block",
      beforeTool: (call) => void seen.push(call.arguments),
    });
    expect(await asked(hook, bare)).toMatchObject({ text: undefined, failures: [] });
    expect(seen).toEqual([{}]);
  });
});

describe("a payload that is not an event of docker-agent", () => {
  it.each([
    ["nothing", ""],
    ["white space", " \n\n"],
    ["text", "hello"],
    ["half an object", '{"session_id":"s",'],
    ["two objects", `${JSON.stringify(shell)}\n${JSON.stringify(shell)}`],
    ["a list", `[${JSON.stringify(shell)}]`],
    ["null", "null"],
    ["an object without an event", '{"session_id":"s","cwd":"/"}'],
    ["an event of another agent", '{"session_id":"s","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash"}'],
    ["an event that is not a text", '{"session_id":"s","cwd":"/","hook_event_name":7}'],
    ["an unknown event", '{"session_id":"s","cwd":"/","hook_event_name":"after_world_peace"}'],
    ["an event named like a member of all objects", '{"session_id":"s","cwd":"/","hook_event_name":"constructor"}'],
  ])("is denied with an explanation under block, and ignored under continue: %s", async (_title, text) => {
    const blocked = await asked({ name: "guard", onFailure: "block", approveTool: () => approve() }, text);
    expect(blocked.text).toBeUndefined();
    expect(blocked.denial).toMatch(
      /^hook "guard" received a call that it cannot read at start \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr: \S/,
    );
    expect(blocked.denial).not.toContain("\n");
    const went = await asked({ name: "trim", beforeTool: () => {} }, text);
    expect(went).toMatchObject({ text: undefined, denial: undefined, failures: [{ kind: "undecodable" }] });
  });

  it("is denied by an approver under continue too", async () => {
    for (const text of ["", '{"session_id":"s",', "[]", '{"session_id":"s","cwd":"/"}']) {
      const went = await asked({ name: "approver", approveTool: () => approve() }, text);
      expect(went).toMatchObject({ text: undefined, denial: expect.stringContaining("cannot read") });
    }
  });

  it("with an unknown event of a later version reaches onEvent under continue", async () => {
    const received: HookEvent[] = [];
    const hook = defineHook({ name: "notes", onEvent: (event) => received.push(event) });
    const payload = { session_id: "s", cwd: "/", hook_event_name: "after_world_peace", some_field: 1 };
    await asked(hook, payload);
    expect(received).toMatchObject([{ kind: "other", hostKind: "after_world_peace", payload: { someField: 1 } }]);
  });

  it("may have several lines", async () => {
    const hook = defineHook({ name: "guard", onFailure: "block", approveTool: () => approve() });
    expect(await asked(hook, JSON.stringify(shell, null, 2))).toMatchObject({ text: undefined, failures: [] });
  });
});

describe("an answer that JSON or docker-agent would damage", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  it.each<[string, Record<string, unknown>]>([
    ["a big integer", { n: 1n }],
    ["a circle", circular],
    ["arguments that turn into text", { toJSON: () => "rm -rf /" }],
    ["arguments that throw when they are read", { toJSON: () => JSON.parse("{") }],
  ])("fails for %s in the arguments", async (_title, args) => {
    const rewrites = (onFailure: FailurePolicy) =>
      defineHook({ name: "guard", onFailure, beforeTool: () => modify({ arguments: args }) });
    const blocked = await asked(rewrites("block"), shell);
    expect(blocked.document).toMatchObject({ decision: "block" });
    expect(blocked.failures).toHaveLength(1);
    expect(await asked(rewrites("continue"), shell)).toMatchObject({ text: undefined, failures: [{}] });
  });

  it.each([
    ["tool calls that are not a list", { tool_calls: "none" }],
    ["arguments that are not a text", { tool_calls: [{ id: "c", function: { name: "shell", arguments: {} } }] }],
    ["parts that are not a list", { multi_content: {} }],
    ["an is_error that is not a boolean", { is_error: "no" }],
    ["a cost that is not a number", { cost: "0" }],
    ["a signature that is not a text", { thought_signature: [1] }],
  ])("fails for a message with %s: docker-agent would drop the answer", async (_title, field) => {
    const updated_messages = [{ role: "user", content: "x", ...(field as {}) }];
    const answers = () => ({ hook_specific_output: { updated_messages } });
    const hook = defineHook({
      ...{ name: "guard", onFailure: "block" },
      native: { "docker-agent": { before_llm_call: answers } },
    });
    expect(await asked(hook, model)).toMatchObject({
      document: { decision: "block" },
      failures: [{ kind: "invalid-decision" }],
    });
  });
});
