import {
  abortTurn,
  approve,
  ask,
  compose,
  defineHook,
  defineTool,
  deny,
  type HookEvent,
  modify,
  reject,
  respond,
  ToolError,
} from "@agent-hook/sdk";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createPicoClawHost } from "../../src/testing.js";

describe("a test of three lines", () => {
  it("sees a denial as the model would read it", async () => {
    const host = createPicoClawHost(defineHook({ name: "guard", beforeTool: () => deny("no shell") }), {
      version: "v0.2.9",
    });
    const outcome = await host.beforeTool({ tool: "exec", arguments: { command: "ls" } });
    expect(outcome).toMatchObject({ outcome: "denied", text: "Tool execution denied by hook: no shell" });
  });
});

describe("each point returns what the host continues with", () => {
  const hook = defineHook({
    name: "all",
    respondsTo: ["web_fetch"],
    beforeLlm: (call) => modify({ messages: [...call.messages, { role: "user", content: "more" }] }),
    afterLlm: ({ content }) => (content === "stop" ? abortTurn("enough") : modify({ content: `${content}!` })),
    beforeTool: ({ tool, arguments: args }) =>
      tool === "web_fetch" ? respond("cached") : modify({ arguments: { ...args, safe: true } }),
    approveTool: ({ arguments: args }) => (args.safe ? approve() : reject("not safe")),
    afterTool: ({ result }) => modify({ result: result.forLlm.toUpperCase() }),
  });

  it("beforeLlm: the request of the model", async () => {
    const outcome = await createPicoClawHost(hook).beforeLlm({ messages: [{ role: "user", content: "hi" }] });
    expect(outcome).toMatchObject({ outcome: "continue", changedBy: ["all"] });
    expect(outcome).toHaveProperty("request.messages", [
      { role: "user", content: "hi" },
      { role: "user", content: "more" },
    ]);
  });

  it("afterLlm: the reply, or the end of the turn", async () => {
    const host = createPicoClawHost(hook);
    expect(await host.afterLlm("hello")).toMatchObject({ outcome: "continue", response: { content: "hello!" } });
    expect(await host.afterLlm("stop")).toMatchObject({
      outcome: "aborted",
      scope: "turn",
      reason: "enough",
      by: "all",
    });
  });

  it("beforeTool: the call, or an answer instead of the tool", async () => {
    const host = createPicoClawHost(hook);
    expect(await host.beforeTool({ tool: "exec", arguments: { a: 1 } })).toMatchObject({
      outcome: "continue",
      tool: "exec",
      arguments: { a: 1, safe: true },
    });
    expect(await host.beforeTool({ tool: "web_fetch", arguments: { safe: true } })).toMatchObject({
      outcome: "answered",
      result: { for_llm: "cached" },
    });
  });

  it("approveTool: approved or denied", async () => {
    const host = createPicoClawHost(hook);
    expect(await host.approveTool({ tool: "exec", arguments: { safe: true } })).toMatchObject({ outcome: "approved" });
    expect(await host.approveTool({ tool: "exec" })).toMatchObject({ outcome: "denied", reason: "not safe" });
  });

  it("afterTool gets the given duration of the tool", async () => {
    const seen: unknown[] = [];
    const timed = defineHook({ name: "timed", afterTool: ({ raw }) => void seen.push(raw.duration) });
    await createPicoClawHost(timed).afterTool({ tool: "exec", result: "done", duration: 5 });
    expect(seen).toEqual([5]);
  });

  it("afterTool: the result", async () => {
    const outcome = await createPicoClawHost(hook).afterTool({ tool: "exec", result: "done" });
    expect(outcome).toMatchObject({ outcome: "continue", result: { for_llm: "DONE" } });
  });

  it("runTool: the whole round, with the rewritten arguments", async () => {
    const seen: unknown[] = [];
    const round = await createPicoClawHost(hook).runTool({ tool: "exec", arguments: { a: 1 } }, (call) => {
      seen.push(call);
      return "ran";
    });
    expect(seen).toEqual([{ tool: "exec", arguments: { a: 1, safe: true } }]);
    expect(round).toMatchObject({ outcome: "ran", text: "RAN" });
  });
});

describe("a failure in a hook is part of the outcome", () => {
  const boom = new Error("boom");
  const broken = (onFailure: "continue" | "block") =>
    defineHook({
      name: "broken",
      onFailure,
      beforeTool: () => {
        throw boom;
      },
      afterLlm: () => new Promise(() => {}),
    });

  it("a throw lets the call continue under continue and is reported with the thrown value", async () => {
    const outcome = await createPicoClawHost(broken("continue")).beforeTool({ tool: "exec" });
    expect(outcome).toMatchObject({ outcome: "continue", changedBy: [] });
    expect(outcome.failures).toMatchObject([{ kind: "threw", hook: "broken", where: "beforeTool", cause: boom }]);
  });

  it("a throw denies the call under block", async () => {
    const outcome = await createPicoClawHost(broken("block")).beforeTool({ tool: "exec" });
    expect(outcome).toMatchObject({ outcome: "denied", failures: [{ kind: "threw", cause: boom }] });
  });

  it("a deadline passes when the test advances the time", async () => {
    const host = createPicoClawHost(broken("block"), { time: "manual" });
    const asked = host.afterLlm("hello");
    await host.advance(4499);
    await host.advance(1);
    expect(await asked).toMatchObject({ outcome: "aborted", failures: [{ kind: "timed-out", where: "afterLlm" }] });
  });

  it("a hook's own deadline passes in real time", async () => {
    const hook = defineHook({ name: "slow", deadlines: { interceptMs: 5 }, beforeTool: () => new Promise(() => {}) });
    expect(await createPicoClawHost(hook).beforeTool({ tool: "exec" })).toMatchObject({
      outcome: "continue",
      failures: [{ kind: "timed-out" }],
    });
  });

  it("an invalid decision is reported with an explanation", async () => {
    const hook = defineHook({ name: "js", approveTool: () => true as never });
    const outcome = await createPicoClawHost(hook).approveTool({ tool: "exec" });
    expect(outcome).toMatchObject({ outcome: "denied", failures: [{ kind: "invalid-decision" }] });
    expect(outcome.failures[0]?.message).toContain("returned boolean, expected approve, ask, deny");
  });

  it("keeps the failures of concurrent calls apart", async () => {
    const hook = defineHook({
      name: "mixed",
      beforeTool: async ({ tool }) => {
        await new Promise(setImmediate);
        throw new Error(tool);
      },
    });
    const host = createPicoClawHost(hook);
    const outcomes = await Promise.all(["a", "b", "c"].map((tool) => host.beforeTool({ tool })));
    expect(outcomes.map(({ failures }) => failures.map(({ cause }) => (cause as Error).message))).toEqual([
      ["a"],
      ["b"],
      ["c"],
    ]);
  });

  it("advance() without manual time explains what it needs", async () => {
    await expect(createPicoClawHost(broken("block")).advance(1)).rejects.toThrow('created with { time: "manual" }');
  });

  it("a hook that cannot start rejects the first call with the message of serve", async () => {
    const host = createPicoClawHost({ name: "x", beforTool: () => undefined } as never);
    await expect(host.beforeTool({ tool: "exec" })).rejects.toThrow(
      'unknown key "beforTool" (did you mean "beforeTool"?)',
    );
    await expect(host.started()).rejects.toThrow("beforTool");
  });

  it("a failing setup is reported", async () => {
    const hook = defineHook({
      name: "start",
      setup: () => {
        throw new Error("no database");
      },
    });
    await expect(createPicoClawHost(hook).beforeTool({ tool: "exec" })).rejects.toThrow("failed hook.hello");
  });
});

describe("the host is PicoClaw of one version", () => {
  const tool = defineTool({
    name: "add",
    description: "Adds",
    input: z.object({ a: z.number() }),
    run: ({ a }) => `${a + 1}`,
  });
  const hook = defineHook({
    name: "versions",
    tools: [tool],
    beforeLlm: ({ messages }) => modify({ messages: [{ role: "system", content: "mine" }, ...messages.slice(1)] }),
  });
  const messages = [
    { role: "system", content: "theirs" },
    { role: "user", content: "hi" },
  ];

  it("v0.2.7 accepts tools and system messages", async () => {
    const outcome = await createPicoClawHost(hook, { version: "v0.2.7" }).beforeLlm({ messages });
    expect(outcome).toMatchObject({ request: { tools: [{ function: { name: "add" } }] } });
    expect(outcome).toHaveProperty("request.messages.0.content", "mine");
  });

  it("v0.2.9 accepts neither, and the hook gets a failure", async () => {
    const outcome = await createPicoClawHost(hook, { version: "v0.2.9" }).beforeLlm({ messages });
    expect(outcome).toMatchObject({ outcome: "continue", request: { messages, tools: [] } });
    expect(outcome.failures).toMatchObject([{ kind: "unsupported" }]);
  });

  it("an own tool answers and validates the model's arguments", async () => {
    const host = createPicoClawHost(hook);
    expect(await host.runTool({ tool: "add", arguments: { a: 1 } })).toMatchObject({ outcome: "answered", text: "2" });
    expect(await host.runTool({ tool: "add", arguments: { a: "1" } })).toMatchObject({
      outcome: "answered",
      result: { is_error: true },
      text: "Invalid arguments for add: a: expected number, got string",
    });
  });

  it("tool calls reach afterLlm with only their ids, and stay complete for the host", async () => {
    const seen: unknown[] = [];
    const watching = defineHook({ name: "w", afterLlm: ({ toolCalls }) => void seen.push(...toolCalls) });
    const call = { id: "1", type: "function", function: { name: "exec", arguments: "{}" } };
    const outcome = await createPicoClawHost(watching).afterLlm({ tool_calls: [call] });
    expect(seen).toMatchObject([{ id: "1" }]);
    expect(seen[0]).not.toHaveProperty("name");
    expect(outcome).toMatchObject({ response: { tool_calls: [call] } });
  });

  it.each(["v0.2.6", "v0.2.7", "v0.2.8", "v0.2.9"])("%s sends its events in its own format", async (version) => {
    const events: HookEvent[] = [];
    const host = createPicoClawHost(defineHook({ name: "o", onEvent: (event) => events.push(event) }), { version });
    await host.emit({ kind: "agent.tool.exec_end", payload: { Tool: "exec", IsError: false } });
    expect(events).toMatchObject([{ kind: "tool.end" }]);
    expect(events[0]?.raw).toHaveProperty(version === "v0.2.9" ? "kind" : "Kind");
  });

  it("an invalid version is rejected", async () => {
    await expect(createPicoClawHost(hook, { version: "latest" }).beforeLlm()).rejects.toThrow(
      '"latest" is not a version of PicoClaw',
    );
  });
});

describe("onAsk", () => {
  const hook = defineHook({ name: "careful", approveTool: ({ tool }) => ask(`${tool} costs money`) });

  it("is missing: a call for which a hook asks the user is denied and says that a person is needed", async () => {
    expect(await createPicoClawHost(hook).approveTool({ tool: "buy" })).toMatchObject({
      outcome: "denied",
      reason: "needs a person: buy costs money",
    });
  });

  it("decides for the user", async () => {
    const questions: unknown[] = [];
    const host = createPicoClawHost(hook, {
      onAsk: (question) => {
        questions.push(question);
        return question.tool === "buy";
      },
    });
    expect(await host.approveTool({ tool: "buy", arguments: { n: 1 } })).toMatchObject({ outcome: "approved" });
    expect(await host.approveTool({ tool: "sell" })).toMatchObject({ outcome: "denied" });
    expect(questions).toMatchObject([
      { hook: "careful", tool: "buy", arguments: { n: 1 }, reason: "buy costs money" },
      { tool: "sell" },
    ]);
  });

  it("is not called if another member rejects", async () => {
    const strict = defineHook({ name: "strict", approveTool: () => reject("never") });
    const host = createPicoClawHost(compose(hook, strict), { onAsk: () => true });
    expect(await host.approveTool({ tool: "buy" })).toMatchObject({ outcome: "denied", reason: "never" });
  });

  it("is not called for an own tool: the host cannot ask about it, so the call is denied", async () => {
    const tool = defineTool({ name: "t", description: "T", input: z.object({}), run: () => "ran" });
    const host = createPicoClawHost(compose(hook, defineHook({ name: "own", tools: [tool] })), { onAsk: () => true });
    expect(await host.runTool({ tool: "t" })).toMatchObject({
      outcome: "denied",
      reason: "needs a person: t costs money",
    });
  });
});

describe("the environment of a hook under test", () => {
  it("has the settings from the given env", async () => {
    const hook = defineHook({
      name: "env",
      env: z.object({ KEY: z.string() }),
      afterTool: (_call, { env }) => modify({ result: env.KEY }),
    });
    const outcome = await createPicoClawHost(hook, { env: { KEY: "k" } }).afterTool({ tool: "t", result: "" });
    expect(outcome).toMatchObject({ result: { for_llm: "k" } });
    await expect(createPicoClawHost(hook, { env: {} }).beforeLlm()).rejects.toThrow(
      "KEY: expected string, got nothing",
    );
  });

  it("has the hook's log, and nothing goes to stderr", async () => {
    const host = createPicoClawHost(defineHook({ name: "l", onEvent: (_event, { log }) => log.warn("seen") }));
    await host.emit({ kind: "agent.turn.end" });
    expect(host.stderr).toEqual(["[l] warn: seen"]);
  });

  it("ends with teardown, once, at close", async () => {
    const stops: string[] = [];
    const host = createPicoClawHost(defineHook({ name: "s", teardown: () => stops.push("stopped") }));
    await host.started();
    await Promise.all([host.close(), host.close()]);
    expect(stops).toEqual(["stopped"]);
  });

  it("does not count a ToolError as a failure, but any other throw of a tool", async () => {
    const run = ({ bad }: { bad: boolean }) => {
      throw bad ? new Error("secret") : new ToolError("try later");
    };
    const tool = defineTool({ name: "t", description: "T", input: z.object({ bad: z.boolean() }), run });
    const host = createPicoClawHost(defineHook({ name: "h", tools: [tool] }));
    const kind = await host.runTool({ tool: "t", arguments: { bad: false } });
    expect(kind).toMatchObject({ text: "try later", failures: [] });
    const other = await host.runTool({ tool: "t", arguments: { bad: true } });
    expect(other.text).not.toContain("secret");
    expect(other.failures).toMatchObject([{ kind: "threw", where: "tool t" }]);
  });
});

describe("a mistake in the test throws", () => {
  const host = createPicoClawHost(defineHook({ name: "m", onEvent: () => Promise.reject(new Error("late")) }));

  it.each<[string, () => Promise<unknown>]>([
    [
      'call: unknown key "argumens" (did you mean "arguments"?)',
      () => host.approveTool({ tool: "t", argumens: {} } as never),
    ],
    ['beforeLlm: unknown key "mesages" (did you mean "messages"?)', () => host.beforeLlm({ mesages: [] } as never)],
    ['afterLlm: unknown key "contnt" (did you mean "content"?)', () => host.afterLlm({ contnt: "x" } as never)],
    [
      'afterTool: unknown key "reslt" (did you mean "result"?)',
      () => host.afterTool({ tool: "t", reslt: "" } as never),
    ],
    ['emit: expected a kind such as "agent.tool.exec_end"', () => host.emit({} as never)],
    ["hook.runtime_event cannot be sent", () => host.emit({ kind: "agent.turn.end", payload: { big: 1n } })],
    ["call: expected an object, got undefined", () => host.beforeTool(undefined as never)],
    ["kill() needs a hook with a process", () => host.kill()],
  ])("%s", (text, act) => expect(act()).rejects.toThrow(text));

  it("rejects a misspelt option or an invalid time", () => {
    const hook = defineHook({ name: "o" });
    expect(() => createPicoClawHost(hook, { verison: "v0.2.9" } as never)).toThrow(
      'unknown key "verison" (did you mean "version"?)',
    );
    expect(() => createPicoClawHost(hook, { time: "fake" as never })).toThrow('expected "real" or "manual" as time');
  });

  it("names a value that is not a hook", async () => {
    await expect(createPicoClawHost(undefined as never).started()).rejects.toThrow(
      "expected a hook from defineHook, got undefined",
    );
    await expect(createPicoClawHost(["node", "x.js"] as never).started()).rejects.toThrow("got an array");
  });

  it("returns a failing onEvent from emit", async () => {
    const { failures } = await host.emit({ kind: "agent.turn.end" });
    expect(failures).toMatchObject([{ kind: "threw", where: "onEvent", cause: { message: "late" } }]);
  });
});

describe("manual time", () => {
  const forever = () => new Promise<never>(() => {});

  it("advances for a setup that never settles", async () => {
    const host = createPicoClawHost(defineHook({ name: "s", setup: forever }), { time: "manual" });
    const asked = host.beforeTool({ tool: "t" });
    await Promise.all([host.advance(4500), expect(asked).rejects.toThrow("failed hook.hello")]);
  });

  it("advances at close for a teardown and a call that never settle", async () => {
    const hook = defineHook({ name: "s", onFailure: "block", teardown: forever, beforeTool: forever });
    const host = createPicoClawHost(hook, { time: "manual" });
    await host.started();
    const asked = host.beforeTool({ tool: "t" });
    await host.close();
    expect(await asked).toMatchObject({ outcome: "denied" });
  });
});
