import { createTestHost, type TestHostName } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { guardShell, protectFiles } from "../src/index.js";

/** From the agent's folder, wherever that is, this leads to the root. From the other folder, it leads nowhere important. */
const UP = "../".repeat(20);
const ELSEWHERE = `/tmp/${"a/".repeat(30)}`;

type Hidden = readonly [host: TestHostName, tool: string, args: Readonly<Record<string, unknown>>];

/** Calls in which a part of the arguments would hide the command from a parser of the whole. The agents run it (read). */
const HIDDEN_COMMANDS: readonly Hidden[] = [
  ["gemini", "run_shell_command", { note: "cat <<'EOF'", command: "rm -rf ~" }],
  ["gemini", "run_shell_command", { command: "bash -c rm -rf ~" }],
  ["gemini", "run_shell_command", { command: "cmd.exe /c rm -rf ~" }],
  ["gemini", "run_shell_command", { command: "sh -c 'echo ' ' ; rm -rf ~ ; echo '" }],
  ["gemini", "run_shell_command", { command: `rm -rf ${UP}etc`, path: ELSEWHERE }],
  ["qwen", "run_shell_command", { note: "exit 0", command: "rm -rf ~" }],
  ["qwen", "monitor", { command: "A=1 sh\n-c\n'rm -rf ~'", description: "d" }],
  ["opencode", "bash", { note: "cat <<'EOF'", command: "rm -rf ~" }],
  ["droid", "Execute", { note: "f() {", command: "rm -rf ~" }],
  ["docker-agent", "shell", { CMD: "cat <<'EOF'", cmd: "rm -rf ~" }],
  ["picoclaw", "exec", { action: "write", sessionId: "s", command: "cat <<'EOF'", data: "rm -rf ~\n" }],
  ["cline", "run_commands", { commands: ["exit 0", "rm -rf ~"] }],
  ["cline", "run_commands", { commands: ["cat <<'EOF'", "rm -rf ~"] }],
  ["copilot", "bash", { note: '"', command: "rm -rf ~" }],
];

describe("guardShell", () => {
  it.each(HIDDEN_COMMANDS)("denies a command that %s finds in %s(%j)", async (host, tool, args) => {
    const agent = createTestHost(guardShell(), { host });
    expect(await agent.tool({ tool, arguments: args })).toMatchObject({ ran: false, failures: [] });
  });

  it.each<Hidden>([
    ["gemini", "run_shell_command", { command: "bash -c 'npm test'", description: "to run rm -rf / never" }],
    ["qwen", "run_shell_command", { command: "rm -rf dist", directory: "packages/a" }],
    ["cline", "run_commands", { commands: ["cd src", "npm test"] }],
  ])("lets %s run %s(%j)", async (host, tool, args) => {
    expect(await createTestHost(guardShell(), { host }).tool({ tool, arguments: args })).toMatchObject({ ran: true });
  });
});

describe("protectFiles", () => {
  it.each<Hidden>([
    ["gemini", "run_shell_command", { note: "cat <<'EOF'", command: "cat ~/.ssh/id_rsa" }],
    ["gemini", "run_shell_command", { command: "bash -c cat ~/.ssh/id_rsa" }],
    ["cline", "run_commands", { commands: ["exit 0", "cat ~/.ssh/id_rsa"] }],
    ["gemini", "run_shell_command", { command: `echo x > ${UP}etc/hosts`, path: ELSEWHERE }],
    ["droid", "Grep", { pattern: "=", glob_pattern: "**/.env", output_mode: "content" }],
    ["droid", "LS", { directory_path: "~/.ssh" }],
    ["droid", "ApplyPatch", { input: "*** Update File: ~/.bashrc\n@@\n-x\n+y", path: "a.txt" }],
    ["claude-code", "Projects", { method: "project_write", path: "notes.md", local_path: ".env" }],
  ])("denies a file that %s finds in %s(%j)", async (host, tool, args) => {
    const agent = createTestHost(protectFiles(), { host });
    expect(await agent.tool({ tool, arguments: args })).toMatchObject({ ran: false, failures: [] });
  });
});
