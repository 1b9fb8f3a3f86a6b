import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { describe, expect, test } from "vitest";
import { folder } from "../config-folder.js";
import { logOf, record } from "../log/log-of.js";
import { agentHook, file } from "../run-command.js";

const FAILURE = {
  kind: "threw",
  where: "approveTool",
  message: "an error was thrown",
  cause: "Error: no database\n    at decide (/hooks/guard.js:7:3)",
  consequence: "the call was denied",
};

describe("log", () => {
  test("shows a line for each decision, the newest last, and counts what is not one", async () => {
    const { run } = logOf(
      record("aaaaaaaa", { tool: "Read" }),
      "torn li",
      record("bbbbbbbb", { tool: "Bash", decision: "deny", rule: "rm", reason: "no rm" }),
    );
    const { code, stdout, stderr } = await run("log");
    expect(code).toBe(0);
    const [first, second] = stdout.trimEnd().split("\n");
    expect(first).toMatch(/^aaaaaaaa {2}\S+ \S+ {2}claude-code {2}Read {2}passed {2}guard {2}1 ms$/);
    expect(second).toMatch(/^bbbbbbbb .* {2}Bash {2}deny {2}guard \[rm\] {2}1 ms {2}no rm$/);
    expect(stderr).toContain("Skipped 1 line of the log");
  });

  test("is an error in one sentence if the folder of the log is a file", async () => {
    const state = folder();
    mkdirSync(join(state, "agent-hook"));
    writeFileSync(join(state, "agent-hook", "decisions"), "");
    for (const args of [["log"], ["stats"], ["why", "aaaaaaaa"]]) {
      const { code, stderr } = await agentHook(args, { env: { XDG_STATE_HOME: state }, cwd: state });
      expect(code).toBe(2);
      expect(stderr).toMatch(/^agent-hook: the log in .* cannot be read: ENOTDIR: not a directory\n$/);
    }
  });

  test("never prints a control character or a line of a call", async () => {
    const evil = "\u001b]0;owned\u0007\u001b[2J\nbbbbbbbb forged\u202e";
    const { run } = logOf(
      record("aaaaaaaa", { tool: evil, hook: evil, rule: evil, arguments: { evil }, reason: evil }),
      // Written by another program.
      record("aaaaaaab", { decision: evil as "deny" }),
    );
    for (const args of [["log"], ["log", "--json"], ["why", "aaaaaaaa"], ["why", "aaaaaaaa", "--json"], ["stats"]]) {
      const { stdout, code } = await run(...args);
      expect(code).toBe(0);
      expect(stdout).not.toMatch(/[^\P{C}\n]/u);
      expect(stdout).not.toMatch(/^bbbbbbbb/m);
    }
  });

  test.each([
    [["--host", "codex"], ["c2"]],
    [["--hook", "house"], ["c3"]],
    [
      ["--tool", "Bash", "Read"],
      ["c1", "c4"],
    ],
    [["--decision", "deny"], ["c1"]],
    [["--decision", "failure"], ["c4"]],
    [["--session", "abc"], ["c3"]],
    [["--since", "2026-02-01"], ["c4"]],
    [
      ["--last", "2"],
      ["c3", "c4"],
    ],
  ])("selects by %j", async (args, ids) => {
    const { run } = logOf(
      record("c1", { tool: "Bash", decision: "deny" }),
      record("c2", { host: { name: "codex" } }),
      record("c3", { by: "house", session: "abcdef" }),
      record("c4", { tool: "Read", failure: FAILURE, time: "2026-02-02T00:00:00.000Z" }),
    );
    const { stdout } = await run("log", "--json", ...args);
    const shown = stdout.trimEnd().split("\n");
    expect(shown.map((line) => JSON.parse(line).id)).toEqual(ids);
  });

  test("follows the log until it is stopped, also into a new file", async () => {
    const { state, env, append } = logOf(record("aaaaaaaa"));
    const bin = fileURLToPath(new URL("../../bin/agent-hook.js", import.meta.url));
    const child = spawn(process.execPath, [bin, "log", "--follow", "--json"], { env: { ...process.env, ...env } });
    const ids: string[] = [];
    for await (const chunk of child.stdout) {
      for (const line of String(chunk).trimEnd().split("\n")) ids.push(JSON.parse(line).id);
      if (ids.length === 1) append(record("bbbbbbbb"));
      if (ids.length === 2) {
        const next = join(state, "agent-hook/decisions/decisions-000002.jsonl");
        writeFileSync(next, `${JSON.stringify(record("cccccccc"))}\n`);
      }
      if (ids.length === 3) child.kill("SIGINT");
    }
    expect(ids).toEqual(["aaaaaaaa", "bbbbbbbb", "cccccccc"]);
  });

  test("says that there is nothing, and where it looked", async () => {
    const state = folder();
    const { stdout, stderr } = await agentHook(["log"], { env: { XDG_STATE_HOME: state } });
    expect(stdout).toBe("");
    expect(stderr).toContain(join(state, "agent-hook/decisions"));
  });
});

describe("why", () => {
  test("shows the call, the stack of a failure and what to correct, for the beginning of an id", async () => {
    const { run } = logOf(
      record("ab12cd34", {
        file: "/hooks/guard.js",
        decision: "deny",
        tool: "Bash",
        failure: FAILURE,
        arguments: { command: "ls" },
      }),
    );
    const { stdout } = await run("why", "ab12");
    expect(stdout).toContain('"command": "ls"');
    expect(stdout).toContain("  Error: no database\n      at decide (/hooks/guard.js:7:3)\n");
    expect(stdout).toContain("Correct the error in /hooks/guard.js");
  });

  test("names the option and the line of the policy file, and explain for a command", async () => {
    const { state, run, append } = logOf();
    const policy = join(state, "policy.yaml");
    writeFileSync(policy, "version: 1\nhooks:\n  guard-shell:\n    levels:\n      loses-work: deny\n");
    const decision = { decision: "deny", rule: "loses-work/git-clean", arguments: { command: "git clean -fdx" } };
    append(record("ab12cd34", { hook: "guard-shell", by: "agent-hook", file: policy, tool: "Bash", ...decision }));
    const { stdout } = await run("why", "ab12cd34");
    expect(stdout).toContain("agent-hook explain 'git clean -fdx'");
    expect(stdout).toContain(`In ${policy}:5, under hooks.guard-shell: set the level of loses-work`);
  });

  test("shows with a launcher's denial only failures with which the hook's process ended at that time", async () => {
    const at = (second: string) => `2026-01-31T09:30:${second}Z`;
    const failed = (id: string, kind: string, time: string, fields = {}) =>
      record(id, { time, failure: { ...FAILURE, kind, message: `message-${id}` }, ...fields });
    const { run } = logOf(
      failed("aaaaaaaa", "not-started", at("05.000")),
      failed("bbbbbbbb", "threw", at("29.000"), { file: "/hooks/guard.js" }),
      failed("cccccccc", "not-started", at("29.000"), { file: "/hooks/guard.js" }),
      failed("dddddddd", "stopped", at("29.500"), { host: { name: "codex" } }),
      record("ab12cd34", {
        time: at("30.000"),
        by: "launcher",
        file: "/hooks/guard.js",
        decision: "deny",
        failure: FAILURE,
      }),
      failed("eeeeeeee", "stopped", at("40.000")),
    );
    const { stdout } = await run("why", "ab12cd34");
    expect([...stdout.matchAll(/message-(\w+)/g)].map(([, id]) => id)).toEqual(["cccccccc"]);
    expect(stdout).toContain("A process of the hook ended at that time, maybe this one. It logged at");
  });

  test("rejects an id that is unknown, ambiguous or too short", async () => {
    const { run } = logOf(record("ab12cd34"), record("ab12ffff"));
    expect((await run("why", "ab12")).stderr).toContain("ab12cd34, ab12ffff");
    expect((await run("why", "ffffffff")).stderr).toContain("no decision");
    expect(await run("why", "a")).toMatchObject({ code: 2, stderr: expect.stringContaining("at least 3") });
  });
});

test("stats counts calls, denials and failures with their durations, by hook and rule", async () => {
  const passed = Array.from({ length: 98 }, (_, at) => record(`p${at}`, { ms: at + 1 }));
  const { run } = logOf(
    ...passed,
    record("d1", { rule: "rm", decision: "deny", ms: 5 }),
    record("d2", { rule: "rm", decision: "deny", failure: FAILURE, by: "launcher", ms: 0 }),
  );
  const { stdout } = await run("stats", "--json");
  expect(JSON.parse(stdout).hooks).toEqual([
    { hook: "guard", rule: "rm", calls: 2, denials: 2, failures: 1, p50: 5, p99: 5 },
    { hook: "guard", rule: null, calls: 98, denials: 0, failures: 0, p50: 49, p99: 98 },
  ]);
  expect((await run("stats")).stdout).toMatch(/^hook +rule +calls +denials +failures +p50 ms +p99 ms\n/);
});

describe("a hook that is killed in mid-call, behind the real launcher", () => {
  test("is in the log with its cause, under the id that the model reads", async () => {
    const { state, env, run } = logOf();
    const hook = join(state, "hooks", "kills-itself.mjs");
    mkdirSync(join(state, "hooks"));
    const sdk = file("packages/sdk/dist/index.js");
    writeFileSync(
      hook,
      `import { defineHook, serve } from ${JSON.stringify(sdk)};
       await serve(defineHook({ name: "dies", onFailure: "block", approveTool: () => process.kill(process.pid, "SIGKILL") }));`,
    );
    const command = launcherCommand({
      launcher: launcherPath(),
      mode: "block",
      host: "claude-code",
      event: "PreToolUse",
      seconds: 60,
      command: [process.execPath, hook],
    });
    const child = spawn("/bin/sh", ["-c", command], { env: { ...process.env, ...env } });
    child.stdin.end(
      JSON.stringify({
        ...{ session_id: "s", transcript_path: "/t", cwd: state, permission_mode: "default", tool_use_id: "c" },
        ...{ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } },
      }),
    );
    let answer = "";
    for await (const chunk of child.stdout) answer += chunk;
    const [, id = ""] = /npx agent-hook why (\w{8})"/.exec(answer) ?? [];
    const { stdout } = await run("log", "--decision", "deny");
    expect(stdout).toMatch(new RegExp(`^${id}  .*failed, deny  kills-itself.mjs \\(dead\\) .*the hook ended with 137`));
    expect((await run("why", id)).stdout).toContain("agent-hook doctor claude-code");
  });
});
