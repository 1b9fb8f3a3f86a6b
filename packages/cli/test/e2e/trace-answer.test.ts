import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { describe, expect, test } from "vitest";
import { folder } from "../temporary-folder.js";
import { entriesOf, run, start, traced } from "../traced.js";

const SDK = JSON.stringify(new URL("../../../sdk/dist/index.js", import.meta.url).href);
/** Writes a short hook to a file, because a launcher's command cannot contain a backslash. */
function hookOf(script: string, name = "hook.cjs"): string[] {
  const path = join(folder(), name);
  writeFileSync(path, script);
  return [process.execPath, path];
}
const answering = (script: string) =>
  hookOf(
    `const fs = require("node:fs"); const key = process.env.AGENT_HOOK_KEY;
    const answer = (text) => fs.writeSync(3, text);
    const document = (text) => answer(key + " " + text.length + "\\n" + text + "\\n");
    const noDecision = () => answer(key + " 0\\n"); ${script}`,
  );
const DENIAL = '{"decision":"block","reason":"no rm here"}';
const CALL = JSON.stringify({
  session_id: "s",
  cwd: "/",
  hook_event_name: "pre_tool_use",
  tool_name: "shell",
  tool_input: { cmd: "rm x" },
});
const DENIAL_TEXT = "denied: the hook failed";
const out = () => join(folder(), "trace.jsonl");

/** Returns a traced hook behind the launcher, as in docker-agent's config. */
function launched(path: string, hook: readonly string[], mode: "block" | "continue" = "block"): string[] {
  const parts = { launcher: launcherPath(), host: "docker-agent", event: "pre_tool_use", seconds: 60 };
  return ["sh", "-c", launcherCommand({ ...parts, mode, command: traced(path, hook) })];
}

/** Runs a command with a file as descriptor 3 and returns what it writes there. */
async function throughDescriptor(command: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const file = join(folder(), "answer");
  const opened = ["sh", "-c", 'file=$1; shift; "$@" 3>"$file"', "sh", file, ...command];
  const ended = await run(opened, CALL, { AGENT_HOOK_FD: "3", AGENT_HOOK_KEY: "k-e-y", ...env });
  return { ...ended, answer: readFileSync(file, "utf8") };
}

describe("a traced hook behind the launcher", () => {
  test.each([
    ["block", "rm x", "no rm here"],
    ["continue", "rm x", "no rm here"],
    ["block", "ls", undefined],
  ] as const)("made with the SDK decides as without the tracer, in mode %s on %s", async (mode, cmd, reason) => {
    const hook = hookOf(
      `import { commandOf, defineHook, deny, serve } from ${SDK};
      console.log("noise");
      const rule = (call) => (commandOf(call).includes("rm") ? deny("no rm here") : undefined);
      await serve(defineHook({ name: "guard", onFailure: "${mode}", beforeTool: rule }));`,
      "hook.mjs",
    );
    const path = out();
    const call = { ...JSON.parse(CALL), tool_input: { cmd } };
    const { code, stdout } = await run(launched(path, hook, mode), JSON.stringify(call));
    expect(code).toBe(0);
    const document = stdout.length === 0 ? undefined : JSON.parse(stdout.toString());
    expect(document?.hook_specific_output.permission_decision_reason).toBe(reason);
    expect(entriesOf(path)).toEqual([
      { from: "host", message: call },
      ...(document === undefined ? [] : [{ from: "hook", message: document }]),
      { from: "hook", exit: 0 },
    ]);
  });

  test.each([
    ["dies during its answer", `answer(key + ' 22\\n{"decision":'); process.kill(process.pid, "SIGKILL")`],
    ["dies after its whole answer", `document("{}"); process.kill(process.pid, "SIGKILL")`],
    ["gives another length", `answer(key + " 3\\n{}\\n")`],
    ["does not give the key", `answer("2\\n{}\\n")`],
    ["exits with 1 after its whole answer", `noDecision(); process.exit(1)`],
    ["answers only on stdout", `console.log(key + " 2\\n{}")`],
    ["answers nothing", ""],
  ])("is denied when it %s", async (_, script) => {
    const { code, stdout } = await run(launched(out(), answering(script)), CALL);
    expect(code).toBe(0);
    expect(stdout.toString()).toContain(DENIAL_TEXT);
  });

  test("is denied when the tracer is killed after the whole answer", async () => {
    const script = `noDecision(); console.error("tracer " + process.ppid + " waits")`;
    const { child, waitForOutput, ended } = start(launched(out(), answering(`process.stdin.resume(); ${script}`)));
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk;
    });
    await waitForOutput(" waits");
    process.kill(Number(/tracer (\d+)/.exec(stderr)?.[1]), "SIGKILL");
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout.toString()).toContain(DENIAL_TEXT);
  });
});

describe("the answer that a traced hook writes to its descriptor", () => {
  test.each([
    ["on a pipe", {}],
    ["if no pipes can be made", { TMPDIR: "/nonexistent" }],
  ])("passes byte for byte, with the exit code, and is recorded without its first line, %s", async (_, env) => {
    const path = out();
    const script = `document(${JSON.stringify(DENIAL)}); answer(Buffer.from([0xff, 10])); process.exit(7)`;
    const hook = traced(path, answering(`fs.writeSync(1, "noise\\n"); ${script}`));
    const { code, stdout, answer } = await throughDescriptor(hook, env);
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 7, stdout: "noise\n" });
    expect(answer).toBe(`k-e-y ${DENIAL.length}\n${DENIAL}\n\ufffd\n`);
    const entries = entriesOf(path);
    // This hook does not wait for the call, so its answer may come first.
    expect(entries.filter(({ from }) => from === "host")).toEqual([{ from: "host", message: JSON.parse(CALL) }]);
    expect(entries.filter(({ from }) => from === "hook")).toEqual([
      { from: "hook", message: JSON.parse(DENIAL) },
      { from: "hook", base64: "/w==" },
      { from: "hook", exit: 7 },
    ]);
  });

  test("may have 10 MB", async () => {
    const { code, answer } = await throughDescriptor(
      traced(out(), answering('for (let i = 0; i < 1000; i++) answer("x".repeat(10_000))')),
    );
    expect({ code, bytes: answer.length }).toEqual({ code: 0, bytes: 10_000_000 });
  });

  test("passes when nothing can be recorded", async () => {
    const path = join(folder(), "missing", "trace.jsonl");
    const { code, answer } = await throughDescriptor(traced(path, answering("noDecision()")));
    expect({ code, answer }).toEqual({ code: 0, answer: "k-e-y 0\n" });
  });

  test.each([
    ["3", "descriptor 3 is not open"],
    ["99", "descriptor 99 is not open"],
    ["1", "expected the number of an open descriptor"],
    ["x", "expected the number of an open descriptor"],
  ])(
    "fails with AGENT_HOOK_FD=%s and no open descriptor: one sentence, exit code 2, and no hook is started",
    async (text, why) => {
      const path = out();
      const ended = await run(traced(path, answering('console.log("started")')), CALL, { AGENT_HOOK_FD: text });
      expect(ended).toMatchObject({ code: 2, stdout: Buffer.from("") });
      expect(ended.stderr).toMatch(/^agent-hook: AGENT_HOOK_FD: .*\n$/);
      expect(ended.stderr).toContain(why);
    },
  );
});
