import { describe, expect, test } from "vitest";
import type { SessionEntry } from "../../src/hosts/sessions.js";
import { callsIn, entriesOf, SESSION_HOSTS, type SessionHost, textOf } from "./recordings.js";

/** Returns the calls as `[event, payload]` pairs. */
function read(host: SessionHost, entries: readonly SessionEntry[]) {
  return callsIn(host, entries).flatMap(({ before, after }) => [before, ...(after === undefined ? [] : [after])]);
}

describe("a session of Codex without items", () => {
  const start = [
    { timestamp: "2025-11-01T10:00:00.000Z", type: "session_meta", payload: { id: "s1", cwd: "/home/user/project" } },
    { timestamp: "2025-11-01T10:00:01.000Z", type: "event_msg", payload: { type: "user_message", message: "hi" } },
  ];
  const call = (name: string, args: object, id: string) => ({
    timestamp: "2025-11-01T10:00:02.000Z",
    type: "response_item",
    payload: { type: "function_call", name, arguments: JSON.stringify(args), call_id: id },
  });
  const output = (id: string, text: string) => ({
    timestamp: "2025-11-01T10:00:03.000Z",
    type: "response_item",
    payload: { type: "function_call_output", call_id: id, output: text },
  });

  test("has prompts as messages", () => {
    expect(read("codex", start)).toMatchObject([{ event: "UserPromptSubmit", payload: { prompt: "hi" } }]);
  });

  test("has commands as lists, and results in JSON", () => {
    const result = JSON.stringify({ output: "a.txt\n", metadata: { exit_code: 0 } });
    const entries = [call("shell", { command: ["bash", "-lc", "ls -a"], workdir: "src" }, "c1"), output("c1", result)];
    expect(read("codex", [...start.slice(0, 1), ...entries])).toMatchObject([
      { event: "PreToolUse", payload: { tool_name: "Bash", tool_input: { command: "bash -lc 'ls -a'" } } },
      { event: "PostToolUse", payload: { cwd: "/home/user/project/src", tool_response: "a.txt\n" } },
    ]);
  });

  test("has the result of a command only as the model got it", () => {
    const text = "Exit code: 0\nWall time: 0.1 seconds\nOutput:\nfirst\nOutput:\nsecond\n";
    const entries = [call("shell_command", { command: "cat a" }, "c1"), output("c1", text)];
    const [, after] = read("codex", [...start.slice(0, 1), ...entries]);
    expect(after?.payload.tool_response).toBe("first\nOutput:\nsecond\n");
  });

  test("waits for the end of a command that goes on", () => {
    const entries = [
      call("exec_command", { cmd: "sleep 9; cat a" }, "c1"),
      output("c1", "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n"),
      call("write_stdin", { session_id: 7, chars: "" }, "c2"),
      { type: "event_msg", payload: { type: "exec_command_end", call_id: "c1", aggregated_output: "late\n" } },
    ];
    expect(read("codex", [...start.slice(0, 1), ...entries])).toMatchObject([
      { event: "PreToolUse" },
      { event: "PostToolUse", payload: { tool_response: "late\n" } },
    ]);
  });

  test("has patches as the custom tool that Codex had for them", () => {
    const patch = "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n";
    const payload = { type: "custom_tool_call", name: "apply_patch", input: patch, call_id: "c1" };
    const done = { type: "custom_tool_call_output", call_id: "c1", output: "Exit code: 0\nOutput:\nSuccess.\n" };
    const entries = [payload, done].map((item) => ({ type: "response_item", payload: item }));
    expect(read("codex", [...start.slice(0, 1), ...entries])).toMatchObject([
      { event: "PreToolUse", payload: { tool_name: "apply_patch", tool_input: { command: patch } } },
      { event: "PostToolUse", payload: { tool_response: "Exit code: 0\nOutput:\nSuccess.\n" } },
    ]);
  });
});

test("a session of Gemini CLI can be one document", () => {
  const messages = entriesOf("gemini", "fail").filter(({ type }) => type !== undefined);
  const document = { sessionId: "s1", projectHash: "h", startTime: "2025-11-01T10:00:00.000Z", messages };
  const events = read("gemini", [document]).map(({ event, payload }) => [event, payload.cwd]);
  expect(events).toEqual(["BeforeAgent", "BeforeTool", "AfterTool"].map((event) => [event, "/home/user/project"]));
});

test("a session of Claude Code without permission decisions tells denied calls by their text", () => {
  const older = textOf("claude-code", "deny.jsonl")
    .trim()
    .split("\n")
    .map((line): SessionEntry => {
      const { permissionDecision: _, toolDenialKind: __, ...entry } = JSON.parse(line);
      return entry;
    });
  expect(read("claude-code", older).map(({ event }) => event)).toEqual(["UserPromptSubmit", "PreToolUse"]);
});

test.each(["claude-code", "codex", "copilot"] as const)("a session of %s that is cut off has the last call", (host) => {
  const entries = entriesOf(host, "redact");
  const whole = callsIn(host, entries).map(({ before }) => before);
  const cut = entries.map((_, end) => callsIn(host, entries.slice(0, end)));
  for (const calls of cut)
    expect(whole).toMatchObject(calls.map(({ before }) => before).concat(whole.slice(calls.length)));
  const withoutResult = cut.filter((calls) => calls.length === 2 && calls[1]?.after === undefined);
  expect(withoutResult.length).toBeGreaterThan(0);
});

test.each(SESSION_HOSTS)("a reader of %s survives every entry with a value of another type", (host) => {
  const odd: readonly unknown[] = [null, 1, "text", [], [null], {}, { type: {} }, [[{}]]];
  for (const entry of entriesOf(host, "fail")) {
    for (const key of Object.keys(entry)) {
      for (const value of odd) expect(() => callsIn(host, [{ ...entry, [key]: value }])).not.toThrow();
      const inner = entry[key];
      if (typeof inner !== "object" || inner === null) continue;
      for (const name of Object.keys(inner)) {
        for (const value of odd) {
          const changed = { ...entry, [key]: { ...inner, [name]: value } };
          expect(() => callsIn(host, [changed])).not.toThrow();
        }
      }
    }
  }
});

test.each(SESSION_HOSTS)("entries of a type that %s does not have yet are not read", (host) => {
  expect(callsIn(host, [{ type: "of_a_later_version" }])).toEqual([]);
});
