import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { DecisionRecord } from "../../../src/record/decision-record.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";
import { claudeCall, picoclawCall } from "../../record/recorded.js";
import { RUNTIME } from "../../runtime.js";

const [program, ...flags] = RUNTIME;

const HOOK = fileURLToPath(new URL("../../hooks/logs-decisions.mjs", import.meta.url));
const SECRET = "correct-horse-battery";

/** Runs the hook as a host does, and returns its output and the lines in the log. */
async function served(messages: readonly object[], env: NodeJS.ProcessEnv = {}, args: readonly string[] = []) {
  const state = temporaryFolder();
  const child = spawn(program, [...flags, HOOK, ...args], {
    env: { PATH: process.env.PATH, HOME: state, XDG_STATE_HOME: state, TEST_SECRET: SECRET, ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  const [code] = await once(child, "close");
  const folder = join(state, "agent-hook", "decisions");
  const text = existsSync(folder)
    ? readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "utf8"))
        .join("")
    : "";
  const records = text.split("\n").flatMap((line): DecisionRecord[] => (line === "" ? [] : [JSON.parse(line)]));
  return { stdout, stderr, code, text, records, folder };
}

describe("a hook that is served", () => {
  it("logs its decision for a one-shot host, with the file and without secrets", async () => {
    const { records, text, stdout } = await served([
      claudeCall("Bash", { command: `deny; mysql --password=${SECRET}`, env: { API_TOKEN: SECRET } }),
    ]);
    expect(records).toMatchObject([
      { host: { name: "claude-code" }, hook: "logged", file: HOOK, tool: "Bash", decision: "deny", rule: "no-deny" },
    ]);
    expect(stdout).toContain("deny");
    expect(stdout).not.toContain("no-deny");
    expect(text).not.toContain(SECRET);
  });

  it.each([
    "Object.defineProperty(Object.prototype, 'tool', { value: 'no' });",
    "Object.setPrototypeOf = () => { throw new Error('no'); };",
    "Object.setPrototypeOf = (object) => object; Object.defineProperty(Object.prototype, 'tool', { value: 'no' });",
  ])("logs its decision after a dependency ran %s", async (code) => {
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
    const { records } = await served([picoclawCall("exec", { command: "deny" }, "hook.approve_tool", 1)], env);
    expect(records).toMatchObject([{ tool: "exec", decision: "deny" }]);
  });

  it("logs each decision for a persistent host", async () => {
    const { records } = await served([
      picoclawCall("exec", { command: "ls" }, "hook.before_tool", 1),
      picoclawCall("exec", { command: "deny" }, "hook.approve_tool", 2),
    ]);
    expect(records.map(({ point, decision }) => [point, decision])).toEqual([
      ["beforeTool", "none"],
      ["approveTool", "deny"],
    ]);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("logs what a persistent host was answered before %s", async (signal) => {
    const state = temporaryFolder();
    const env = { PATH: process.env.PATH, HOME: state, XDG_STATE_HOME: state };
    const child = spawn(program, [...flags, HOOK], { env, stdio: ["pipe", "pipe", "ignore"] });
    child.stdin.write(`${JSON.stringify(picoclawCall("exec", { command: "ls" }, "hook.before_tool", 1))}\n`);
    await once(child.stdout, "data");
    child.kill(signal);
    await once(child, "close");
    const [name = ""] = readdirSync(join(state, "agent-hook", "decisions"));
    expect(JSON.parse(readFileSync(join(state, "agent-hook", "decisions", name), "utf8"))).toMatchObject({
      point: "beforeTool",
    });
  });

  it("logs a failure with its stack and without secrets", async () => {
    const { records, text, stdout } = await served([claudeCall("Bash", { command: "throw" })]);
    expect(records).toMatchObject([
      { decision: "deny", failure: { kind: "threw", consequence: "the call was denied" } },
    ]);
    expect(records[0]?.failure?.cause).toContain("logs-decisions.mjs");
    expect(stdout).toContain(`npx agent-hook why ${records[0]?.id}`);
    expect(text).not.toContain(SECRET);
  });

  it("logs that its process ended before it answered", async () => {
    const { records } = await served([claudeCall("Bash", { command: "exit" })]);
    expect(records).toMatchObject([{ hook: "logged", decision: "deny", failure: { kind: "stopped" } }]);
  });

  it("logs why it cannot start", async () => {
    const { records, code } = await served([claudeCall("Bash", {})], {}, ["--invalid", "--host", "claude-code"]);
    expect(code).toBe(2);
    expect(records).toMatchObject([
      { host: { name: "claude-code" }, point: "start", decision: "deny", failure: { kind: "not-started" } },
    ]);
  });

  it("logs nothing with AGENT_HOOK_LOG=off, or for --describe", async () => {
    const call = claudeCall("Bash", { command: "deny" });
    expect((await served([call], { AGENT_HOOK_LOG: "off" })).text).toBe("");
    expect((await served([], {}, ["--describe"])).text).toBe("");
  });

  it("names its stderr instead of `why` if the failure is not logged", async () => {
    const { stdout, stderr } = await served([claudeCall("Bash", { command: "throw" })], { AGENT_HOOK_LOG: "off" });
    expect(stdout).not.toContain("agent-hook why");
    const [, id = ""] = /\(id (\w{8})\); to find out why, look for this id on the hook's stderr/.exec(stdout) ?? [];
    expect(id).not.toBe("");
    expect(stderr).toContain(id);
  });

  it("decides the same and says so once if the log cannot be written", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const call = claudeCall("Bash", { command: "deny" });
    const logged = await served([call]);
    for (const env of [{ XDG_STATE_HOME: file }, { XDG_STATE_HOME: "", HOME: "" }]) {
      const { stdout, stderr, code } = await served([call], env);
      expect({ stdout, code }).toEqual({ stdout: logged.stdout, code: logged.code });
      expect(stderr.match(/the decision log: .*; the hook continues\n/g)).toHaveLength(1);
    }
  });
});
