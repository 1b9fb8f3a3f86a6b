import { describe, expect, test } from "vitest";
import { agentHook, file } from "../run-command.js";
import { type Behaviour, withScript } from "../scripted.js";

const IS_WINDOWS = process.platform === "win32";

const node = process.execPath;
const GUARD = [node, file("packages/testing/test/hooks/guard.mjs")];
const REDACTS = [node, file("packages/picoclaw/test/hooks/redacts.mjs")];
const WEATHER = [node, file("examples/weather/dist/main.js")];

/** Extracts the hook's decision from the first line, and the host's effect from the line with `host`. */
const parts = (stdout: string) => ({
  decision: stdout.split("\n")[0],
  host: /^ {2}host {4}(.*)$/m.exec(stdout)?.[1],
  notes: /^ {2}note {4}((?:.*\n {10}.*|.*)*)$/m.exec(stdout)?.[1],
});

const callWith = async (args: readonly string[], method: `hook.${string}`, behaviour: Behaviour) => {
  const { code, stdout, stderr } = await withScript([...PICOCLAW, ...args], { [method]: behaviour });
  return { code, stderr, ...parts(stdout), stdout };
};

const TOOL = ["--tool", "exec"];
const PICOCLAW = ["call", "--host", "picoclaw"];
const MODIFIED = { action: "modify", call: { tool: "exec", arguments: { path: "safe" } } };

describe("agent-hook call", () => {
  test.each<[point: string, flags: string[], result: unknown, decision: string, host: string]>([
    [
      "before_llm",
      [],
      { action: "continue" },
      "✓ continues, nothing changed",
      "sends the request to the model unchanged",
    ],
    [
      "before_llm",
      [],
      { action: "abort_turn", reason: "budget" },
      "■ aborted the turn: budget",
      "ends the turn; the user does not read the reason",
    ],
    [
      "before_llm",
      [],
      { action: "hard_abort" },
      "■ aborted the agent",
      "ends the turn with an empty reply, and removes it from the history",
    ],
    [
      "after_llm",
      ["--message", "hi"],
      { action: "modify", response: { response: { content: "bye", finish_reason: "stop" } } },
      "✓ continues, changed: response",
      "continues with the changed reply",
    ],
    ["after_llm", ["--message", "hi"], {}, "✓ continues, nothing changed", "continues with the unchanged reply"],
    ["before_tool", TOOL, {}, "✓ continues, nothing changed", "asks its approvers, then runs the tool"],
    [
      "before_tool",
      TOOL,
      MODIFIED,
      "✓ continues, changed: arguments",
      "asks its approvers about the changed call, then runs it",
    ],
    [
      "before_tool",
      TOOL,
      { action: "deny_tool", reason: "no shell" },
      "■ denied: no shell",
      "does not run the tool; the model reads: Tool execution denied by hook: no shell",
    ],
    [
      "before_tool",
      TOOL,
      { action: "respond", result: { for_llm: "15 °C" } },
      "✓ answered instead of the tool: 15 °C",
      "gives the model this result; the tool does not run, and no approver is asked",
    ],
    [
      "before_tool",
      TOOL,
      { action: "respond", result: { for_llm: "no such city", is_error: true } },
      "✓ answered instead of the tool, as an error: no such city",
      "gives the model this result; the tool does not run, and no approver is asked",
    ],
    ["approve_tool", TOOL, { approved: true }, "✓ approved", "runs the tool, unless another approver denies it"],
    [
      "approve_tool",
      TOOL,
      { approved: false },
      "■ denied, without a reason",
      "does not run the tool; the model reads: Tool execution denied by approval hook",
    ],
    [
      "approve_tool",
      TOOL,
      { approved: false, ask: true, reason: "it costs" },
      "■ denied, because nobody can be asked: it costs",
      "does not ask the user and does not run the tool; the model reads: Tool execution denied by approval hook: it costs",
    ],
    [
      "after_tool",
      [...TOOL, "--result", "mail"],
      { action: "modify", result: { result: { for_llm: "[hidden]" } } },
      "✓ continues, changed: result",
      "gives the changed result to the model",
    ],
    [
      "after_tool",
      [...TOOL, "--result", ""],
      {},
      "✓ continues, nothing changed",
      "gives the result to the model unchanged",
    ],
  ])("reports %s %j answered with %j and exits with 0", async (point, flags, result, decision, host) => {
    const called = await callWith([point, ...flags], `hook.${point}`, { result });
    expect(called).toMatchObject({ code: 0, stderr: "", decision, host: `PicoClaw v0.2.9 ${host}` });
  });

  test.each([
    [
      { forLlm: "Sunny" },
      'no "for_llm": the model reads an empty text; unknown key "forLlm" (did you mean "for_llm"?)',
    ],
    [{}, 'no "for_llm": the model reads an empty text'],
    [{ for_llm: "x", isError: true }, 'an unknown key "isError" (did you mean "is_error"?): the host ignores it'],
  ])("fails for an answer %j that the model cannot read as meant", async (result, problem) => {
    const called = await callWith(["before_tool", ...TOOL], "hook.before_tool", {
      result: { action: "respond", result },
    });
    expect(called).toMatchObject({ code: 1, decision: `✗ failed: its "result" has ${problem}` });
  });

  test("calls a hook's own tool by the name that an MCP server gives it", async () => {
    const tool = ["--tool", "mcp_sky_get_weather", "--args", '{"city":"Beijing"}'];
    const { code, stdout } = await agentHook([...PICOCLAW, "before_tool", ...tool, "--", ...WEATHER]);
    expect(code).toBe(0);
    const { decision, notes } = parts(stdout);
    expect(decision).toContain("✓ answered instead of the tool: Beijing");
    expect(notes).toBe("called as in a config with AGENT_HOOK_MCP_NAME=sky");
  });

  test("reports an event, which has no answer", async () => {
    const result = await callWith(
      ["event", "--kind", "turn_end", "--payload", '{"Status":"ok"}'],
      "hook.runtime_event",
      {
        log: "heard",
      },
    );
    expect(result).toMatchObject({ code: 0, decision: "✓ received; events have no answer" });
    expect(result.stdout).toContain('  sent    event agent.turn.end {"Status":"ok"}');
    expect(result.stdout).toContain("  stderr  heard");
  });

  test("accepts the SDK's names of the points", async () => {
    const { code, stdout } = await agentHook([...PICOCLAW, "approveTool", ...TOOL, "--", ...GUARD]);
    expect(code).toBe(0);
    expect(parts(stdout).decision).toBe("■ denied: no shell");
  });

  test("shows both sides of a modify, and the answer without the parts that are unchanged", async () => {
    const call = ["before_tool", ...TOOL, "--args", '{"path":"memory"}'];
    const { code, stdout } = await agentHook([...PICOCLAW, ...call, "--", ...REDACTS]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "✓ continues, changed: arguments\n    /arguments/checked\n      was  (nothing)\n      is   true\n",
    );
    expect(stdout).toContain('"meta": (as sent),');
    expect(stdout).toContain('"arguments": {"path":"memory","checked":true}');
    expect(stdout).toMatch(/^ {2}time {4}[\d.]+ ms$/m);
  });

  // The answer is longer than the environment of a process of Windows may be.
  test.skipIf(IS_WINDOWS)("shortens long answers", async () => {
    const result = {
      action: "respond",
      result: { for_llm: "x".repeat(100_000), media: Array(200).fill("m".repeat(50)) },
    };
    const { stdout } = await callWith(["before_tool", ...TOOL], "hook.before_tool", { result });
    expect(stdout.length).toBeLessThan(5000);
    expect(stdout).toContain("… (100000 characters)");
    expect(stdout).toContain("more lines; --json prints all");
  });

  test("reports that the hook does not handle the point", async () => {
    const { stdout } = await agentHook([...PICOCLAW, "approve_tool", ...TOOL, "--", ...WEATHER]);
    expect(parts(stdout)).toMatchObject({
      decision: "✓ approved",
      notes: "the hook does not handle approve_tool; it handles before_llm, before_tool",
    });
  });

  test.each([
    ["v0.2.7", "sends the changed request to the model"],
    ["v0.2.8", "sends the request to the model unchanged"],
    ["v0.2.9", "sends the request to the model unchanged"],
  ])("shows what PicoClaw %s does with the tools that a hook adds", async (version, host) => {
    const request = {
      model: "test-model",
      messages: [{ role: "user", content: "hello" }],
      tools: [{ type: "function", function: { name: "get_weather" } }],
    };
    const result = await callWith(["before_llm", "--host", `picoclaw@${version}`], "hook.before_llm", {
      result: { action: "modify", request },
    });
    expect(result).toMatchObject({
      code: 0,
      decision: "✓ continues, changed: tools",
      host: `PicoClaw ${version} ${host}`,
      notes: "ignored by v0.2.8 and later: tool definitions",
    });
  });

  test.each([
    ["v0.2.7", "sends the changed request to the model", "messages"],
    [
      "v0.2.9",
      "sends the request to the model unchanged",
      "every change of messages, because a system message differs",
    ],
  ])("shows what PicoClaw %s does with a changed system message", async (version, host, ignored) => {
    const stdin = JSON.stringify({ point: "before_llm", messages: [{ role: "system", content: "be kind" }] });
    const request = { model: "test-model", messages: [{ role: "system", content: "be brief" }] };
    const script = { "hook.before_llm": { result: { action: "modify", request } } };
    const { stdout } = await withScript(["call", "--file", "-", "--host", `picoclaw@${version}`], script, { stdin });
    expect(parts(stdout)).toEqual({
      decision: "✓ continues, changed: messages",
      host: `PicoClaw ${version} ${host}`,
      notes: `ignored by v0.2.8 and later: ${ignored}`,
    });
  });

  test("passes a host to the hook only with --host", async () => {
    const script = { "hook.approve_tool": { result: { approved: false, reason: "told [$HOST]" } } };
    const env = { AGENT_HOOK_HOST: "picoclaw@v0.2.6" };
    const withHost = await withScript(["call", "approve_tool", ...TOOL, "--host", "picoclaw@0.2.7"], script, { env });
    expect(parts(withHost.stdout).decision).toBe("■ denied: told [picoclaw@v0.2.7]");
    const recorded = JSON.stringify({ method: "hook.approve_tool", params: { tool: "exec", arguments: {} } });
    const withoutHost = await withScript(["call", "--file", "-"], script, { env, stdin: recorded });
    expect(parts(withoutHost.stdout).decision).toBe("■ denied: told []");
  });

  test("reports a failure when a handler throws, even though the hook answers", async () => {
    const throws = [node, file("packages/sdk/test/hooks/throws.mjs")];
    const { code, stdout } = await agentHook([...PICOCLAW, "before_tool", ...TOOL, "--", ...throws]);
    expect(code).toBe(1);
    expect(parts(stdout)).toEqual({
      decision: "✗ failed: beforeTool: an error was thrown; the host was told to continue",
      host: "PicoClaw v0.2.9 asks its approvers, then runs the tool",
    });
    expect(stdout).toMatch(/^ {2}(?:stderr| {6}) {2}\[throws\] error: beforeTool failed/m);
  });

  test("shows the start and the end of a long log", async () => {
    const log = Array.from({ length: 100 }, (_, at) => `line ${at}`).join("\n");
    const { stdout } = await callWith(["approve_tool", ...TOOL], "hook.approve_tool", {
      log,
      result: { approved: true },
    });
    expect(stdout).toContain("  stderr  line 0\n");
    expect(stdout).toContain("line 19\n          … 60 lines omitted\n          line 80\n");
    expect(stdout).toContain("line 99\n");
  });

  test("shows what the host skips and what the hook logs", async () => {
    const result = await callWith(["approve_tool", ...TOOL], "hook.approve_tool", {
      print: "ready",
      log: "one\ntwo",
      result: { approved: true },
    });
    expect(result).toMatchObject({
      code: 0,
      notes: "the hook wrote a line that is not a message: ready",
      stdout: expect.stringContaining("  stderr  one\n          two\n"),
    });
  });
});

describe("a hook that fails the call exits with 1", () => {
  const continues = "continues without the hook: it asks its approvers, then runs the tool";

  test.each<[what: string, behaviour: Behaviour, sentence: string, host?: string]>([
    ["an error", { error: { code: -32000, message: "no" } }, "it answered hook.before_tool with error -32000: no"],
    ["an answer without effect", { result: { decision: "deny" } }, 'it has no "action", only decision'],
    ["an unknown action", { result: { action: "deny" } }, "it answered hook.before_tool wrongly: action: expected"],
    ["a wrong type", { result: { action: "respond", result: { for_llm: 12 } } }, "for_llm: expected string"],
    ["no answer", { silent: true }, "it did not answer hook.before_tool in 300 ms"],
    ["exiting", { exit: 7 }, "it ended with code 7"],
    [
      "an answer of 1 MiB",
      { result: { action: "continue", reason: "$MIB" } },
      "it gave an answer of 1048576 bytes or more",
      "reads no more answers of the hook: every later call fails",
    ],
  ])("%s", async (_, behaviour, sentence, host = continues) => {
    const limit = behaviour.silent ? ["--timeout", "300"] : [];
    const result = await callWith(["before_tool", ...TOOL, ...limit], "hook.before_tool", behaviour);
    expect(result).toMatchObject({ code: 1, stderr: "", host: `PicoClaw v0.2.9 ${host}` });
    expect(result.decision).toMatch(/^✗ failed: /);
    expect(result.decision).toContain(sentence);
  });

  test("a failed approval is a denial to the host", async () => {
    const result = await callWith(["approve_tool", ...TOOL], "hook.approve_tool", { exit: 1, log: "KeyError: 'x'" });
    expect(result).toMatchObject({
      code: 1,
      host: expect.stringMatching(/does not run the tool; the model reads: .* failed$/),
    });
    expect(result.stdout).toContain("  stderr  KeyError: 'x'");
  });

  test("exiting after an event", async () => {
    const result = await callWith(["event", "--kind", "agent.error"], "hook.runtime_event", { exit: 3 });
    expect(result).toMatchObject({ code: 1, decision: "✗ failed: it exited with code 3 after it received the event" });
  });
});

describe("call exits with 3 for a hook that cannot be run", () => {
  test.each([
    ["a program that does not exist", ["./no-such-program"], 'there is no program "./no-such-program"'],
    [
      "a file that is not a program",
      [file("package.json")],
      `is not executable (${IS_WINDOWS ? "UNKNOWN" : "EACCES"})`,
    ],
    [
      "a script that does not exist",
      [node, "./no-such.mjs"],
      "the hook ended with code 1 before it answered hook.hello",
    ],
    ["a hook that prints nothing", [node, "-e", "setInterval(() => {}, 1e6)"], "in 5000 ms: it printed nothing"],
    [
      "a hook that prints no answer",
      [node, "-e", "console.log('hi'); setInterval(() => {}, 1e6)"],
      "in 5000 ms: it printed hi",
    ],
  ])("%s", async (_, command, sentence) => {
    const limit = ["--timeout", "1"];
    const { code, stdout, stderr } = await agentHook([
      ...PICOCLAW,
      "approve_tool",
      ...TOOL,
      ...limit,
      "--",
      ...command,
    ]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(sentence);
  });

  test("a hook that rejects hello, with its last log lines", async () => {
    const { code, stderr } = await withScript([...PICOCLAW, "approve_tool", ...TOOL], {
      "hook.hello": { error: { code: -32000, message: "WEATHER_KEY is not set" }, log: "give me a key" },
    });
    expect(code).toBe(3);
    expect(stderr).toContain("the hook answered hook.hello with error -32000: WEATHER_KEY is not set");
    expect(stderr).toContain("  give me a key");
  });
});
