import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder } from "../config-folder.js";
import { AGENTS, entries, NOT_MOVED, userFile } from "../doctor/agents.js";
import { config, configFile, hook } from "../doctor/configs.js";
import { idsOf, reportOf, runDoctor } from "../doctor/run-doctor.js";
import { agentHook, file } from "../run-command.js";

const FAULTY = file("packages/cli/test/hooks/faulty.mjs");

/** Creates a home in which an agent has the hook as `config` writes it. */
async function machine(name: string, more: Readonly<Record<string, string>> = {}) {
  const home = folder("it's a home");
  const env = {
    HOME: home,
    PATH: "/usr/bin:/bin",
    ...NOT_MOVED,
    ...{ GEMINI_CLI_TRUST_WORKSPACE: "true", COPILOT_ALLOW_ALL: "true" },
    ...more,
  };
  const { stderr } = await agentHook(["config", name, "--write", "--yes", "--", process.execPath, FAULTY], { env });
  const settings = join(home, userFile(name, "faulty"));
  expect(readFileSync(settings, "utf8"), stderr).toContain("faulty.mjs");
  return { env, settings, doctor: () => runDoctor([name], env) };
}

const PROBLEMS = [
  ["a setting is missing", {}, "FAULT"],
  ["it does not start", { FAULT: "does not start" }, "the database is gone"],
  ["its answer is invalid", { FAULT: "decides nothing" }, "returned an object that is not a decision"],
] as const;

test.each([
  ...PROBLEMS.map((problem) => ["claude-code", ...problem] as const),
  ...AGENTS.map((name) => [name, "it throws", { FAULT: "throws" }, "a bug"] as const),
])(
  "a guard under %s that blocks every call because %s is a problem, with the next step",
  async (name, _, env, cause) => {
    const { stdout, code } = await (await machine(name, env)).doctor();
    expect(stdout).toContain(`✗ problem probe-failed  ${FAULTY}: failed a harmless call of `);
    expect(stdout).toContain(cause);
    expect(stdout).toContain(`fix: debug ${FAULTY}; to see what it does: agent-hook call before_tool --host ${name}`);
    expect(code).toBe(1);
  },
);

test("a guard without a fault is not a problem: its answer is shown", async () => {
  const { stdout, code } = await (await machine("claude-code", { FAULT: "nothing" })).doctor();
  expect(stdout).toMatch(/✓ answered a harmless call of \w+ at [\w.]+ in \d+ ms: no decision/);
  expect(stdout).not.toContain("✗");
  expect(code).toBe(0);
});

test.each(AGENTS)("a guard under %s that denies a harmless call may deny every call: a warning", async (name) => {
  const { stdout, code } = await (await machine(name, { FAULT: "denies" })).doctor();
  expect(stdout).toContain(`! warning probe-denied  ${FAULTY}: answered a harmless call of `);
  expect(stdout).toContain("denied: reading is not allowed here; it may deny every call");
  expect(stdout).not.toContain("✓ answered");
  expect(code).toBe(1);
});

test("a hook that hangs is a problem", async () => {
  const { stdout, code } = await (await machine("claude-code", { FAULT: "hangs" })).doctor();
  expect(stdout).toContain("problem probe-failed");
  expect(code).toBe(1);
});

test("a hook recognises the probe by its session and folder, and the file to read does not exist", async () => {
  const seen = join(folder(), "seen");
  await (await machine("claude-code", { FAULT: "nothing", SEEN: seen })).doctor();
  const lines = readFileSync(seen, "utf8").trimEnd().split("\n");
  expect(lines).toHaveLength(1);
  const [session, raw] = JSON.parse(String(lines[0]));
  expect(session).toBe("agent-hook-doctor");
  expect(basename(raw.cwd)).toMatch(/^agent-hook-doctor-/);
  expect(raw).toMatchObject({ tool_name: "Read", tool_input: { file_path: join(raw.cwd, "no-such-file.txt") } });
});

test("the probe skips an entry whose matcher excludes every harmless call", async () => {
  const { settings, doctor } = await machine("claude-code", { FAULT: "throws" });
  entries(settings, (_, group) => Object.assign(group, { matcher: "Edit|Write" }));
  expect((await doctor()).stdout).not.toContain("harmless call");
  entries(settings, (_, group) => Object.assign(group, { matcher: "Bash" }));
  expect((await doctor()).stdout).toContain("a harmless call of Bash");
});

test("what a hook writes to stderr is shown, escaped and shortened", async () => {
  const { stdout, code } = await (await machine("claude-code", { FAULT: "is noisy" })).doctor();
  expect(stdout).toContain("✓ its stderr: … 88 earlier lines\n  ✓ its stderr: line 89 \\u001b[8m\n");
  expect(stdout).toContain("✓ its stderr: line 100 \\u001b[8m\n");
  expect(code).toBe(0);
});

test("a hook of others is not started", async () => {
  const { settings, doctor } = await machine("claude-code");
  const log = join(folder(), "log");
  entries(settings, (entry) => Object.assign(entry, { command: `touch '${log}'`, statusMessage: "other" }));
  expect((await doctor()).stdout).not.toContain("harmless call");
  expect(existsSync(log)).toBe(false);
});

describe("a relative command under doctor", () => {
  test("is a problem if the host may run in another folder", async () => {
    const { settings, env } = await machine("claude-code");
    entries(settings, (entry) => Object.assign(entry, { command: "node dist/main.js" }));
    const { stdout, code } = await runDoctor(["claude-code"], { ...env, PATH: `${dirname(process.execPath)}:/bin` });
    expect(stdout).toContain('problem relative-command  "node dist/main.js" has a relative path');
    expect(stdout).not.toContain("probe-failed");
    expect(code).toBe(1);
  });

  test("is fine if the command runs in any folder", async () => {
    const { settings, doctor } = await machine("claude-code");
    entries(settings, (entry) => Object.assign(entry, { command: "echo guard.js" }));
    expect(await doctor()).toMatchObject({ code: 0, stdout: expect.not.stringContaining("relative-command") });
  });
});

describe("doctor's probe under PicoClaw", () => {
  const faulty = (fault: string) =>
    configFile(config({ faulty: hook("cli/test/hooks/faulty.mjs", { env: { FAULT: fault }, intercept: INTERCEPT }) }));
  const INTERCEPT = ["before_tool", "approve_tool"];

  test("reports a guard that fails at every call", async () => {
    expect(idsOf(await reportOf(faulty("throws"))).faulty).toContain("probe-failed");
  });

  test("warns of a guard that denies a harmless call", async () => {
    expect(idsOf(await reportOf(faulty("denies"))).faulty).toContain("probe-denied");
  });

  test("reports a broken policy as one that cannot start, whatever the config enables", async () => {
    const path = join(folder(), "policy.yaml");
    writeFileSync(path, "version: 1\nhooks:\n  guard-shel: {}\n");
    const run = { command: [process.execPath, file("packages/cli/dist/policy/hook.cjs"), path] };
    const all = ["before_llm", "after_llm", "before_tool", "approve_tool", "after_tool"];
    const processes = { some: hook("", { ...run, intercept: INTERCEPT }), all: hook("", { ...run, intercept: all }) };
    const { hooks, ...report } = await reportOf(configFile(config(processes)));
    expect(idsOf({ hooks, ...report })).toMatchObject({
      some: expect.arrayContaining(["hello-failed"]),
      all: expect.arrayContaining(["probe-failed"]),
    });
    for (const { findings } of hooks) expect(JSON.stringify(findings)).toContain('unknown hook \\"guard-shel\\"');
  });
});
