import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { HookProcess } from "../../src/index.js";
import { AGES, call, failureOf, hookCommand, lives, received, startHook } from "../start-hook.js";

describe("start", () => {
  test("sends the hook its name, the protocol version and all modes", async () => {
    const { hello } = await startHook();
    expect(received(hello)).toMatchObject({
      method: "hook.hello",
      params: { name: "probe", version: 1, modes: ["observe", "llm", "tool", "approve"] },
    });
  });

  test("sends the hook the requested modes", async () => {
    const { hello } = await startHook({ modes: ["tool", "approve"] });
    expect(received(hello).params).toMatchObject({ modes: ["tool", "approve"] });
  });

  test("gives each call its own id that nobody can guess, and events none", async () => {
    const hook = await startHook();
    const hello = received(hook.hello);
    hook.event({ Kind: 1 });
    hook.runtimeEvent({ kind: "agent.turn.start" });
    const first = received(await hook.beforeTool(call()));
    expect(first.events).toEqual([
      { method: "hook.event", params: { Kind: 1 } },
      { method: "hook.runtime_event", params: { kind: "agent.turn.start" } },
    ]);
    const second = received(await hook.approveTool(call()));
    const ids = [hello.id, first.id, second.id];
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    // The chance that three steps of at most 2^28 stay below 2^18 in total is 1 in 2^30.
    expect(second.id).toBeGreaterThan(2 ** 18);
  });

  test("returns the manifest of an SDK hook from hello", async () => {
    const { hello } = await startHook({ command: hookCommand("with-sdk.mjs") });
    expect(hello).toMatchObject({
      ok: true,
      name: "with-sdk",
      version: "1.2.3",
      sdk: { name: "@agent-hook/sdk", version: expect.any(String) },
      points: expect.arrayContaining(["beforeLlm", "beforeTool", "approveTool"]),
      tools: [{ name: "shout", description: "Shouts" }],
      onFailure: "block",
    });
  });

  test("runs the hook in `cwd` with this process's environment and `env`", async () => {
    const cwd = realpathSync(tmpdir());
    const { hello } = await startHook({ cwd, env: { MARK: "größe 🦞" } });
    expect(hello).toMatchObject({ cwd, mark: "größe 🦞" });
    expect((await startHook()).hello).toMatchObject({ cwd: process.cwd() });
  });

  test("leaves the options readable afterwards", async () => {
    const hook = await startHook({ modes: ["tool"] });
    expect(hook.options).toMatchObject({ name: "probe", modes: ["tool"], command: hookCommand("puppet.mjs") });
  });
});

describe("a start that fails", () => {
  test("names a program that does not exist, with its arguments", async () => {
    const error = await failureOf(HookProcess.start({ name: "ghost", command: ["/no/such/hook", "--quick"] }));
    expect(error.code).toBe("spawn-failed");
    expect(error.message).toContain('Hook "ghost" (/no/such/hook --quick) could not be started: ');
    expect(error.message).toContain("ENOENT");
    expect(error.cause).toMatchObject({ code: "ENOENT" });
  });

  test("names a program without permission to run", async () => {
    const error = await failureOf(HookProcess.start({ name: "folder", command: [tmpdir()] }));
    expect(error.code).toBe("spawn-failed");
    expect(error.message).toContain(`Hook "folder" (${tmpdir()}) could not be started: `);
  });

  // `spawn` itself throws these errors.
  test.each([
    ["an empty command", { command: [] }],
    ["a program with a null byte", { command: ["no\0de"] }],
    ["a folder that is a file", { command: [process.execPath], cwd: process.execPath }],
    ["an argument that is too long", { command: [process.execPath, "x".repeat(4_000_000)] }],
  ])("reports %s as a failed spawn", async (_what, options) => {
    expect((await failureOf(HookProcess.start({ name: "odd", ...options }))).code).toBe("spawn-failed");
  });

  test("reports an error reply to hello and ends the process", async () => {
    let pid = 0;
    const error = await failureOf(
      startHook({
        env: {
          HELLO: JSON.stringify({ print: '{"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"not today"}}\n' }),
        },
        command: ["/bin/sh", "-c", 'echo "$$" >&2; exec "$@"', "sh", ...hookCommand("puppet.mjs")],
        onStderr: (line) => {
          pid = Number(line);
        },
      }),
    );
    expect(error.code).toBe("hello-failed");
    expect(error.message).toMatch(/^Hook "probe" \(.*\) failed hook.hello: .*error -32000: not today/);
    expect(pid).toBeGreaterThan(0);
    expect(lives(pid)).toBe(false);
  });

  test.each([
    ["a secret", "string"],
    [1, "number"],
    [["a secret"], "array"],
  ])("rejects an answer to hello that is not an object, and does not quote it: %j", async (result, type) => {
    const error = await failureOf(startHook({ env: { HELLO: JSON.stringify({ result }) } }));
    expect(error.code).toBe("hello-failed");
    expect(error.message).toMatch(
      new RegExp(`answered hook.hello wrongly: result: expected an object, got ${type}\\b`),
    );
    expect(error.message).not.toContain("a secret");
  });

  test.each([null, {}, { ok: "yes", name: 5 }])("accepts any fields in the answer to hello: %j", async (result) => {
    const hook = await startHook({ env: { HELLO: JSON.stringify({ result }) } });
    expect(hook.hello).toEqual(result ?? {});
  });

  test("reports a missing answer to hello in time and ends the process", async () => {
    const options = { env: { HELLO: JSON.stringify({ hold: true }) }, helloTimeoutMs: 300 };
    const error = await failureOf(startHook(options));
    expect(error.code).toBe("hello-failed");
    expect(error.message).toContain("did not answer hook.hello in 300 ms");
  });

  test("reports in time a process that floods stdout", async () => {
    const flood = "const some = 'y\\n'.repeat(9999); for (;;) require('node:fs').writeSync(1, some);";
    const started = HookProcess.start({ name: "flood", command: [process.execPath, "-e", flood], helloTimeoutMs: 300 });
    expect((await failureOf(started)).code).toBe("hello-failed");
  });

  test("reports a process that exits during hello, with its exit code and the end of its stderr", async () => {
    const script = { stderr: "reading config\nno such key: city\n", exit: 4 };
    const error = await failureOf(startHook({ env: { HELLO: JSON.stringify(script) }, helloTimeoutMs: AGES }));
    expect(error.code).toBe("hello-failed");
    expect(error.message).toContain("ended with code 4");
    expect(error.message).toMatch(/\nIts last lines on stderr:\nreading config\nno such key: city$/);
    expect(error.stderr).toBe("reading config\nno such key: city");
    expect(error.message.match(/last lines/g)).toHaveLength(1);
  });

  test("reports a process that is killed during hello, with its signal", async () => {
    const env = { HELLO: JSON.stringify({ kill: "SIGKILL" }) };
    const error = await failureOf(startHook({ env, helloTimeoutMs: AGES }));
    expect(error.code).toBe("hello-failed");
    expect(error.message).toContain("ended by SIGKILL");
  });

  test("has the exit during hello in the error", async () => {
    const env = { HELLO: JSON.stringify({ exit: 4 }) };
    const error = await failureOf(startHook({ env, helloTimeoutMs: AGES }));
    expect(error.exit).toEqual({ code: 4, signal: null });
  });

  test("reports a failed hello if the command contains a line break", async () => {
    const command = [process.execPath, "-e", "// a line\nprocess.exit(4)"];
    expect((await failureOf(startHook({ command, helloTimeoutMs: AGES }))).message).toContain("ended with code 4");
  });
});
