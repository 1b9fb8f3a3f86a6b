import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { parseLauncherCommand } from "@agent-hook/sdk/launcher";
import { commandHost } from "@agent-hook/testing/internal/command-hosts";
import { describe, expect, onTestFinished, test } from "vitest";
import { folder } from "../config-folder.js";
import { AGENTS, eventBeforeTool, fileText, NOT_MOVED, projectFile, userFile } from "../doctor/agents.js";
import { onPlatform } from "../on-platform.js";
import { agentHook, file } from "../run-command.js";

const FOLDER = ".config/agent-hook";
const POLICY = `${FOLDER}/policy.yaml`;
/** The file that `add` writes for each host, in an empty home. */
const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(AGENTS.map((name) => [name, userFile(name, "agent-hook")])),
  picoclaw: ".picoclaw/config.json",
  "docker-agent": ".config/cagent/hooks.d/agent-hook.yaml",
};
/** Whether a process of a policy can stay on this machine. */
const STAYS = process.platform === "linux" && existsSync("/usr/bin/perl");
/** The files of the processes that stay. */
const RESIDENTS = ".local/state/agent-hook/residents";
const CLEAR = {
  ...NOT_MOVED,
  XDG_CONFIG_HOME: "",
  PICOCLAW_CONFIG: "",
  PICOCLAW_HOME: "",
  DOCKER_AGENT_CONFIG_DIR: "",
};

/** Creates an empty home with an empty project. */
function home() {
  const path = folder();
  const cwd = join(path, "project");
  mkdirSync(cwd);
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}, folder = cwd) =>
    agentHook(args, { cwd: folder, env: { ...CLEAR, HOME: path, ...env } });
  const read = (name: string) => readFileSync(join(path, name), "utf8");
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  return { path, cwd, run, read, write };
}

/** Returns every file in a folder with its content. */
function contents(path: string): Record<string, string> {
  const names = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "utf8")]),
  );
}

/** What a user may have in a host's file already. */
const MINE: Readonly<Record<string, string>> = {
  "docker-agent": "# mine\nsession_start:\n    - {name: mine, type: command, command: 'true'}   # here\n",
  codex: '{ "description":   "mine" }\n',
  copilot: '{ "version": 1,   "hooks": {"sessionStart": [{"type":"command",  "bash":"true"}]} }\n',
  kimi: '# mine\ndefault_model = "m"   # here\n\n[[hooks]]\nevent = "Stop"   # mine, too\ncommand = "true"\n',
  // These files are ours as a whole, so they have one format.
  opencode: fileText("opencode", '{\n  "mine": "kept"\n}'),
  kilo: fileText("kilo", '{\n  "mine": "kept"\n}'),
};

test.runIf(process.platform !== "win32")("others cannot write in what add creates, whatever the umask is", async () => {
  const { path, run } = home();
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  for (const host of ["claude-code", "cline"]) {
    const { code, stderr } = await run(["add", "guard-shell", "--host", host, "--yes"]);
    expect(code, stderr).toBe(0);
  }
  const created = readdirSync(path, { recursive: true }).filter((name) => name !== "project");
  const open = created.filter((name) => statSync(join(path, String(name))).mode & 0o022);
  expect(created).not.toEqual([]);
  expect(open).toEqual([]);
});

test.each(Object.entries(FILES))(
  "add --host %s writes the host's config, changes nothing the second time, and is undone by remove",
  async (host, config) => {
    const { path, run, read, write } = home();
    const before = MINE[host] ?? '{\n    "mine":   {"a": [1,2]},\n\n    "b": null }\n';
    write(config, before);
    const added = await run(["add", "guard-shell", "--host", host, "--yes"]);
    expect(added.code, added.stderr).toBe(0);
    expect(added.stdout).toContain(`wrote ${join(path, config)}`);
    expect(read(config)).toContain(join(path, POLICY));
    // The file names nothing from this package.
    expect(read(config)).not.toContain(file(""));
    const all = contents(path);
    // Without --yes, too: nothing changes, so `add` does not ask.
    const again = await run(["add", "guard-shell", "--host", host]);
    expect(again.code, again.stderr).toBe(0);
    expect(contents(path)).toEqual(all);
    const removed = await run(["remove", "--host", host, "--yes"]);
    expect(removed.code, removed.stderr).toBe(0);
    expect(read(config)).toBe(before);
    expect(existsSync(join(path, POLICY))).toBe(true);
  },
);

describe("add", () => {
  test("without hooks and without a policy lists them and exits with 2", async () => {
    const { path, run } = home();
    const before = contents(path);
    const { code, stderr } = await run(["add", "--host", "codex"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/the ready-made hooks are:\n {2}guard-shell: \w/),
    });
    expect(contents(path)).toEqual(before);
  });

  test.each([
    [["add", "guard-shel", "--host", "codex"], 'unknown hook "guard-shel"'],
    [["add", "guard-shell"], "expected --host"],
    [["add", "guard-shell", "--host", "codx"], 'unknown host "codx"'],
    [["add", "guard-shell", "--host", "mcp"], "calls no hooks"],
    [["add", "guard-shell", "--host", "codex", "gemini", "--config", "x.json"], "name one --host"],
    [["add", "guard-shell", "--host", "codex"], "add --yes"],
    [["add", "guard-shell", "--host", "codex", "--config", "x.json", "--project"], "--project or --config, not both"],
  ])("%j explains itself and writes nothing", async (args, expected) => {
    const { path, run } = home();
    const { code, stderr } = await run(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(expected) });
    expect(contents(path)).toEqual({});
  });

  test.skipIf(isBuiltin("node:sqlite"))("says what its hooks need on this Node before it writes anything", async () => {
    const { path, run } = home();
    const { code, stderr } = await run(["add", "budget", "rate-limit", "--host", "codex", "--yes"]);
    const command = `npm install --prefix ${join(path, FOLDER)} libsql`;
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^agent-hook: budget and rate-limit need libsql or Node 22/),
    ]);
    expect(stderr).toContain(command);
    expect(contents(path)).toEqual({});
    mkdirSync(join(path, FOLDER, "node_modules/libsql"), { recursive: true });
    expect((await run(["add", "budget", "rate-limit", "--host", "codex", "--yes"])).code).toBe(0);
  });

  test("refuses hooks that cannot start under a host, before it writes anything", async () => {
    const { path, run, write } = home();
    mkdirSync(join(path, FOLDER, "node_modules/libsql"), { recursive: true });
    for (const [hook, host, why] of [
      ["budget", "droid", /budget cannot count .*Every call of Droid would be denied/],
      ["max-iterations", "droid", /max-iterations cannot count .*Every call of Droid would be denied/],
      ["require-reason", "claude-code", /require-reason cannot work here.*Every call of Claude Code would be denied/],
      ["require-reason", "picoclaw", /require-reason cannot work here/],
    ] as const) {
      const { code, stderr } = await run(["add", hook, "--host", host, "--yes"]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(why) });
      expect(contents(path)).toEqual({});
    }
    expect((await run(["add", "require-reason", "--host", "picoclaw@v0.2.7", "--yes"])).code).toBe(0);
    write(POLICY, "version: 1\nhooks:\n  budget: { limits: [{ per: turn, toolCalls: 50 }] }\n");
    expect((await run(["add", "--host", "droid", "--yes"])).code).toBe(0);
  });

  test.each([
    ["claude-code", ".claude/settings.json", '{ "env": { "CLAUDE_CODE_SIMPLE": "1" } }'],
    ["claude-code", "project/.claude/settings.local.json", '{ "disableAllHooks": true }'],
    ["codex", ".codex/config.toml", "[features]\nhooks = false\n"],
    ["copilot", "project/.github/copilot/settings.json", '{ "disableAllHooks": true }'],
    ["droid", ".factory/settings.json", '{ "hooks": { "hooksDisabled": true } }'],
    ["gemini", "project/.gemini/settings.json", '{ "hooksConfig": { "disabled": ["agent-hook"] } }'],
    ["qwen", "project/.env", "QWEN_CODE_SIMPLE=1\n"],
  ])("tells that %s starts no hooks because of %s, as doctor does", async (host, file, text) => {
    const { path, run, write } = home();
    write(file, text);
    const { code, stderr } = await run(["add", "guard-shell", "--host", host, "--yes"]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`Warning: ${join(path, file)}: `),
    });
    const again = await run(["add", "--host", host, "--json"]);
    expect([again.code, again.stdout]).toEqual([1, expect.stringContaining(`Warning: ${join(path, file)}: `)]);
    const { stdout } = await run(["doctor", host, "--json"]);
    const [message] = JSON.parse(stdout)
      .configs[0].findings.filter(({ id }: { id: string }) => id === "switched-off")
      .map(({ message }: { message: string }) => message);
    expect(stderr).toContain(message);
  });

  test.each([
    ["claude-code", "project/.claude/settings.json", '{ "env": { "CLAUDE_CODE_SIMPLE": "1" } }'],
    ["droid", ".factory/settings.json", '{ "hooks": { "hooksDisabled": false } }'],
    ["gemini", "project/.gemini/settings.json", '{ "hooksConfig": { "disabled": ["other"] } }'],
    ["qwen", "project/.env", "OPENAI_API_KEY=x\nQWEN_CODE_SIMPLE=0\n"],
  ])("tells nothing about settings of %s that switch off nothing: %s", async (host, file, text) => {
    const { run, write } = home();
    write(file, text);
    const { code, stderr } = await run(["add", "guard-shell", "protect-files", "--host", host, "--yes"]);
    expect(code, stderr).toBe(0);
    expect(stderr).not.toContain("starts no hooks");
  });

  test("and remove change every host whose file is sound, and then report the others", async () => {
    const { path, run, read, write } = home();
    const hosts = ["--host", "claude-code", "codex", "gemini", "droid", "--yes"];
    const broken = { "claude-code": ".claude/settings.json", gemini: ".gemini/settings.json" };
    for (const file of Object.values(broken)) write(file, "{ broken");
    const reported = expect.stringMatching(
      new RegExp(`agent-hook: claude-code: ${path}/.claude.*\nagent-hook: gemini: ${path}/.gemini`),
    );
    const added = await run(["add", "guard-shell", "protect-files", ...hosts]);
    expect(added).toMatchObject({ code: 2, stderr: reported });
    expect(added.stderr).toContain("To undo it: ");
    for (const file of [".codex/hooks.json", ".factory/hooks.json"]) expect(read(file)).toContain("hook.cjs");
    const again = await run(["add", ...hosts, "--json"]);
    expect(again.code).toBe(2);
    expect(JSON.parse(again.stdout).hosts).toMatchObject([
      { host: "claude-code", error: { code: "usage", message: expect.stringContaining(broken["claude-code"]) } },
      { host: "codex" },
      { host: "gemini", error: { message: expect.stringContaining(broken.gemini) } },
      { host: "droid", changed: false },
    ]);
    expect(await run(["remove", "protect-files", ...hosts])).toMatchObject({ code: 2, stderr: reported });
    const removed = await run(["remove", ...hosts]);
    expect(removed).toMatchObject({ code: 2, stderr: reported });
    expect(existsSync(join(path, ".codex/hooks.json"))).toBe(false);
    expect(existsSync(join(path, ".factory/hooks.json"))).toBe(false);
    for (const file of Object.values(broken)) expect(read(file)).toBe("{ broken");
  });

  test("keeps the comments and options of a policy", async () => {
    const { run, read, write } = home();
    const mine = "# ours\nversion: 1\nhookFiles: [ ./own.mjs ]   # mine\nmode:   observe\n";
    write(POLICY, mine);
    write(`${FOLDER}/own.mjs`, 'export const hook = { "~defineHook": true, name: "own", beforeTool() {} };\n');
    const { code, stderr } = await run(["add", "guard-shell", "--host", "codex", "--yes"]);
    expect(code, stderr).toBe(0);
    expect(read(POLICY)).toBe(`${mine}hooks:\n  guard-shell: {}\n`);
    expect((await run(["remove", "guard-shell", "--host", "codex", "--yes"])).code).toBe(0);
    expect(read(POLICY)).toBe(`${mine}hooks: {}\n`);
  });

  test("names the line of a broken policy and changes nothing", async () => {
    const { path, run, write } = home();
    write(POLICY, "version: 1\nhooks:\n  guard-shell: { mode: never }\n");
    const before = contents(path);
    const { code, stderr } = await run(["add", "guard-shell", "--host", "codex", "--yes"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("policy.yaml line 3: hooks.guard-shell.mode"),
    });
    expect(contents(path)).toEqual(before);
  });

  test("adds a project's policy to the project's config, so that the whole folder can be committed", async () => {
    const { path, cwd, run } = home();
    const { code, stderr } = await run(["add", "guard-shell", "--host", "claude-code", "--project", "--yes"]);
    expect(code, stderr).toBe(0);
    const config = readFileSync(join(cwd, projectFile("claude-code", "agent-hook")), "utf8");
    expect(config).toContain("'./.agent-hook/guard.sh'");
    expect(config).toContain("'node' './.agent-hook/hook.cjs' './.agent-hook/policy.yaml'");
    expect(config).not.toContain(path);
    expect(stderr).toContain("To undo it: npx agent-hook remove guard-shell --host claude-code --project\n");
    expect(Object.keys(contents(path)).filter((name) => !name.startsWith(cwd))).toEqual([]);
    // Git does not change the line ends of the launcher, also not in a clone on Windows.
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", cwd, "-c", "core.autocrlf=true", ...args], { encoding: "utf8" });
    git("init", "--quiet");
    git("add", ".agent-hook");
    const launcher = join(cwd, ".agent-hook/guard.sh");
    const before = readFileSync(launcher, "utf8");
    rmSync(launcher);
    git("checkout-index", "--all");
    expect(readFileSync(launcher, "utf8")).toBe(before);
  });

  test("an entry that doctor's fix writes keeps the launcher next to the policy", async () => {
    const { path, run, read } = home();
    await run(["add", "guard-shell", "--host", "claude-code", "--yes"]);
    const hook = [process.execPath, join(path, FOLDER, "hook.cjs"), join(path, POLICY)];
    await run(["remove", "--host", "claude-code", "--yes"]);
    await run(["config", "claude-code", "--write", "--yes", "--name", "agent-hook", "--", ...hook]);
    expect(read(".claude/settings.json")).toContain(`'${join(path, FOLDER, "guard.sh")}'`);
  });

  test.each([
    ["at once", ["claude-code", "copilot"], []],
    ["after Claude Code", ["copilot"], ["claude-code"]],
    ["after Copilot CLI", ["claude-code"], ["copilot"]],
  ])(
    "is refused for a project of Claude Code and Copilot CLI, which the guard would lock out: %s",
    async (_, hosts, first) => {
      const { path, run } = home();
      for (const host of first)
        expect((await run(["add", "guard-shell", "--project", "--host", host, "--yes"])).code).toBe(0);
      const before = contents(path);
      const { code, stdout, stderr } = await run(["add", "redact-secrets", "--project", "--host", ...hosts, "--yes"]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(
        /^agent-hook: --project: Copilot CLI also runs .*settings\.json, .*in your own config.*\n$/,
      );
      expect(contents(path)).toEqual(before);
    },
  );

  test("writes an administrator's policy into a named file, and its program for every user", async () => {
    const { path, run, read, write } = home();
    write("etc/claude-code/managed-settings.json", "{}");
    const managed = join(path, "etc/claude-code/managed-settings.json");
    const args = ["add", "guard-shell", "--host", "claude-code", "--config", managed, "--yes"];
    const { code, stderr } = await run(args, { XDG_CONFIG_HOME: join(path, "etc") });
    expect(code, stderr).toBe(0);
    expect(read("etc/claude-code/managed-settings.json")).toContain(join(path, "etc/agent-hook/policy.yaml"));
    for (const name of ["hook.cjs", "guard.sh"])
      expect(statSync(join(path, "etc/agent-hook", name)).mode & 0o777).toBe(0o644);
    expect(existsSync(join(path, ".claude"))).toBe(false);
  });

  test("writes nothing if the folder of the named config does not exist", async () => {
    const { path, run } = home();
    const config = join(path, "etc/claude-code/managed-settings.json");
    const { code, stderr } = await run(["add", "guard-shell", "--host", "claude-code", "--config", config, "--yes"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("claude-code does not exist") });
    expect(contents(path)).toEqual({});
  });

  test.each([[[]], [["docker-agent"]]])("writes a file of docker-agent that doctor %j finds", async (args) => {
    const { path, run, write } = home();
    await run(["add", "guard-shell", "protect-files", "--host", "docker-agent", "--yes"]);
    write(".config/cagent/hooks.d/notes.txt", "{");
    const { code, stdout, stderr } = await run(["doctor", ...args, "--json"]);
    const { configs } = JSON.parse(stdout);
    expect(configs, stderr).toMatchObject([{ file: join(path, FILES["docker-agent"] ?? "") }]);
    expect(configs[0].hooks).toMatchObject([{ name: "agent-hook", started: true }]);
    expect(code, stdout).toBe(0);
  });

  test("and doctor warn about a policy that the agent can edit", async () => {
    const { run } = home();
    const warning = "the agent can edit this policy: add protect-files";
    const added = await run(["add", "guard-shell", "--host", "claude-code", "--yes"]);
    expect(added.stderr).toContain(`Warning: ${warning}\n`);
    const doctor = await run(["doctor", "claude-code"]);
    expect(doctor.stdout).toContain(warning);
    expect(doctor.stdout).toContain("agent-hook add protect-files --host claude-code");
    const protectedNow = await run(["add", "protect-files", "--host", "claude-code", "--yes"]);
    expect(protectedNow.stderr).not.toContain(warning);
    expect((await run(["doctor", "claude-code"])).stdout).not.toContain(warning);
  });

  test("and doctor do not list the points of a ready-made hook that the host never calls", async () => {
    const { run } = home();
    const added = await run(["add", "redact-secrets", "--host", "claude-code", "--yes"]);
    expect(added.stderr).not.toContain("never calls");
    expect((await run(["doctor", "claude-code"])).stdout).not.toContain("never-called");
  });

  test("writes the policy and what runs it, and shows a new policy as a new file", async () => {
    const { path, run, read } = home();
    const { stdout } = await run(["add", "guard-shell", "--host", "claude-code", "--yes"]);
    expect(read(POLICY)).toBe(
      "# yaml-language-server: $schema=./policy.schema.json\nversion: 1\nmode: enforce\nhooks:\n  guard-shell: {}\n",
    );
    expect(readdirSync(join(path, FOLDER)).sort()).toEqual([
      "ask.pl",
      "guard.sh",
      "hook.cjs",
      "policy.schema.json",
      "policy.yaml",
    ]);
    expect(stdout).toContain("--- /dev/null\n");
    expect(stdout).toContain("@@ -0,0 +1,5 @@\n+# yaml-language-server");
  });

  test("uses XDG_CONFIG_HOME", async () => {
    const { path, run } = home();
    await run(["add", "guard-shell", "--host", "codex", "--yes"], { XDG_CONFIG_HOME: join(path, "xdg") });
    expect(existsSync(join(path, "xdg/agent-hook/policy.yaml"))).toBe(true);
  });

  test("adds several hosts at once, and prints one JSON document", async () => {
    const { path, run } = home();
    const { code, stdout, stderr } = await run(["add", "guard-shell", "--host", "codex", "gemini", "--yes", "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      policy: { file: join(path, POLICY), changed: true },
      written: ["hook.cjs", "ask.pl", "guard.sh", "policy.schema.json"].map((name) => join(path, FOLDER, name)),
      hosts: [
        { host: "codex", changed: true },
        { host: "gemini", changed: true },
      ],
    });
  });

  test("writes files that decide in any folder, without this package", async () => {
    const { path, run, read } = home();
    await run(["add", "guard-shell", "--host", "claude-code", "--no-resident", "--yes"]);
    const event = eventBeforeTool("claude-code");
    const { command } = JSON.parse(read(".claude/settings.json")).hooks[event][0].hooks[0];
    const { launcher, command: expected } = parseLauncherCommand(command) ?? expect.fail("no launcher");
    const moved = folder();
    cpSync(join(path, FOLDER), moved, { recursive: true });
    const elsewhere = command.replaceAll(join(path, FOLDER), moved);
    expect(launcher).toBe(join(path, FOLDER, "guard.sh"));
    expect(expected.slice(1, 3)).toEqual([join(path, FOLDER, "hook.cjs"), join(path, POLICY)]);
    const host = commandHost("claude-code", { cwd: path });
    const { effect } = await host.beforeTool(elsewhere, { tool: "Bash", input: { command: "git reset --hard" } });
    expect(effect).toMatchObject({ tool: "does not run", reason: expect.stringContaining("git stash") });
  });
});

describe("a process of the policy that stays", () => {
  const modesIn = (text: string) => [...new Set(text.match(/(?<=guard\.sh'? )[a-z-]+/g))].sort();
  const CONFIG = ".claude/settings.json";
  const DEFAULT = STAYS ? "resident-block" : "block";

  test("is the default where it can stay, also for an entry that says nothing about it", async () => {
    const { run, read, write } = home();
    const { code, stderr } = await run(["add", "guard-shell", "--host", "claude-code", "--yes"]);
    expect(code, stderr).toBe(0);
    expect(modesIn(read(CONFIG))).toEqual([DEFAULT]);
    write(CONFIG, read(CONFIG).replaceAll("resident-block", "block"));
    await run(["add", "--host", "claude-code", "--yes"]);
    expect(modesIn(read(CONFIG))).toEqual([DEFAULT]);
  });

  test.each([
    ["--resident", "resident-block"],
    ["--no-resident", "started-block"],
  ])("with %s is kept when add, remove and config change the entry, and goes with the entry", async (flag, mode) => {
    const { path, run, read } = home();
    const { code, stderr } = await run(["add", "guard-shell", "--host", "claude-code", flag, "--yes"]);
    expect(code, stderr).toBe(0);
    expect(stderr.includes("It ends after 10 minutes without a call")).toBe(flag === "--resident");
    expect(modesIn(read(CONFIG))).toEqual([mode]);
    await run(["add", "redact-secrets", "--host", "claude-code", "--yes"]);
    expect(read(CONFIG)).toContain("PostToolUse");
    expect(modesIn(read(CONFIG))).toEqual([mode]);
    await run(["remove", "redact-secrets", "--host", "claude-code", "--yes"]);
    expect(read(CONFIG)).not.toContain("PostToolUse");
    const command = ["node", join(path, FOLDER, "hook.cjs"), join(path, POLICY)];
    const configured = await run(["config", "claude-code", "--write", "--yes", "--", ...command]);
    expect(configured.code, configured.stderr).toBe(0);
    expect(modesIn(read(CONFIG))).toEqual([mode]);
    await run(["remove", "--host", "claude-code", "--yes"]);
    expect(existsSync(join(path, CONFIG))).toBe(false);
    await run(["add", "--host", "claude-code", "--yes"]);
    expect(modesIn(read(CONFIG))).toEqual([DEFAULT]);
  });

  test.each([
    ["codex", ["--project"], join("project", projectFile("codex", "agent-hook"))],
    ["docker-agent", [], ".config/cagent/hooks.d/agent-hook.yaml"],
    ["gemini", ["--config", "../settings.json"], "settings.json"],
  ])("is kept in the file of %s with %j, or its absence", async (host, flags, config) => {
    for (const [flag, mode] of [
      ["--resident", "resident-block"],
      ["--no-resident", "started-block"],
    ] as const) {
      const { run, read } = home();
      const { code, stderr } = await run(["add", "guard-shell", "--host", host, ...flags, flag, "--yes"]);
      expect(code, stderr).toBe(0);
      await run(["add", "redact-secrets", "--host", host, ...flags, "--yes"]);
      expect(modesIn(read(config))).toEqual([mode]);
    }
  });

  test("is refused for a host that keeps the hook running, and writes nothing", async () => {
    const { path, run } = home();
    const { code, stderr } = await run(["add", "guard-shell", "--host", "codex", "picoclaw", "--resident", "--yes"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("--resident: picoclaw keeps the hook running by itself"),
    });
    expect(contents(path)).toEqual({});
  });

  test("is not the default on macOS, and says there that the hook is started for each call", async () => {
    const { run, read } = home();
    onPlatform("darwin");
    await run(["add", "guard-shell", "--host", "claude-code", "--yes"]);
    expect(modesIn(read(CONFIG))).toEqual(["block"]);
    const { code, stderr } = await run(["add", "guard-shell", "--host", "claude-code", "--resident", "--yes"]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("It needs Linux: on this system, the hook is started for each call.");
  });

  test.each(["--resident", "--no-resident"])("is kept by the command that doctor proposes, with %s", async (flag) => {
    const { run, read, write } = home();
    await run(["add", "guard-shell", "--host", "claude-code", flag, "--yes"]);
    write(`${FOLDER}/guard.sh`, `${read(`${FOLDER}/guard.sh`)}# changed`);
    const { stdout } = await run(["doctor", "claude-code", "--json"], { XDG_STATE_HOME: "" });
    const fix = expect.stringMatching(`agent-hook config claude-code --write \\S+ ${flag} --name agent-hook -- `);
    expect(JSON.parse(stdout).configs[0].hooks[0].findings).toContainEqual(
      expect.objectContaining({ id: "other-launcher", fix }),
    );
  });

  test("is kept by the commands that doctor proposes, which also looks at what asks the process", async () => {
    const { path, run, read, write } = home();
    await run(["add", "guard-shell", "--host", "claude-code", "--resident", "--yes"]);
    write(`${FOLDER}/ask.pl`, `${read(`${FOLDER}/ask.pl`)}# changed`);
    const { stdout } = await run(["doctor", "claude-code", "--json"], { XDG_STATE_HOME: "" });
    const [report] = JSON.parse(stdout).configs;
    expect(report.hooks[0].findings).toContainEqual(
      expect.objectContaining({
        id: "other-launcher",
        message: expect.stringContaining(`${join(path, FOLDER, "ask.pl")}, with which the launcher asks`),
        fix: expect.stringMatching(/agent-hook config claude-code --write \S+ --resident --name agent-hook -- /),
      }),
    );
    await run(["add", "--host", "claude-code"]);
    const repaired = await run(["doctor", "claude-code", "--json"], { XDG_STATE_HOME: "" });
    expect(JSON.parse(repaired.stdout).configs[0].hooks[0].findings).toEqual([
      expect.objectContaining({ id: "editable-policy" }),
    ]);
    expect(existsSync(join(path, RESIDENTS))).toBe(false);
  });

  test.runIf(STAYS)("starts a process that answers for the policy, and that a changed policy replaces", async () => {
    const { path, run, read, write } = home();
    onTestFinished(() => endResidents(path));
    await run(["add", "guard-shell", "--host", "claude-code", "--yes"]);
    const event = eventBeforeTool("claude-code");
    const { command } = JSON.parse(read(".claude/settings.json")).hooks[event][0].hooks[0];
    const env = { PATH: process.env.PATH, HOME: path, AGENT_HOOK_LOG: "" };
    const host = commandHost("claude-code", { cwd: path, env });
    const ask = async () =>
      (await host.beforeTool(command, { tool: "Bash", input: { command: "git reset --hard" } })).effect;
    expect(await ask()).toMatchObject({ tool: "does not run" });
    await expect.poll(() => residents(path), { timeout: 60_000 }).toHaveLength(1);
    const [pid] = residents(path);
    // On a busy machine, the process may not accept a call within the second that it has.
    while (!read(".local/state/agent-hook/decisions/decisions-000001.jsonl").includes(`"pid":${pid}`))
      expect(await ask()).toMatchObject({ tool: "does not run" });
    const shown = async (args: readonly string[]) => (await run(args, { XDG_STATE_HOME: "" })).stdout;
    await expect
      .poll(async () => JSON.parse(await shown(["stats", "--json"])).residents, { timeout: 60_000 })
      .toMatchObject({ processes: [{ pid, folder: path }], calls: { answered: expect.toSatisfy((n) => n > 0) } });
    expect(await shown(["doctor", "claude-code"])).toContain(`process ${pid} stays for ${path}: `);
    write(POLICY, "version: 1\nhooks:\n  guard-shell: { levels: { loses-work: allow } }\n");
    expect(await ask()).not.toMatchObject({ tool: "does not run" });
    // Otherwise, it may write its files while the folder is removed.
    await expect
      .poll(() => residents(path), { timeout: 60_000 })
      .not.toSatisfy((pids) => pids.length !== 1 || pids[0] === pid);
  });
});

/** Returns the ids of the processes that stay for the hooks of a home. */
function residents(path: string): number[] {
  const state = join(path, RESIDENTS);
  const names = existsSync(state) ? readdirSync(state).filter((name) => name.endsWith(".key")) : [];
  return names.map((name) => Number(readFileSync(join(state, name), "utf8").split(" ")[1]));
}

function endResidents(path: string): void {
  for (const pid of residents(path)) process.kill(pid, "SIGKILL");
}

describe("remove", () => {
  test.each(Object.keys(FILES))("leaves only the policy of what add has made for %s", async (host) => {
    const { path, run } = home();
    const names = () => readdirSync(path, { recursive: true }).filter((name) => !String(name).startsWith(FOLDER));
    mkdirSync(join(path, FOLDER), { recursive: true });
    const before = names();
    await run(["add", "guard-shell", "--host", host, "--yes"]);
    // Leaves a copy that has our entry.
    await run(["add", "redact-secrets", "--host", host, "--yes"]);
    expect(names()).not.toEqual(before);
    const { code, stderr } = await run(["remove", "--host", host, "--yes"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`${join(path, FOLDER)} is kept`) });
    expect(names()).toEqual(before);
  });

  test("of the last hook leaves the policy, and removes it from the host", async () => {
    const { path, run, read } = home();
    await run(["add", "guard-shell", "--host", "codex", "--yes"]);
    const before = read(POLICY);
    const { code, stderr } = await run(["remove", "guard-shell", "--host", "codex", "--yes"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("is unchanged") });
    expect(read(POLICY)).toBe(before);
    expect(existsSync(join(path, ".codex"))).toBe(false);
  });

  test.each(Object.keys(FILES))("of some hooks changes only agents that have the policy, not %s", async (host) => {
    const { path, run, read } = home();
    const names = () => readdirSync(path, { recursive: true }).filter((name) => !String(name).startsWith(FOLDER));
    await run(["add", "guard-shell", "redact-secrets", "--host", host, "--yes"]);
    await run(["remove", "--host", host, "--yes"]);
    const before = names();
    for (const hook of ["guard-shell", "protect-files"]) {
      const { code, stdout, stderr } = await run(["remove", hook, "--host", host, "--yes"]);
      expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: expect.stringContaining('has no "agent-hook"') });
      expect(names()).toEqual(before);
    }
    expect(read(POLICY)).not.toContain("guard-shell");
  });

  test("of some hooks changes a project of Claude Code and Copilot CLI, which add refuses", async () => {
    const { path, run, read, write } = home();
    const flags = ["--host", "claude-code", "--project", "--yes"];
    const file = ".claude/settings.json";
    await run(["add", "guard-shell", "redact-secrets", ...flags]);
    const text = read(`project/${file}`);
    await run(["remove", ...flags]);
    await run(["add", "--host", "copilot", "--project", "--yes"]);
    write(`project/${file}`, text);
    const { code, stderr } = await run(["remove", "redact-secrets", ...flags]);
    expect(code, stderr).toBe(0);
    expect(existsSync(join(path, "project/.github/hooks"))).toBe(true);
    expect(JSON.parse(read(`project/${file}`)).hooks).not.toHaveProperty("PostToolUse");
  });

  test("of some hooks changes the entry of an agent that has the policy", async () => {
    const { run, read } = home();
    await run(["add", "guard-shell", "redact-secrets", "--host", "claude-code", "--yes"]);
    const entries = () => Object.keys(JSON.parse(read(".claude/settings.json")).hooks);
    expect(entries()).toContain("PostToolUse");
    await run(["remove", "redact-secrets", "--host", "claude-code", "--yes"]);
    expect(entries()).not.toContain("PostToolUse");
  });

  test("works if the policy is broken", async () => {
    const { path, run, write } = home();
    await run(["add", "guard-shell", "--host", "codex", "--yes"]);
    write(POLICY, "version: [");
    expect((await run(["remove", "--host", "codex", "--yes"])).code).toBe(0);
    expect(existsSync(join(path, ".codex"))).toBe(false);
  });

  test.each([
    ["claude-code", []],
    ["codex", []],
    ["codex", ["guard-shell"]],
  ])("below a repository's top names the top, and no folder that does not exist: %s %j", async (host, hooks) => {
    const { cwd, run } = home();
    mkdirSync(join(cwd, ".git"));
    mkdirSync(join(cwd, "sub"));
    await run(["add", "guard-shell", "--host", "codex", "--project", "--yes"]);
    const { stdout, stderr } = await run(["remove", ...hooks, "--host", host, "--project"], {}, join(cwd, "sub"));
    expect(stdout + stderr).toContain(`; for the whole repository, run this in ${cwd}\n`);
    expect(stdout + stderr).not.toContain("is kept");
  });

  test("does not list entries without a name", async () => {
    const { run, read, write } = home();
    await run(["add", "guard-shell", "--host", "claude-code", "--yes"]);
    write(".claude/settings.json", read(".claude/settings.json").replaceAll(/"statusMessage": "agent-hook",/g, ""));
    const { code, stdout } = await run(["remove", "--host", "claude-code"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/has no "agent-hook"\n$/) });
  });

  test("without anything to remove says so", async () => {
    const { run } = home();
    const { code, stdout } = await run(["remove", "--host", "codex"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("nothing to remove") });
  });
});
