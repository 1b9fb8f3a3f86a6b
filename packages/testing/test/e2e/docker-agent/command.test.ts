import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type CommandHostOptions, commandHost } from "../../../src/internal/command-hosts.js";

const folder = mkdtempSync(join(tmpdir(), "agent-hook-docker-agent-"));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { ...process.env, SHELL: "/bin/sh" };
const input = { cmd: "rm -rf /" };
const prints = (answer: unknown) => `cat >/dev/null; printf '%s' '${JSON.stringify(answer)}'`;
const denies = (reason: string) =>
  prints({ hook_specific_output: { permission_decision: "deny", permission_decision_reason: reason } });

describe.concurrent("a command before a tool call of docker-agent", () => {
  const asked = (command: string | readonly string[], options: CommandHostOptions = {}, args: object = input) =>
    commandHost("docker-agent", { env, ...options }).beforeTool(command, { tool: "shell", input: { ...args } });

  it("denies at its timeout, with the host's reason", async () => {
    expect((await asked("exec sleep 60", { timeout: 1 })).effect).toMatchObject({
      tool: "does not run",
      reason: 'PreToolUse hook failed to execute: hook "exec sleep 60" timed out after 1s: context deadline exceeded',
    });
  });

  it("times out if a child keeps its pipes open, even if its shell has ended", async () => {
    const { effect } = await asked(`sleep 2 & ${prints({})}`, { timeout: 1, patience: 20 });
    expect(effect).toMatchObject({ tool: "does not run", reason: expect.stringContaining("timed out after 1s") });
  });

  it("rejects the call where the real host would hang forever", async () => {
    await expect(asked("sleep 60; true", { timeout: 1, patience: 1 })).rejects.toThrow("docker-agent would hang");
  });

  it("runs in the user's shell", async () => {
    // Bash may read ~/.bashrc if its stdin is a socket.
    const { answer } = await asked("echo $0", { env: { ...process.env, HOME: folder, SHELL: "/bin/bash" } });
    expect(answer.stdout).toBe("/bin/bash\n");
  });

  it("is called together with others, and an equal command once", async () => {
    const { answers, effect } = await asked([
      denies("first"),
      denies("first"),
      prints({ decision: "block", reason: "second" }),
    ]);
    expect(answers).toHaveLength(2);
    expect(effect).toMatchObject({ tool: "does not run", reason: "first\nsecond" });
  });

  it("gets one object as Go writes it, without a line break at the end", async () => {
    const args = { cmd: "a <b> & c\u2028é😀", args: { b: 1, a: 2 } };
    const { payload, answer } = await asked("cat", {}, args);
    const text = JSON.stringify(payload).replace("a <b> & c\u2028é😀", "a \\u003cb\\u003e \\u0026 c\\u2028é😀");
    expect(answer.stdout).toBe(text);
    expect(text).toContain('"tool_input":{"args":{"a":2,"b":1},"cmd":');
  });

  it("need not read its stdin", async () => {
    const { effect } = await asked('printf \'{"decision":"block"}\'', {}, { cmd: "x".repeat(1e6) });
    expect(effect).toMatchObject({ tool: "does not run", result: "Tool call blocked by hook: " });
  });

  it("fails if its folder is missing or a file, or if its shell does not start", async () => {
    const missing = join(folder, "missing");
    const faults: readonly (readonly [CommandHostOptions, string])[] = [
      [{ cwd: missing }, `chdir ${missing}: no such file or directory`],
      [{ cwd: process.execPath }, `chdir ${process.execPath}: not a directory`],
      [{ env: { SHELL: missing } }, `spawn ${missing} ENOENT`],
    ];
    for (const [options, reason] of faults) {
      expect((await asked("true", options)).effect.reason).toContain(reason);
    }
  });
});
