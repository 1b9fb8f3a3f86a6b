// Loaded before the first call, which has a deadline.
import "@agent-hook/hooks/shell";
import { createTestHost, TEST_HOSTS, type TestHostName } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { guardShell, protectFiles } from "../src/index.js";
import { makeMachine } from "./files/machine.js";

type Arguments = Readonly<Record<string, unknown>>;
type Edit = readonly [tool: string, args: (path: string) => Arguments];

const patch = (path: string) => `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch`;

/** How each host edits a file, or applies a patch if it can. */
const EDITS: Readonly<Partial<Record<TestHostName, Edit>>> = {
  picoclaw: ["edit_file", (path) => ({ path, old_text: "a", new_text: "b" })],
  "docker-agent": ["edit_file", (path) => ({ path, edits: [{ oldText: "a", newText: "b" }] })],
  "claude-code": ["Edit", (file_path) => ({ file_path, old_string: "a", new_string: "b" })],
  codex: ["apply_patch", (path) => ({ command: patch(path) })],
  gemini: ["replace", (file_path) => ({ file_path, old_string: "a", new_string: "b" })],
  copilot: ["apply_patch", (path) => ({ input: patch(path) })],
  qwen: ["notebook_edit", (notebook_path) => ({ notebook_path, new_source: "b" })],
  droid: ["ApplyPatch", (path) => ({ input: patch(path) })],
  kimi: ["Edit", (path) => ({ path, old_string: "a", new_string: "b" })],
  cline: ["editor", (path) => ({ path, old_text: "a", new_text: "b" })],
  opencode: ["patch", (path) => ({ patchText: patch(path) })],
  kilo: ["apply_patch", (path) => ({ patchText: patch(path) })],
};

it.each(TEST_HOSTS)(
  "under %s, a secret is neither read, written, edited nor in a command, and other files are",
  async (host) => {
    const { project } = makeMachine();
    // PicoClaw reports no folder.
    const agent = createTestHost(protectFiles(host === "picoclaw" ? { project } : {}), { host, cwd: project });
    const [tool, argumentsFor] = EDITS[host] ?? expect.fail("the host's tool for edits is missing");
    const uses = {
      read: (path: string) => agent.read(path, "tea"),
      write: (path: string) => agent.write(path, "x", "tea"),
      edit: (path: string) => agent.tool({ tool, arguments: argumentsFor(path), result: "tea" }),
      shell: (path: string) => agent.shell(`cat ${path}`, "tea"),
    };
    const denied = { decision: "deny", ran: false, failures: [], reason: expect.stringContaining("can hold secrets") };
    for (const [kind, use] of Object.entries(uses)) {
      expect(await use(`${project}/.env`), kind).toMatchObject(denied);
      expect(await use(`${project}/src/main.ts`), kind).toMatchObject({
        decision: "none",
        result: "tea",
        failures: [],
      });
    }
  },
);

/** Leads from the agent's folder to the root, but from `ELSEWHERE` only to a harmless folder. */
const UP = "../".repeat(20);
const ELSEWHERE = `/tmp/${"a/".repeat(30)}`;

type Hidden = readonly [host: TestHostName, tool: string, args: Arguments];

describe("guardShell", () => {
  // A parser of all arguments as one text would miss these commands. The agents run them (read).
  it.each<Hidden>([
    ["gemini", "run_shell_command", { note: "cat <<'EOF'", command: "rm -rf ~" }],
    ["gemini", "run_shell_command", { command: "bash -c rm -rf ~" }],
    ["gemini", "run_shell_command", { command: "cmd.exe /c rm -rf ~" }],
    ["gemini", "run_shell_command", { command: "sh -c 'echo ' ' ; rm -rf ~ ; echo '" }],
    ["gemini", "run_shell_command", { command: `rm -rf ${UP}etc`, path: ELSEWHERE }],
    ["qwen", "monitor", { command: "A=1 sh\n-c\n'rm -rf ~'", description: "d" }],
    ["docker-agent", "shell", { CMD: "cat <<'EOF'", cmd: "rm -rf ~" }],
    ["picoclaw", "exec", { action: "write", sessionId: "s", command: "cat <<'EOF'", data: "rm -rf ~\n" }],
    ["cline", "run_commands", { commands: ["exit 0", "rm -rf ~"] }],
    ["docker-agent", "shell", { action: { type: "exec", command: ["git", "reset", "--hard"], env: {} } }],
    ["docker-agent", "shell", { action: { commands: ["git status", "git reset --hard"], timeoutMs: 1 } }],
    ["docker-agent", "shell", { action: "git reset --hard" }],
    ["docker-agent", "shell", { message: "git reset --hard", cwd: "." }],
    ["docker-agent", "shell", { name: "rm", args: ["-rf", "/"] }],
    ["docker-agent", "shell", { command: "git", args: ["reset", "--hard"] }],
    ["docker-agent", "shell", { command: "rm", arguments: "-rf /" }],
    ["gemini", "run_shell_command", { program: "rm", flags: "-rf", folder: "/" }],
    ["docker-agent", "shell", { commands: ["git", "reset", "--hard"] }],
    ["docker-agent", "shell", { command: ["bash", "-lc", "git reset --hard"] }],
    ["docker-agent", "shell", { command: ["env", "bash", "-c", "git reset --hard"] }],
    ["docker-agent", "shell", { command: ["python3", "-c", "import shutil; shutil.rmtree('/')"] }],
    ["docker-agent", "shell", { command: ["sh", "-euxc", "rm -rf /"] }],
    ["docker-agent", "shell", { command: ["rm", "-rf", "$HOME"] }],
    ["docker-agent", "shell", { command: ["rm", "#", "-rf", "/"] }],
    ["docker-agent", "shell", { command: ["true", "&&", "git", "reset", "--hard", "a b"] }],
    ["docker-agent", "shell", { cmd: ["cd build", "git reset --hard"] }],
  ])("denies a command that %s finds in %s(%j)", async (host, tool, args) => {
    const agent = createTestHost(guardShell(), { host });
    expect(await agent.tool({ tool, arguments: args })).toMatchObject({ ran: false, failures: [] });
  });

  it.each<Hidden>([
    ["gemini", "run_shell_command", { command: "bash -c 'npm test'", description: "to run rm -rf / never" }],
    ["qwen", "run_shell_command", { command: "rm -rf dist", directory: "packages/a" }],
    ["cline", "run_commands", { commands: ["cd src", "npm test"] }],
    ["cline", "run_commands", { commands: ["pwd", "rm -rf dist", "cd /"] }],
    ["picoclaw", "exec", { action: "poll", sessionId: "s" }],
    ["picoclaw", "cron", { action: "add", name: "n", message: "Don't forget to drink", cron_expr: "0 9 * * *" }],
    ["docker-agent", "shell", { command: ["git", "commit", "-m", "fix rm -rf in docs"] }],
    ["docker-agent", "shell", { command: ["git", "commit", "-m", "a; rm -rf / in docs\nrm -rf /"] }],
    ["docker-agent", "shell", { command: ["bash", "-lc", "cd build && rm -rf ./*"] }],
    ["docker-agent", "shell", { command: ["rg", "curl|sh", "src"] }],
    ["docker-agent", "shell", { command: "git", args: ["commit", "-m", "git reset --hard is bad"] }],
    ["docker-agent", "shell", { command: "grep", args: ["rm", "-rf", "/"] }],
    ["docker-agent", "shell", { command: "git", args: ["rm", "-r", "--cached", "."], description: "reboot" }],
    ["docker-agent", "shell", { action: { type: "exec", command: ["npm", "test"], user: "me", env: { CI: "1" } } }],
    ["docker-agent", "shell", { command: "npm", args: ["run", "build"], mode: "async" }],
  ])("lets %s run %s(%j)", async (host, tool, args) => {
    expect(await createTestHost(guardShell(), { host }).tool({ tool, arguments: args })).toMatchObject({ ran: true });
  });
});

describe("protectFiles", () => {
  it.each<Hidden>([
    ["gemini", "run_shell_command", { note: "cat <<'EOF'", command: "cat ~/.ssh/id_rsa" }],
    ["gemini", "run_shell_command", { command: `echo x > ${UP}etc/hosts`, path: ELSEWHERE }],
    ["droid", "Grep", { pattern: "=", glob_pattern: "**/.env", output_mode: "content" }],
    ["droid", "LS", { directory_path: "~/.ssh" }],
    ["droid", "ApplyPatch", { input: "*** Update File: ~/.bashrc\n@@\n-x\n+y", path: "a.txt" }],
    ["docker-agent", "shell", { command: "cat", args: [".env"] }],
    ["docker-agent", "shell", { action: { command: ["sh", "-c", "cat ~/.ssh/id_rsa"] } }],
    ["claude-code", "Projects", { method: "project_write", path: "notes.md", local_path: ".env" }],
  ])("denies a file that %s finds in %s(%j)", async (host, tool, args) => {
    const agent = createTestHost(protectFiles(), { host });
    expect(await agent.tool({ tool, arguments: args })).toMatchObject({ ran: false, failures: [] });
  });
});
