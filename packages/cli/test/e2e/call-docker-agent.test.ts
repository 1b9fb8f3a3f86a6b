import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentHook, file } from "../run-command.js";
import { folder } from "../temporary-folder.js";

const SDK = JSON.stringify(new URL("../../../sdk/dist/index.js", import.meta.url).href);

const HOOK = `
  import { abortTurn, approve, defineHook, modify, reject, serve } from ${SDK};
  await serve(defineHook({
    name: "all",
    onFailure: "block",
    beforeLlm: ({ messages: [first] }) => first.content === "bye" ? abortTurn("no more") : modify({ messages: [{ role: "user", content: "Hi" }] }),
    beforeTool: ({ tool, arguments: args }) => {
      if (tool === "kill") process.kill(process.pid, "SIGKILL");
      if (tool === "throw") throw new Error("broken");
      return tool === "fetch" ? modify({ arguments: { ...args, timeout: 1 } }) : undefined;
    },
    approveTool: ({ tool }) => (tool === "shell" ? reject("no shell") : approve()),
    afterTool: ({ result }) => modify({ result: result.forLlm.replaceAll("s3cret", "***") }),
  }));
`;

const DENIAL = { decision: "block", hook_specific_output: { permission_decision: "deny" } };

/** Writes a hook into a folder whose name needs quotes. */
function hook(text = HOOK, name = "hook.mjs"): string {
  const path = join(folder(), name);
  writeFileSync(path, text);
  return path;
}

async function call(args: readonly string[], path = hook(), host = "docker-agent@v1.123.0") {
  const { stdout, stderr, code } = await agentHook(["call", ...args, "--host", host, "--json", "--", "node", path]);
  expect(stderr).toBe("");
  return { code, ...JSON.parse(stdout) };
}

const shell = ["before_tool", "--tool", "shell", "--args", '{"cmd":"ls"}'];
const fetching = ["before_tool", "--tool", "fetch", "--args", '{"urls":["x"]}'];

describe("agent-hook call --host docker-agent", () => {
  test("shows the denial, its effect in the host, the wire and the time", async () => {
    const args = ["call", ...shell, "--host", "docker-agent@v1.123.0/preempt", "--", "node", hook()];
    const { stdout, code } = await agentHook(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^■ denied: no shell\n/);
    expect(stdout).toContain("docker-agent v1.123.0 (preempt_yolo) does not run the tool; the model reads: ");
    expect(stdout).toContain('sent    pre_tool_use shell {"cmd":"ls"}');
    expect(stdout).toContain('"permission_decision": "deny"');
    expect(stdout).toMatch(/time {4}\d+ ms/);
  });

  test.each([
    ["v1.58.0", "default"],
    ["v1.123.0", "default"],
    ["v1.123.0", "preempt"],
  ])("denies under the rules of %s, %s", async (version, variant) => {
    const host = `docker-agent@${version}${variant === "preempt" ? "/preempt" : ""}`;
    const result = await call(shell, undefined, host);
    expect(result).toMatchObject({ code: 0, ok: true, host, decision: "denied", outcome: { tool: "does not run" } });
    expect(result.wire).toMatchObject({ sent: { tool_name: "shell" }, answered: DENIAL });
    expect(result.exit).toBe(0);
  });

  test.each([
    ["kill", "the hook ended with 137"],
    ["throw", "beforeTool: an error was thrown; the call was denied"],
  ])("exits with 1 for a hook that fails, even though the call is denied: %s", async (tool, failure) => {
    const result = await call(["before_tool", "--tool", tool, "--args", '{"a":1}']);
    expect(result).toMatchObject({ code: 1, ok: false, decision: "failed", sentence: `failed: ${failure}` });
    expect(result).toMatchObject({ outcome: { tool: "does not run" }, wire: { answered: DENIAL } });
    expect(result.notes).toEqual([expect.stringContaining("preempt")]);
  });

  test("exits with 1 for a hook that fails and continues", async () => {
    const lax = hook(`
      import { defineHook, serve } from ${SDK};
      await serve(defineHook({ name: "lax", beforeTool: () => { throw new Error("broken"); } }));
    `);
    expect(await call(shell, lax)).toMatchObject({
      code: 1,
      sentence: "failed: beforeTool: an error was thrown; the host was told to continue",
      outcome: { tool: "asks" },
    });
  });

  test("names the program that does not pass the launcher's descriptor to the hook", async () => {
    const bin = folder();
    const wrapper = join(bin, "npx");
    const child =
      'require("node:child_process").spawnSync(process.execPath, process.argv.slice(2), { stdio: "inherit" })';
    writeFileSync(wrapper, `#!${process.execPath}\n${child};`, { mode: 0o755 });
    const { stdout, code } = await agentHook(["call", ...shell, "--host", "docker-agent", "--", wrapper, hook()]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ failed: /);
    expect(stdout).toContain("npx fetches or compiles at every start of the agent: build the hook first");
  });

  test("says that onEvent handles an event that config adds only on request", async () => {
    const observer = hook(`
      import { defineHook, serve } from ${SDK};
      await serve(defineHook({ name: "told", onEvent: () => {} }));
    `);
    expect((await call(["on_user_input"], observer)).notes).toEqual([
      "onEvent handles on_user_input, but config only adds it if the hook lists it under native: headless runs hang there",
    ]);
  });

  test("shows changed arguments, and that the other variant does not read them", async () => {
    const defaultVariant = await call(fetching);
    expect(defaultVariant).toMatchObject({
      decision: "changed",
      changes: [{ pointer: "/arguments/timeout", is: 1 }],
      outcome: { tool: "asks", arguments: { urls: ["x"], timeout: 1 } },
    });
    expect(defaultVariant.consequence).not.toContain("ignores changed arguments");
    const preempt = await call(fetching, undefined, "docker-agent@v1.123.0/preempt");
    expect(preempt).toMatchObject({
      decision: "changed",
      changes: [{ pointer: "/arguments/timeout", is: 1 }],
      outcome: { tool: "asks", ignored: { arguments: { urls: ["x"], timeout: 1 } } },
    });
    expect(preempt.outcome).not.toHaveProperty("arguments");
    expect(preempt.consequence).toContain("it ignores changed arguments in this variant");
  });

  test.each([
    [["before_llm", "--message", "Hello"], "changed", "sends the changed request to the model"],
    [["before_llm", "--message", "bye"], "aborted", "ends the turn: no more"],
    [
      ["after_tool", "--tool", "shell", "--args", '{"cmd":"x"}', "--result", "s3cret"],
      "changed",
      "gives the model: ***",
    ],
    [["after_llm", "--message", "Hello"], "received", "continues"],
    [["event", "--kind", "session_start"], "continues", "continues"],
    [["session_start", "--payload", '{"source":"startup"}'], "continues", "continues"],
  ])("%j is %s", async (args, decision, consequence) => {
    expect(await call(args)).toMatchObject({ code: 0, decision, consequence });
  });

  test("sends the calls that were recorded", async () => {
    const recorded = file("packages/sdk/src/hosts/docker-agent/fixtures/v1.123.0/events/tool_response_transform.json");
    const { point, wire } = await call(["--file", recorded]);
    expect(point).toBe("tool_response_transform");
    expect(wire.sent).toMatchObject({ hook_event_name: "tool_response_transform", tool_use_id: expect.any(String) });
    const line = join(folder(), "trace.jsonl");
    writeFileSync(line, JSON.stringify({ from: "host", at: "2026-01-02T03:04:05.678Z", message: wire.sent }));
    expect(await call(["--file", line])).toMatchObject({ point });
    const callFile = join(folder(), "call.json");
    writeFileSync(callFile, '{"point": "before_tool", "tool": "shell", "arguments": {"cmd": "ls"}}');
    expect(await call(["--file", callFile])).toMatchObject({ decision: "denied" });
  });

  test("starts a hook made without the SDK unchanged, and shows what a crash lets through", async () => {
    const crashing = hook('process.exitCode = 1; console.log(\'{"decision":"block"}\');');
    expect(await call(shell, crashing)).toMatchObject({
      code: 1,
      decision: "failed",
      sentence: "failed: it exited with code 1, which is not an answer",
      outcome: { tool: "asks" },
      notes: [expect.stringContaining("without the launcher"), expect.stringContaining("does not deny the call here")],
    });
    const noisy = hook("console.log('a log'); console.log('{\"decision\":\"block\"}');");
    expect((await call(shell, noisy)).sentence).toBe('failed: its output is not an answer: a log {"decision":"block"}');
  });

  test("reports an event that the hook does not handle", async () => {
    const quiet = hook(`
      import { defineHook, serve } from ${SDK};
      await serve(defineHook({ name: "quiet", afterLlm: () => {} }));
    `);
    const { notes } = await call(shell, quiet);
    expect(notes[0]).toBe("the hook does not handle pre_tool_use; it handles after_llm_call");
  });

  test.each([
    [["before_tool", "--tool", "x"], "docker-agent@v1.100.0", "unsupported version v1.100.0 of docker-agent"],
    [["before_tool", "--tool", "x"], "docker-agent@v1.58.0/preempt", "docker-agent v1.58.0 has no preempt_yolo"],
    [["before_tool"], "docker-agent", "before_tool needs --tool"],
    [["worktree_create"], "docker-agent@v1.58.0", 'has no event "worktree_create"'],
    [["event", "--kind", "sesion_start"], "docker-agent", '(did you mean "session_start"?)'],
    [
      ["pre_tool_use", "--tool", "shell", "--args", '{"cmd":"ls"}'],
      "docker-agent",
      "--tool is not an option of the event pre_tool_use, which accepts docker-agent's own fields, such as --payload '{\"tool_name\"",
    ],
    [["permission_request", "--args", "{}"], "docker-agent", "--args is not an option of the event permission_request"],
    [["before_tol"], "docker-agent", '(did you mean "before_tool"?)'],
  ])("%j by %s is rejected with an explanation", async (args, host, message) => {
    const path = hook();
    const { code, stdout, stderr } = await agentHook(["call", ...args, "--host", host, "--", "node", path]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});

describe("agent-hook check --host docker-agent", () => {
  test("passes when the hook that uses the SDK does what docker-agent relies on", async () => {
    const { code, stdout } = await agentHook(["check", "--host", "docker-agent", "--", "node", hook()]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^✓ the hook on docker-agent: 15 passed\n$/),
    });
  });

  test("prints the broken rules and exits with 1", async () => {
    const loud = hook("console.log('a log'); console.log('{}');");
    const args = ["check", "--host", "docker-agent", "--only", "answer/one-object", "--", "node", loud];
    const { code, stdout } = await agentHook(args);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ answer\/one-object /);
    const json = JSON.parse((await agentHook([...args.slice(0, 5), "--json", ...args.slice(5)])).stdout);
    expect(json).toMatchObject({ ok: false, results: [{ id: "answer/one-object", verdict: "broken" }] });
  });

  test.each([
    [["--modes", "tool"], 2, "--modes does not apply to docker-agent"],
    [["--only", "answer/tpes"], 2, 'in --only, got "answer/tpes" (did you mean "answer/types"?)'],
  ])("%j gets a one-sentence error", async (args, code, sentence) => {
    const result = await agentHook(["check", "--host", "docker-agent", ...args, "--", "node", hook()]);
    expect(result).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(sentence) });
  });

  test("reports a program that does not exist", async () => {
    const result = await agentHook(["check", "--host", "docker-agent", "--", "no-such-program"]);
    expect(result).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining('no program "no-such-program"'),
    });
  });
});
