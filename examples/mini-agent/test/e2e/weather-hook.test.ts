import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runAgent } from "./agent-process.js";

test("a guard denies a command, also when it is killed, then the hook answers the default question", async () => {
  const home = mkdtempSync(join(tmpdir(), "mini-agent-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const { code, stdout, stderr } = await runAgent([], { HOME: home, XDG_STATE_HOME: "" });
  expect(stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(30);
  expect(stdout.replace(/after \d+ ms/, "after N ms").replace(/(hook +)node .*/, "$1node main.js")).toBe(
    `A guard, started through its launcher as Claude Code starts it
   agent          wants to run: rm -rf project
   guard          denied: rm -r deletes for good: move the folder instead
   agent          tries again, and the guard gets kill -9 while it decides
   launcher       denied: the hook failed
   project        is still there

mini-agent: one question, through a model, a hook and its tools
   question       What's the weather in Beijing today?
   model          scripted, inside this program (no network, no key)
   hook           node main.js

1. The hook starts
   hello from     weather, after N ms

2. The hook sees what the model is about to get (before_llm)
   tools before   current_time, list_dir
   tools after    current_time, list_dir, +get_weather, +calculate

3. The model is asked
   tool call      get_weather {"city":"Beijing"}

4. The hook sees the call of get_weather (before_tool)
   hook's answer  Beijing weather: Sunny, temperature 15°C, humidity 45%

5. The model is asked again
   final reply    Beijing is sunny today, temperature 15°C, humidity 45%.

OK: the answer came through the hook.
`,
  );
  expect(stderr).toBe("");
  expect(code).toBe(0);
  // Nor has the demo written its decisions into the user's log.
  expect(readdirSync(home)).toEqual([]);
});

test("works on a system without watches for files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mini-agent-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const preload = join(folder, "no-watches.cjs");
  // What Node throws if fs.inotify.max_user_watches is reached.
  writeFileSync(
    preload,
    `require("node:fs").watch = () => {
       throw Object.assign(new Error("ENOSPC: System limit for number of file watchers reached"), { code: "ENOSPC" });
     };
     require("node:module").syncBuiltinESMExports();`,
  );
  const { code, stderr } = await runAgent([], { NODE_OPTIONS: `--require=${preload}` });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test("another city and arithmetic are answered too", async () => {
  const [shanghai, sum] = await Promise.all([
    runAgent(["--ask", "What's the weather in Shanghai?"]),
    runAgent(["--ask", "What is 2 * (3 + 4)?"]),
  ]);
  expect(shanghai).toMatchObject({ code: 0, stdout: expect.stringContaining("Shanghai is cloudy today") });
  expect(sum).toMatchObject({ code: 0, stdout: expect.stringContaining("The result is 14.") });
});

test("an unknown city or a division by zero is reported to the user and does not count as an answer", async () => {
  const [paris, zero] = await Promise.all([
    runAgent(["--ask", "What's the weather in Paris?"]),
    runAgent(["--ask", "What is 1 / 0?"]),
  ]);
  expect(paris.stdout).toContain("final reply    get_weather says: Weather data not found for city Paris\n");
  expect(paris.stdout).toMatch(/\nNot OK: the hook answered get_weather with an error\.\n$/);
  expect(paris.code).toBe(1);
  expect(zero.stdout).toContain("Calculation error: division by zero");
  expect(zero.code).toBe(1);
});

test("a question that needs none of the hook's tools exits 1 with the reason", async () => {
  const { code, stdout } = await runAgent(["--ask", "What time is it?"]);
  expect(stdout).toMatch(/agent's tool {3}\d{4}-\d\d-\d\dT/);
  expect(stdout).toContain("Not OK: the model called no tool that the hook offered (get_weather, calculate).");
  expect(code).toBe(1);
});

test("--wire prints every line of both directions, each a JSON-RPC message", async () => {
  const { code, stdout } = await runAgent(["--wire"]);
  const lines = stdout.split("\n").filter((line) => /^ {3}[<>] /.test(line));
  const messages = lines.map((line) => JSON.parse(line.slice(5)) as { method?: string; jsonrpc: string });
  expect(messages.every((message) => message.jsonrpc === "2.0")).toBe(true);
  const asked = messages.map((message) => message.method).filter((method) => method && method !== "hook.event");
  expect(asked).toEqual([
    "hook.hello",
    "hook.before_llm",
    "hook.after_llm",
    "hook.before_tool",
    "hook.before_llm",
    "hook.after_llm",
  ]);
  expect(lines.filter((line) => line.startsWith("   <"))).toHaveLength(asked.length);
  expect(code).toBe(0);
});
