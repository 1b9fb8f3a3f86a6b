import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SIMULATED_HOSTS } from "@agent-hook/sdk/internal/host-lists";
import { describe, expect, test } from "vitest";
import { agentHook, file } from "../run-command.js";
import { withScript } from "../scripted.js";
import { folder } from "../temporary-folder.js";

const recorded = (version: string, name: string, line: number) =>
  readFileSync(file(`packages/sdk/src/hosts/picoclaw/fixtures/${version}/${name}.jsonl`), "utf8").split("\n")[
    line - 1
  ] ?? "";
const UNSTARTED = ["--", "./is-not-started"];
const HOST = ["--host", "picoclaw"];
const HOSTS = `${["picoclaw", ...SIMULATED_HOSTS.slice(0, -1)].join(", ")} or ${SIMULATED_HOSTS.at(-1)}`;

interface CallDocument {
  readonly ok: boolean;
  readonly point: string;
  readonly wire: {
    readonly sent: { readonly method: string; readonly params: Readonly<Record<string, unknown>> };
    readonly answered: unknown;
  };
}

const sent = async (stdin: string, ...flags: string[]): Promise<CallDocument["wire"]["sent"]> => {
  const { code, stdout } = await withScript(["call", "--file", "-", "--json", ...HOST, ...flags], {}, { stdin });
  expect(code).toBe(0);
  return (JSON.parse(stdout) as CallDocument).wire.sent;
};

describe("agent-hook call --json", () => {
  test("prints one document with the decision, its effect in the host, and both lines of the wire", async () => {
    const { code, stdout, stderr } = await withScript(
      ["call", ...HOST, "before_tool", "--tool", "exec", "--args", '{"a":1}', "--json"],
      {
        "hook.before_tool": {
          result: { action: "modify", call: { tool: "exec", arguments: { a: 2 } } },
          print: "noise",
          log: "a log line",
        },
      },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      point: "before_tool",
      host: "picoclaw@v0.2.9",
      decision: "changed",
      sentence: "continues, changed: arguments",
      changes: [{ pointer: "/arguments/a", was: 1, is: 2 }],
      consequence: "asks its approvers about the changed call, then runs it",
      outcome: { outcome: "continue", tool: "exec", arguments: { a: 2 }, changedBy: ["hook"] },
      notes: ["the hook wrote a line that is not a message: noise"],
      wire: {
        sent: expect.objectContaining({ method: "hook.before_tool", id: expect.any(Number) }),
        answered: {
          jsonrpc: "2.0",
          id: expect.any(Number),
          result: { action: "modify", call: { tool: "exec", arguments: { a: 2 } } },
        },
      },
      ms: expect.any(Number),
      stderr: ["a log line"],
    });
  });

  test("prints null for a missing answer", async () => {
    const flags = ["call", ...HOST, "approve_tool", "--tool", "exec", "--timeout", "300", "--json"];
    const { code, stdout } = await withScript(flags, { "hook.approve_tool": { silent: true } });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      decision: "failed",
      outcome: { outcome: "denied" },
      wire: { answered: null },
    });
  });

  test("prints neither outcome nor time for an event", async () => {
    const { stdout } = await withScript(["call", ...HOST, "event", "--kind", "agent.error", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, decision: "received", outcome: null, ms: null });
  });

  test("prints an error for a hook that cannot be run", async () => {
    const { code, stdout } = await agentHook([
      "call",
      ...HOST,
      "event",
      "--kind",
      "agent.error",
      "--json",
      ...UNSTARTED,
    ]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: "not-run", message: 'the hook could not be started: there is no program "./is-not-started"' },
    });
  });
});

describe("agent-hook call --file", () => {
  test.each([
    [{ point: "before_llm", messages: [{ role: "user", content: "x" }] }, "hook.before_llm"],
    [{ point: "afterLlm", content: "x" }, "hook.after_llm"],
    [{ point: "before_tool", tool: "exec", arguments: { a: 1 } }, "hook.before_tool"],
    [{ point: "approveTool", tool: "exec" }, "hook.approve_tool"],
    [{ point: "after_tool", tool: "exec", result: "x", duration: 5 }, "hook.after_tool"],
    [{ point: "event", kind: "agent.turn.end", payload: { Status: "ok" } }, "hook.runtime_event"],
  ])("accepts %j as a call and fills in the rest", async ({ point: _, ...fields }, method) => {
    const line = await sent(JSON.stringify({ point: _, ...fields }));
    expect(line.method).toBe(method);
    const { content, result, ...plain } = fields as { content?: string; result?: string };
    expect(line.params).toMatchObject(plain);
    if (content !== undefined) expect(line.params).toMatchObject({ response: { content } });
    if (result !== undefined) expect(line.params).toMatchObject({ result: { for_llm: result } });
  });

  test("reads the file at the given path; the point may be on the command line", async () => {
    const path = join(folder(), "call.json");
    writeFileSync(path, '{\n  "tool": "exec"\n}\n');
    const { code, stdout } = await withScript(["call", ...HOST, "approve_tool", "--file", path]);
    expect(code).toBe(0);
    expect(stdout).toContain("sent    approve_tool exec {}");
  });

  test.each([
    ["v0.2.9", "tool-call", 4],
    ["v0.2.6", "tool-call", 4],
    ["v0.2.9", "plugin-tool", 7],
    ["v0.2.9", "plugin-tool", 3],
  ])("accepts a line of a recording unchanged: %s %s, line %d", async (version, name, at) => {
    const line = recorded(version, name, at);
    const { method, params } = JSON.parse(line).message;
    expect(await sent(line)).toMatchObject({ method, params });
    expect(await sent(JSON.stringify(JSON.parse(line).message))).toMatchObject({ method, params });
  });

  test("sends an event of an older version as the simulated host sends it", async () => {
    const line = recorded("v0.2.7", "tool-call", 3);
    expect(JSON.parse(line).message).toMatchObject({ method: "hook.event", params: { Kind: 0 } });
    const newest = await sent(line);
    expect(newest).toMatchObject({ method: "hook.runtime_event", params: { kind: "agent.turn.start" } });
    const old = await sent(line, "--host", "picoclaw@v0.2.7");
    const { Kind, Time, Payload } = JSON.parse(line).message.params;
    expect(old).toMatchObject({ method: "hook.event", params: { Kind, Time, Payload } });
  });
});

describe("the host of a call", () => {
  const event = (host: string, path: string) =>
    readFileSync(file(`packages/sdk/src/hosts/${host}/fixtures/${path}.json`), "utf8");
  // Any program can be called as a hook.
  const program = ["--", process.execPath, "-e", "process.stdin.resume()"];
  const hostOf = async (stdin: string) => {
    const { stdout } = await agentHook(["call", "--json", "--file", "-", ...program], { stdin });
    return (JSON.parse(stdout) as { readonly host?: string }).host;
  };

  test("is the one that wrote the call", async () => {
    expect(await hostOf(event("codex", "0.171.0/events/PreToolUse"))).toBe("codex");
    expect(await hostOf(event("docker-agent", "v1.123.0/events/tool_response_transform"))).toMatch(/^docker-agent@/);
    const { stdout } = await withScript(
      ["call", "--json", "--file", "-"],
      {},
      { stdin: recorded("v0.2.9", "tool-call", 4) },
    );
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, host: "picoclaw@v0.2.9" });
  });

  test.each([
    [["before_tool", "--tool", "x"], "", "the answer depends on the agent"],
    [["--file", "-"], '{"point": "before_tool", "tool": "x"}', "stdin does not tell which agent makes the call"],
  ])("must be named otherwise: call %j", async (args, stdin, why) => {
    const { code, stdout, stderr } = await agentHook(["call", ...args, ...UNSTARTED], { stdin });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(`agent-hook: ${why}: expected --host with ${HOSTS}, such as --host claude-code\n`);
  });
});

describe("bad input exits with 2 and one sentence, and starts nothing", () => {
  test.each<[args: string[], sentence: string]>([
    [[], "expected a point (on_prompt, before_llm, after_llm, before_tool, approve_tool, after_tool or event)"],
    [["on_prompt"], "on_prompt needs --prompt, such as --prompt"],
    [["on_prompt", "--prompt", "hi"], "PicoClaw does not call hooks for a prompt: call before_llm with --message"],
    [["befor_tool"], 'unknown point "befor_tool" (did you mean "before_tool"?)'],
    [["aproveTool"], 'unknown point "aproveTool" (did you mean "approveTool"?)'],
    [["before_tool"], "before_tool needs --tool, such as --tool get_weather"],
    [["after_tool", "--tool", "x"], "after_tool needs --result"],
    [["after_llm"], "after_llm needs --message"],
    [["event"], "event needs --kind"],
    [
      ["before_tool", "--tool", "x", "--message", "hi"],
      "--message is not an option of before_tool, which accepts --tool, --args",
    ],
    [["before_llm", "--tool", "x"], "--tool is not an option of before_llm, which accepts --message"],
    [
      ["before_tool", "--tool", "x", "--args", "{bad"],
      "'--args <json>' argument '{bad' is invalid. Expected a JSON object",
    ],
    [["before_tool", "--tool", "x", "--args", "[1]"], "Expected a JSON object"],
    [["event", "--kind", "turn_ends"], 'unknown event kind "turn_ends" (did you mean "turn_end"?)'],
    [["before_llm", "--host", "picoclow"], 'unknown host "picoclow" (did you mean "picoclaw"?)'],
    [["before_llm", "--host", "picoclaw@new"], '"new" is not a version of picoclaw'],
    [["before_llm", "--timeout", "0"], "Expected a number of milliseconds above 0"],
    [["before_llm", "--file", "x.json", "--message", "x"], "--file has the whole call; remove --message"],
    [["--file", "./no-such.json"], "./no-such.json cannot be read: ENOENT: no such file or directory"],
    [["--file", "."], ". cannot be read: EISDIR"],
    [
      ["--file", file("packages/sdk/src/hosts/picoclaw/fixtures/v0.2.9/reply.jsonl")],
      "reply.jsonl has 10 messages; expected one call",
    ],
    [["before_llm", "after_llm"], "too many arguments"],
  ])("call %j", async (args, sentence) => {
    const { code, stdout, stderr } = await agentHook(["call", ...HOST, ...args, ...UNSTARTED]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain(sentence);
  });

  test.each<[stdin: string, sentence: string]>([
    ["", "stdin is empty"],
    ["hello", "stdin is not JSON"],
    ["[]", "stdin: expected a JSON object"],
    ['{"tool": "x"}', 'expected a "point"'],
    ['{"point": "before_tol"}', 'unknown point "before_tol" (did you mean "before_tool"?)'],
    ['{"point": "before_tool", "tol": "x"}', 'unknown key "tol" (did you mean "tool"?)'],
    ['{"point": "before_tool"}', "tool: expected string, got nothing"],
    ['{"point": "before_tool", "tool": "x", "arguments": []}', "arguments: expected"],
    [
      '{"method": "hook.before_tol", "params": {}}',
      'unknown method "hook.before_tol" (did you mean "hook.before_tool"?)',
    ],
    ['{"method": "hook.before_tool"}', "params: expected an object"],
    ['{"method": "hook.event", "params": {"Kind": 99}}', "unknown event kind number 99"],
    [recorded("v0.2.9", "reply", 1), "has hook.hello, which comes before every call"],
    [recorded("v0.2.9", "reply", 2), "has an answer of a hook"],
  ])("%j as the call", async (stdin, sentence) => {
    const { code, stdout, stderr } = await agentHook(["call", ...HOST, "--file", "-", ...UNSTARTED], { stdin });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain(sentence);
  });

  test("a file and a point that disagree", async () => {
    const stdin = '{"point": "before_tool", "tool": "x"}';
    const { code, stderr } = await agentHook(["call", ...HOST, "approve_tool", "--file", "-", ...UNSTARTED], { stdin });
    expect(code).toBe(2);
    expect(stderr).toContain("stdin has a call of before_tool, but the command line says approve_tool");
  });

  test("no hook", async () => {
    const { code, stderr } = await agentHook(["call", ...HOST, "before_tool", "--tool", "x"]);
    expect(code).toBe(2);
    expect(stderr).toContain("expected the hook's command after --, such as: agent-hook call before_tool");
  });
});

test("agent-hook call accepts a file with a byte order mark and CRLF", async () => {
  const path = join(folder(), "call.json");
  writeFileSync(path, '\uFEFF{"point":"before_tool",\r\n"tool":"exec"}\r\n');
  expect(await withScript(["call", ...HOST, "--file", path, "--json"])).toMatchObject({ code: 0, stderr: "" });
});
