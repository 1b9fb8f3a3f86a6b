import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hookOf, runAgent } from "./agent-process.js";

const PYTHON_HOOK = `python3 "${fileURLToPath(new URL("../weather_plugin.py", import.meta.url))}"`;
const GUARD = fileURLToPath(new URL("../../../guard/dist/main.js", import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!hasPython)("a hook in Python answers (skipped where there is no python3)", async () => {
  const { code, stdout } = await runAgent(["--hook", PYTHON_HOOK]);
  expect(stdout).toContain("hello from     weather-plugin");
  expect(stdout).toContain("Beijing is sunny today, temperature 15°C, humidity 45%.");
  expect(code).toBe(0);
});

test("a hook without tools exits 1 and says why", async () => {
  const { code, stdout } = await runAgent(["--hook", hookOf("{}")]);
  expect(stdout).toContain("I cannot help with that: none of my tools knows the weather.");
  expect(stdout).toContain("Not OK: the hook offered no tool, so it could not answer.");
  expect(code).toBe(1);
});

test("the guard approves a harmless tool of the agent", async () => {
  const hook = `"${process.execPath}" "${GUARD}"`;
  const { code, stdout } = await runAgent(["--hook", hook, "--ask", "Which files are here?"], {
    GUARD_WORKSPACE: process.cwd(),
  });
  expect(stdout).toContain("approve_tool   approved\n");
  expect(stdout).toContain("FILE: package.json");
  expect(code).toBe(1);
});

test("the guard denies an unknown tool, and the tool does not run", async () => {
  const hook = `"${process.execPath}" "${GUARD}"`;
  const { stdout } = await runAgent(["--hook", hook, "--ask", "What time is it?"], {
    GUARD_WORKSPACE: process.cwd(),
  });
  expect(stdout).toContain("approve_tool   denied\n");
  expect(stdout).toContain("The guard does not know the tool current_time.");
  expect(stdout).not.toContain("agent's tool");
});

test("a hook killed in the middle of an approval denies the tool", async () => {
  const hook = hookOf(`{ "hook.approve_tool": () => process.kill(process.pid, "SIGKILL") }`);
  const { code, stdout } = await runAgent(["--hook", hook, "--ask", "What time is it?"]);
  expect(stdout).toContain("no answer denies the call");
  expect(stdout).toContain('Tool execution denied by approval hook: tool approval hook "hook" failed');
  expect(stdout).not.toContain("agent's tool");
  expect(code).toBe(1);
});

test("a hook that dies before the tool runs fails open at before_tool and closed at approve_tool", async () => {
  const hook = hookOf(`{ "hook.before_tool": () => process.exit(3) }`);
  const { stdout } = await runAgent(["--hook", hook, "--ask", "What time is it?"]);
  expect(stdout).toContain("before_tool    continues without the hook");
  expect(stdout).toContain("approve_tool   denied\n");
});

test("a hook that changes the call and the tool's result takes effect", async () => {
  const changing = hookOf(`{
      "hook.before_tool": (call) => ({ action: "modify", call: { ...call, tool: "list_dir", arguments: { path: ".." } } }),
      "hook.after_tool": (outcome) => ({ action: "modify", result: { ...outcome, result: { for_llm: "[withheld]" } } }),
    }`);
  const { stdout } = await runAgent(["--hook", changing, "--ask", "What time is it?"]);
  expect(stdout).toContain('before_tool    changed to list_dir {"path":".."}');
  expect(stdout).toContain("agent's tool   .. is not below");
  expect(stdout).toContain("final reply    current_time says: [withheld]");
});

test("a hook that aborts ends the turn, and its reason is printed", async () => {
  const hook = hookOf(`{ "hook.after_llm": () => ({ action: "abort_turn", reason: "enough for today" }) }`);
  const { code, stdout } = await runAgent(["--hook", hook]);
  expect(stdout).toContain("Not OK: the hook ended the turn in after_llm: enough for today.");
  expect(code).toBe(1);
});

test("a modify of only the tools drops the messages, and the agent explains it", async () => {
  const hook = hookOf(`{ "hook.before_llm": ({ tools }) => ({ action: "modify", request: { tools } }) }`);
  const { code, stdout } = await runAgent(["--hook", hook]);
  expect(stdout).toContain("Not OK: the hook's before_llm left no messages");
  expect(code).toBe(1);
});

test("a handled answer for the user ends the turn without another model call", async () => {
  const hook = hookOf(`{
      "hook.before_llm": (request) => ({
        action: "modify",
        request: { ...request, tools: [{ type: "function", function: { name: "weather" } }] },
      }),
      "hook.before_tool": () => ({
        action: "respond",
        result: { for_llm: "sent", for_user: "Bring an umbrella.\\u001b[31m", response_handled: true },
      }),
    }`);
  const { code, stdout } = await runAgent(["--hook", hook]);
  expect(stdout).toContain("tools after    +weather, -current_time, -list_dir\n");
  expect(stdout).toContain("user reads     Bring an umbrella.\n");
  expect(stdout).not.toContain("The model is asked again");
  expect(code).toBe(0);
});

test("a command that cannot be started exits 1 and is named", async () => {
  const { code, stdout } = await runAgent(["--hook", "/no/such/hook --quick"]);
  expect(stdout).toMatch(/Not OK: .*\/no\/such\/hook.* could not be started: /);
  expect(code).toBe(1);
});

test("a hook that ends before hello exits 1, with its output and exit code", async () => {
  const hook = `"${process.execPath}" -e 'console.error("no config"); process.exit(4)'`;
  const { code, stdout } = await runAgent(["--hook", hook]);
  expect(stdout).toContain("hook's stderr  no config\n");
  expect(stdout).toMatch(/Not OK: Hook "hook" \(.*\) ended with code 4\.\n$/);
  expect(code).toBe(1);
});

test("a hook's stderr is printed", async () => {
  const { stdout } = await runAgent(["--hook", hookOf(`(console.error("hello there"), {})`)]);
  expect(stdout).toContain("hook's stderr  hello there\n");
});
