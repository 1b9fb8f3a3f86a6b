import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LIVE_AGENTS } from "@agent-hook/sdk/internal/live-agents";
import { describe, expect, test } from "vitest";
import { formatList } from "../../src/format-list.js";
import { fakeHookSource, folder, program } from "../config-folder.js";
import { entries, MANIFEST } from "../doctor/agents.js";
import { type ClaudeFault, fakeClaude } from "../doctor/fake-claude.js";
import { runDoctor, startDoctor } from "../doctor/run-doctor.js";
import { agentHook, file } from "../run-command.js";

/** Creates a machine with a fake Claude Code. */
function machine(fault?: ClaudeFault) {
  const path = folder("it's a home");
  const bin = folder();
  const temporary = folder();
  const seen = join(folder(), "seen.json");
  program(join(bin, "claude"), fakeClaude(fault, seen));
  const env = { PATH: bin, HOME: path, TMPDIR: temporary, ANTHROPIC_API_KEY: "the user's own", CLAUDE_CONFIG_DIR: "" };
  return {
    env,
    temporary,
    seen: () => JSON.parse(readFileSync(seen, "utf8")),
    isRunning: () => existsSync(seen),
    settings: join(path, ".claude", "settings.json"),
    module: join(path, ".claude", "skills", "agent-hook-guard", "hooks", "register.ts"),
    configure: async (hookFile?: string, options: readonly string[] = [], manifest: object = MANIFEST) => {
      const hook = hookFile ?? join(path, "guard.cjs");
      if (hookFile === undefined) writeFileSync(hook, fakeHookSource(manifest));
      const args = ["config", "claude-code", "--write", "--yes", ...options, "--", process.execPath, hook];
      const { code, stderr } = await agentHook(args, { env });
      expect(code, stderr).toBe(0);
    },
    doctor: async (...args: string[]) => {
      const { stdout, stderr, code } = await runDoctor([...args, "--live", "--json"], env);
      expect(stderr).toBe("");
      const report = JSON.parse(stdout);
      return { code, ...report.configs[0], ids: report.configs[0]?.findings.map(({ id }: { id: string }) => id) };
    },
  };
}

const NOTHING = { probeAction: "nothing", ran: true, modelText: "" };

test("runs the installed agent with the configured entry, and shows that its denials hold", async () => {
  const at = machine();
  await at.configure();
  const before = readFileSync(at.settings, "utf8");
  const { code, ids, live } = await at.doctor("claude-code");
  expect(ids).toEqual([]);
  expect(code).toBe(0);
  expect(live).toMatchObject({
    program: join(at.env.PATH, "claude"),
    version: "9.8.7",
    entry: `${at.settings}: hooks.PreToolUse[0].hooks[0]`,
    mode: "block",
    runs: [
      NOTHING,
      { probeAction: "deny", ran: false, modelText: "denied by the probe of agent-hook doctor" },
      { probeAction: "die", ran: false },
      { probeAction: "launcher-missing", ran: false },
    ],
  });
  expect(readFileSync(at.settings, "utf8")).toBe(before);
  expect(readdirSync(at.temporary)).toEqual([]);
});

test("reports what was tested and what was not", async () => {
  const at = machine();
  const { stdout, code } = await runDoctor(["--live"], at.env);
  expect(code).toBe(0);
  const prefix = "✓ tested with an entry from agent-hook config, not yours: the tool did not run when";
  expect(stdout).toContain(`${prefix} the probe was killed\n`);
  expect(stdout).toContain('the model read "denied by the probe of agent-hook doctor"\n');
  expect(stdout).toContain("with an entry from agent-hook config, not yours, a probe instead of its hook");
  expect(stdout).toContain("Not tested: the hook itself");
});

test("makes the agent check the installed mod, and run a mod of the probe", async () => {
  const at = machine();
  await at.configure(undefined, ["--mod"], { ...MANIFEST, respondsTo: ["Bash"] });
  const { code, ids, live } = await at.doctor("claude-code");
  expect(ids).toEqual([]);
  expect(code).toBe(0);
  const path = join(at.module, "..", "..");
  expect(live.mods).toEqual([{ path, problems: [] }]);
  const modelText = "answered by the probe of agent-hook doctor";
  expect(live.runs.at(-1)).toEqual({ probeAction: "answer", ran: false, modelText });

  writeFileSync(at.module, "export const register = (on) => {");
  const broken = await at.doctor("claude-code");
  expect(broken.live.mods).toEqual([{ path, problems: ["it does not parse"] }]);
  const { stdout } = await runDoctor(["claude-code", "--live"], at.env);
  expect(stdout).toContain(`Claude Code rejects the mod ${path}: it does not parse`);
  expect(broken.ids).toContain("live-mod");
});

test("reports an agent that does not load mods", async () => {
  const at = machine("ignores-mods");
  await at.configure(undefined, ["--mod"], { ...MANIFEST, respondsTo: ["Bash"] });
  const { code, ids } = await at.doctor("claude-code");
  expect(ids).toEqual(["live-mod"]);
  expect(code).toBe(1);
});

test("passes nothing of the user to the agent", async () => {
  const at = machine();
  await at.doctor();
  const { env } = at.seen();
  expect(env.ANTHROPIC_API_KEY).toBe("dummy");
  expect(env.HOME).not.toBe(at.env.HOME);
  expect(Object.keys(env).filter((name) => name.startsWith("npm_") || name.startsWith("VITEST"))).toEqual([]);
});

test.each<[fault: ClaudeFault, ids: readonly string[], runs: number]>([
  ["ignores-hooks", ["live-open", "live-open", "live-open"], 4],
  ["fails-open", ["live-open", "live-open"], 4],
  ["loses-reasons", ["live-reason-lost"], 4],
  ["calls-no-model", ["live-inconclusive"], 1],
])("reports what is wrong with an agent that %s", async (fault, ids, runs) => {
  const at = machine(fault);
  await at.configure();
  const result = await at.doctor("claude-code");
  expect(result.ids).toEqual(ids);
  expect(result.live.runs).toHaveLength(runs);
  expect(result.code).toBe(1);
});

test.each([
  [
    "matcher",
    'its matcher "Edit|Write"',
    (_: object, group: object) => Object.assign(group, { matcher: "Edit|Write" }),
  ],
  ["if", 'its if "Bash(ls)"', (entry: object) => Object.assign(entry, { if: "Bash(ls)" })],
])("tests an entry without the %s that keeps the shell from it, and says so", async (_, without, change) => {
  const at = machine();
  await at.configure();
  entries(at.settings, change);
  const { ids, live } = await at.doctor("claude-code");
  expect(ids).toEqual([]);
  expect(live).toMatchObject({ entry: expect.stringContaining("hooks.PreToolUse[0]"), without: [without] });
  const { stdout } = await runDoctor(["claude-code", "--live"], at.env);
  expect(stdout).toContain(`hooks.PreToolUse[0].hooks[0] without ${without}, so that the probe is called`);
  expect(stdout).toContain(`Not tested: the hook itself, ${without}, and the settings`);
});

test("tests an entry for all tools if there is one next to an entry for some", async () => {
  const at = machine();
  await at.configure();
  const settings = JSON.parse(readFileSync(at.settings, "utf8"));
  const [group] = settings.hooks.PreToolUse;
  settings.hooks.PreToolUse = [{ ...group, matcher: "Edit" }, group];
  writeFileSync(at.settings, JSON.stringify(settings));
  const { live } = await at.doctor("claude-code");
  expect(live.entry).toContain("hooks.PreToolUse[1]");
  expect(live.without).toBeUndefined();
});

describe("--tool runs the user's own hook with the installed agent, and shows", () => {
  const run = async (env: NodeJS.ProcessEnv, args: object = { command: "echo it ran" }) => {
    const at = machine();
    await at.configure(file("packages/cli/test/hooks/faulty.mjs"));
    const call = ["claude-code", "--live", "--tool", "Bash", "--args", JSON.stringify(args)];
    const { stdout, code } = await runDoctor(call, { ...at.env, ...env });
    return { stdout: stdout.replaceAll(/after \d+ ms/g, "after N ms"), code, left: readdirSync(at.temporary) };
  };
  const CALLED = "ran faulty with Claude Code 9.8.7: the model called Bash with";

  test("that the tool ran, and what the model read", async () => {
    const { stdout, code, left } = await run({ FAULT: "nothing" });
    expect(stdout).toContain(`${CALLED} {"command":"echo it ran"}\n`);
    expect(stdout).toContain("the hook was called at PreToolUse, and exited after N ms; it printed nothing\n");
    expect(stdout).toContain('the tool ran; the model read "it ran"\n');
    expect({ code, left }).toEqual({ code: 0, left: [] });
  });

  test("that it did not run, with the reason", async () => {
    const { stdout, code } = await run({ FAULT: "denies" });
    expect(stdout).toContain('the tool did not run; the model read "reading is not allowed here"\n');
    // It also denies doctor's harmless call.
    expect(code).toBe(1);
  });

  test("why the hook failed, with its stderr", async () => {
    const { stdout, code } = await run({});
    expect(stdout).toContain("problem live-hook-failed  faulty failed Claude Code's call of Bash after N ms");
    expect(stdout).toContain('its stderr: hook "faulty": invalid environment: FAULT');
    expect(stdout).toMatch(
      /the tool did not run; the model read "denied: the hook failed \(.*faulty\.mjs\); to find out why/,
    );
    expect(code).toBe(1);
  });
});

test("prints the other findings if there is no agent to run", async () => {
  const at = machine();
  await at.configure();
  entries(at.settings, (entry) => {
    entry.command = "exit 0";
  });
  const env = { ...at.env, PATH: folder() };
  const result = await runDoctor(["claude-code", "--live"], env);
  expect(result.stdout).toContain("i note not-inspected");
  expect(result.stderr).toBe(
    "agent-hook: --live: nothing to run: claude is not on the PATH (folders named node_modules/.bin are skipped)\n",
  );
  expect(result.code).toBe(3);
  const { stdout, code } = await runDoctor(["claude-code", "--live", "--json"], env);
  expect(JSON.parse(stdout).configs[0].hooks).toHaveLength(1);
  expect(code).toBe(3);
});

test("tests the entry unchanged: if the entry fails open, the test shows it", async () => {
  const at = machine();
  await at.configure();
  entries(at.settings, (entry) => {
    entry.command = String(entry.command)
      .replace("' block ", "' continue ")
      .replace(/ \|\| printf .*$/, " || :");
  });
  const { ids, live } = await at.doctor("claude-code");
  expect(ids).toEqual([]);
  expect(live).toMatchObject({ mode: "continue", runs: [{ ran: true }, { ran: false }, { ran: true }, { ran: true }] });
});

test("leaves nothing behind when it is terminated", async () => {
  const at = machine("hangs");
  mkdirSync(join(at.env.HOME, ".claude"));
  const child = startDoctor(["claude-code", "--live"], at.env);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await expect.poll(at.isRunning, { timeout: 1_200_000 }).toBe(true);
  const { pid } = await expect
    .poll(at.seen, { timeout: 1_200_000 })
    .toMatchObject({ pid: expect.any(Number) })
    .then(at.seen);
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  expect(readdirSync(at.temporary)).toEqual([]);
});

test("leaves nothing behind when it is terminated while it asks Codex", async () => {
  const at = machine();
  const seen = join(folder(), "seen");
  const script = `require("node:fs").writeFileSync(${JSON.stringify(seen)}, String(process.pid)); setInterval(() => {}, 1000);`;
  program(join(at.env.PATH, "codex"), `#!${process.execPath}\n${script}`);
  const command = { type: "command", command: "true" };
  mkdirSync(join(at.env.HOME, ".codex"));
  writeFileSync(
    join(at.env.HOME, ".codex", "hooks.json"),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [command] }] } }),
  );
  const child = startDoctor(["codex"], { ...at.env, CODEX_HOME: "" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await expect.poll(() => existsSync(seen) && readFileSync(seen, "utf8"), { timeout: 1_200_000 }).toMatch(/\d/);
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(() => process.kill(Number(readFileSync(seen, "utf8")), 0)).toThrow("ESRCH");
  expect(readdirSync(at.temporary)).toEqual([]);
});

const LIVE = Object.keys(LIVE_AGENTS);

test.each<[args: readonly string[], code: number, message: string]>([
  [["codex", "--live"], 3, "--live: nothing to run: codex is not on the PATH"],
  [["picoclaw", "--live"], 2, `--live runs ${formatList(LIVE)}, not picoclaw`],
  [["codex", "--tool", "x"], 2, "--tool: expected --live, which runs the agent"],
  [["codex", "--live", "--args", "{}"], 2, "--args: expected --tool, the tool to call with them"],
  [["--live", "--tool", "x"], 2, "--tool: name the agent, such as: agent-hook doctor claude-code --live --tool Bash"],
  [["docker-agent"], 2, "docker-agent: name the file that it reads: agent-hook doctor agent.yaml"],
  [["claude-cod"], 2, 'doctor: unknown host "claude-cod" (did you mean "claude-code"?)'],
  [
    ["claude"],
    2,
    `doctor: unknown host "claude" (did you mean "claude-code"?); expected picoclaw, docker-agent, ${LIVE.join(", ")}, or a file\n`,
  ],
  [["codex", "--host", "claude-code"], 2, "name the host once: codex, or --host claude-code"],
  [["no/.codex/hooks.json"], 2, "there is no file no/.codex/hooks.json: name the file that Codex reads"],
])("doctor %j is rejected", async (args, code, message) => {
  const ended = await runDoctor(args, machine().env);
  expect(ended.stderr).toContain(`agent-hook: ${message}`);
  expect(ended.code).toBe(code);
});
