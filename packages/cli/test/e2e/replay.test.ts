import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { agentHook, file } from "../run-command.js";
import { type Script, withScript } from "../scripted.js";
import { answer, call, HELLO, recording } from "../transcripts.js";

const node = process.execPath;
const fixture = (name: string, version = "v0.2.9") =>
  file(`packages/sdk/src/hosts/picoclaw/fixtures/${version}/${name}.jsonl`);
const DENIES: Script = {
  "hook.before_tool": { result: { action: "deny_tool", reason: "directory listing is off" } },
};
const OTHER_REASON: Script = { "hook.before_tool": { result: { action: "deny_tool", reason: "no" } } };

describe("agent-hook replay", () => {
  test("exits with 0 and the counts if the hook answers as recorded", async () => {
    const path = recording(HELLO, call(2), answer(2, { action: "continue" }));
    const { code, stdout, stderr } = await withScript(["replay", path]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`✓ ${path}: 2 answers compared: 2 the same\n`);
  });

  test("accepts a recording with a byte order mark, and an update keeps it", async () => {
    const path = recording(`\uFEFF${JSON.stringify(HELLO[0])}`, HELLO[1], call(2), answer(2, { action: "deny_tool" }));
    const { code, stderr } = await withScript(["replay", path, "--update"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const text = readFileSync(path, "utf8");
    expect(text.startsWith('\uFEFF{"from":"host"')).toBe(true);
    expect(text).toContain('"action":"continue"');
  });

  test("accepts and reports an answer with other text but the same effect", async () => {
    const { code, stdout } = await withScript(["replay", fixture("deny-tool")], DENIES);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "≈ line 2  hook.hello  same effect on PicoClaw v0.2.9, different form: /result/ok, /result/name",
    );
    expect(stdout).toContain("6 answers compared: 5 the same, 1 with the same effect");
  });

  test("shows differences by method, line and JSON Pointer, and exits with 1", async () => {
    const { code, stdout, stderr } = await withScript(["replay", fixture("deny-tool")], OTHER_REASON);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain(`✗ line 11  hook.before_tool  differs
    /result/reason
      expected  "directory listing is off"
      actual    "no"
`);
    expect(stdout).toMatch(
      /^✗ .*deny-tool\.jsonl: 6 answers compared: 4 the same, 1 with the same effect, 1 different$/m,
    );
  });

  test("shows long texts from their first difference", async () => {
    const text = "lorem ipsum ".repeat(100);
    const path = recording(call(1), answer(1, { action: "deny_tool", reason: `${text}then` }));
    const { stdout } = await withScript(["replay", path], {
      "hook.before_tool": { result: { action: "deny_tool", reason: `${text}else` } },
    });
    expect(stdout).toMatch(/expected {2}…"[^"]{30}then"\n {6}actual {4}…"[^"]{30}else"\n/);
  });

  test("reports the missing answers of a hook that dies, with its exit code and last log lines", async () => {
    const { code, stdout } = await withScript(["replay", fixture("deny-tool")], {
      "hook.before_tool": { exit: 7, log: "KeyError: 'x'" },
    });
    expect(code).toBe(1);
    expect(stdout).toContain('✗ line 11  hook.before_tool  no answer\n    {"jsonrpc":"2.0","id":4,');
    expect(stdout).toContain("6 answers compared: 2 the same, 1 with the same effect, 3 missing");
    expect(stdout).toContain("The process ended with code 7.");
    expect(stdout).toContain("The hook's last lines on stderr:\n  KeyError: 'x'\n");
  });

  test("reports a missing answer if the hook does not answer a call", async () => {
    const path = recording(HELLO, call(2), answer(2, {}), call(3, "hook.approve_tool"), answer(3, { approved: true }));
    const { code, stdout } = await withScript(["replay", path, "--timeout", "2000"], {
      "hook.before_tool": { silent: true },
    });
    expect(code).toBe(1);
    expect(stdout).toContain("✗ line 4  hook.before_tool  no answer");
    expect(stdout).toContain("2 the same, 1 missing");
  });

  test("counts an answer that is not recorded as a difference, with or without blank lines in the file", async () => {
    const path = recording(HELLO, "", call(2), call(3), answer(3, { action: "continue" }));
    const { code, stdout } = await withScript(["replay", path]);
    expect(code).toBe(1);
    expect(stdout).toContain("✗ line 4  hook.before_tool  an answer is not in the recording\n");
    expect(stdout).toContain("2 answers compared: 2 the same, 1 extra");
  });

  test("compares the end of the process if it is recorded", async () => {
    const path = recording(call(1), answer(1, {}), { from: "hook", exit: 1 });
    const { code, stdout } = await withScript(["replay", path]);
    expect(code).toBe(1);
    expect(stdout).toContain("✗ line 3  the end of the process  differs\n    expected  1\n    actual    0\n");
  });

  test.each([
    ["v0.2.7", 1],
    ["v0.2.9", 0],
  ])("by the rules of %s, tools that a hook adds exit with %d", async (version, exitCode) => {
    const request = {
      model: "fake",
      messages: [],
      tools: [{ type: "function", function: { name: "own" } }],
      options: {},
    };
    const callMessage = { jsonrpc: "2.0", id: 1, method: "hook.before_llm", params: { ...request, tools: [] } };
    const path = recording({ from: "host", message: callMessage }, answer(1, { action: "continue" }));
    const { code } = await withScript(["replay", path, "--host", `picoclaw@${version}`], {
      "hook.before_llm": { result: { action: "modify", request } },
    });
    expect(code).toBe(exitCode);
  });

  test("passes the host that --host names to the hook", async () => {
    const path = recording(
      call(1, "hook.approve_tool"),
      answer(1, { approved: false, reason: "told picoclaw@v0.2.7" }),
    );
    const script: Script = { "hook.approve_tool": { result: { approved: false, reason: "told $HOST" } } };
    expect((await withScript(["replay", path, "--host", "picoclaw@v0.2.7"], script)).code).toBe(0);
    expect((await withScript(["replay", path], script)).code).toBe(1);
  });

  test("--hook picks one of several", async () => {
    const of = (hook: string) => [
      { ...call(1), hook },
      { ...answer(1, { action: "deny_tool", reason: hook }), hook },
    ];
    const path = recording(...of("guard"), ...of("other"));
    const script: Script = { "hook.before_tool": { result: { action: "deny_tool", reason: "guard" } } };
    expect((await withScript(["replay", path, "--hook", "guard"], script)).code).toBe(0);
    const { code, stdout } = await withScript(["replay", path, "--hook", "other"], script);
    expect(code).toBe(1);
    expect(stdout).toContain("✗ line 4  hook.before_tool  differs");
  });

  test("shows no secrets", async () => {
    const secret = "sk-0123456789abcdefghijklmnop";
    const path = recording(call(1), answer(1, { action: "deny_tool", reason: "no" }), call(2));
    const script: Script = { "hook.before_tool": { result: { action: "deny_tool", reason: `key ${secret}` } } };
    for (const flags of [[], ["--json"]]) {
      const { code, stdout } = await withScript(["replay", path, ...flags], script);
      expect(code).toBe(1);
      expect(stdout).not.toContain(secret);
      expect(stdout).toContain("key [redacted]");
    }
  });

  test("warns that a recording without its secrets cannot show whether a hook handles them", async () => {
    const callMessage = { ...call(2), redacted: ["/params/arguments"] };
    const path = recording(HELLO, callMessage, answer(2, { action: "modify", call: { tool: "exec", arguments: {} } }));
    const same = { "hook.before_tool": { result: { action: "continue" } } };
    const { stdout } = await withScript(["replay", path], same);
    expect(stdout).toContain("so their handling cannot be compared");
  });

  test("--json prints one document", async () => {
    const path = recording(HELLO, call(2), answer(2, { action: "deny_tool", reason: "a" }), call(3));
    const { code, stdout, stderr } = await withScript(["replay", path, "--json"], {
      "hook.before_tool": { result: { action: "deny_tool", reason: "b" }, log: "hm" },
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      file: path,
      host: "picoclaw@v0.2.9",
      blind: false,
      answers: [
        { line: 2, method: "hook.hello", verdict: "same", differences: [] },
        {
          line: 4,
          method: "hook.before_tool",
          verdict: "different",
          differences: [{ pointer: "/result/reason", expected: "a", actual: "b" }],
        },
      ],
      extra: [
        {
          line: 5,
          method: "hook.before_tool",
          message: { jsonrpc: "2.0", id: 3, result: { action: "deny_tool", reason: "b" } },
        },
      ],
      exit: { code: 0, signal: null },
      stderr: ["hm", "hm"],
      updated: null,
    });
  });
});

describe("replay exits with 3 for a hook that cannot be run", () => {
  test.each([
    ["a program that does not exist", ["./no-such-program"], 'there is no program "./no-such-program"'],
    ["a hook that exits at once", [node, "-e", "process.exit(4)"], "did not answer hook.hello, and exited with code 4"],
    [
      "a hook that prints nothing",
      [node, "-e", "setInterval(() => {}, 1e6)"],
      "did not answer hook.hello within 5000 ms",
    ],
  ])("%s", async (_, command, sentence) => {
    const limit = ["--timeout", "1"];
    const { code, stdout, stderr } = await agentHook(["replay", fixture("reply"), ...limit, "--", ...command]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(sentence);
  });

  test("a hook that rejects hello, with its last log lines", async () => {
    const { code, stdout, stderr } = await withScript(["replay", fixture("reply")], {
      "hook.hello": { error: { code: -32000, message: "WEATHER_KEY is not set" }, log: "give me a key" },
    });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("the hook answered hook.hello with error -32000: WEATHER_KEY is not set");
    expect(stderr).toContain("  give me a key");
  });

  test("but compares the answers if the recorded hook was rejected too", async () => {
    const error = { code: -32000, message: "WEATHER_KEY is not set" };
    const path = recording(HELLO[0], { from: "hook", message: { jsonrpc: "2.0", id: 1, error } });
    expect((await withScript(["replay", path], { "hook.hello": { error } })).code).toBe(0);
  });
});

describe("bad input to replay exits with 2 and one sentence, and starts nothing", () => {
  const entry = JSON.stringify(call(1));

  test.each<[what: string, lines: string[], flags: string[], sentence: string]>([
    ["a file that is not a transcript", ["hello", ""], [], "line 1 of the transcript is not JSON"],
    ["an invalid entry", [entry, '{"from":"me","text":"x"}', ""], [], "line 2 of the transcript is not an entry: from"],
    ["a truncated line", [entry, '{"from":"ho'], [], "line 2 of the transcript is cut off"],
    ["an empty file", [], [], "has no calls of a host: there is nothing to compare"],
    ["a pointer that is not one", [entry], ["--ignore", "reason"], "expected a JSON Pointer such as /result/reason"],
    ["a version without recorded rules", [entry], ["--host", "codex@0.1.0"], "unsupported version v0.1.0 of codex"],
    [
      "a hook that is not in the recording",
      [entry],
      ["--hook", "guard"],
      'has no lines of "guard"; its lines name no hook',
    ],
    [
      "a misspelt hook",
      [JSON.stringify({ ...call(1), hook: "guard" })],
      ["--hook", "gard"],
      'has no lines of "gard" (did you mean "guard"?); it has lines of guard',
    ],
    [
      "several hooks",
      ["a", "b"].map((hook) => JSON.stringify({ ...call(1), hook })),
      [],
      "has lines of several hooks; expected --hook with one of a, b",
    ],
    ["an unknown host", [entry], ["--host", "picoclow@v1"], 'unknown host "picoclow" (did you mean "picoclaw"?)'],
  ])("%s", async (_, lines, flags, sentence) => {
    const path = recording(...lines);
    const { code, stdout, stderr } = await agentHook(["replay", path, ...flags, "--", "./is-not-started"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain(sentence);
  });

  test.each([
    [["replay", "./no-such.jsonl", "--", "x"], "./no-such.jsonl cannot be read: ENOENT"],
    [["replay", ".", "--", "x"], ". cannot be read: EISDIR"],
    [["replay", "--", "x"], "missing required argument 'file'"],
    [["replay", "x.jsonl"], "expected the hook's command after --, such as: agent-hook replay x.jsonl -- node"],
    [["replay", "x.jsonl", "--updat", "--", "x"], "Did you mean --update?"],
  ])("%j", async (args, sentence) => {
    const { code, stdout, stderr } = await agentHook(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(sentence);
  });

  test("with --json, as one document", async () => {
    const { code, stdout } = await agentHook(["replay", file("package.json"), "--json", "--", "x"]);
    expect(code).toBe(2);
    expect(JSON.parse(stdout).error).toMatchObject({ code: "usage", message: expect.stringContaining("line 1") });
  });
});
