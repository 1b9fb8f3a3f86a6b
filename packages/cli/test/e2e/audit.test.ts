import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentHook, file } from "../run-command.js";
import { folder } from "../temporary-folder.js";

// Built from parts, because secret scanners read this file.
const SECRET = `ghp_${["x7Kq2mZp9Tr4", "Wd8sLb3NvY6c", "Hf1gJt5RaE0u"].join("")}`;

/** Where each host keeps a session, the variable that moves its folder, and the name of its shell tool. */
const HOSTS = {
  "claude-code": ["2.1.332", "CLAUDE_CONFIG_DIR", ".claude", "projects/-p/s.jsonl", "Bash"],
  codex: ["0.171.0", "CODEX_HOME", ".codex", "sessions/2026/11/26/rollout-s.jsonl", "Bash"],
  gemini: ["0.61.0", "GEMINI_CLI_HOME", ".gemini", "tmp/p/chats/session-s.jsonl", "run_shell_command"],
  copilot: ["1.0.102", "COPILOT_HOME", ".copilot", "session-state/s/events.jsonl", "bash"],
} as const;
type Host = keyof typeof HOSTS;
const NAMES = Object.keys(HOSTS) as readonly Host[];

/** A recorded session in which the model runs another command. */
function session(host: Host, command: string, recording = "fail"): string {
  const [version] = HOSTS[host];
  const path = file(`packages/sdk/src/hosts/${host}/fixtures/${version}/sessions/${recording}.jsonl`);
  const original = recording === "fail" ? "echo out; echo err >&2; exit 3" : "echo original";
  return readFileSync(path, "utf8").replaceAll(original, JSON.stringify(command).slice(1, -1));
}

/** Creates an empty home with these files. */
function home(files: Readonly<Record<string, string>> = {}) {
  const path = folder();
  const cwd = join(path, "project");
  mkdirSync(cwd);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  const none = Object.fromEntries(NAMES.map((host) => [HOSTS[host][1], ""]));
  const audit = (args: readonly string[] = [], env = {}) =>
    agentHook(["audit", ...args], { cwd, env: { ...none, HOME: path, XDG_CONFIG_HOME: path, ...env } });
  return { path, audit, json: async (...args: string[]) => JSON.parse((await audit(["--json", ...args])).stdout) };
}

const kept = (host: Host) => `${HOSTS[host][2]}/${HOSTS[host][3]}`;

describe("audit", () => {
  test.each(NAMES)("finds what the defaults deny in a session of %s", async (host) => {
    const { json } = home({ [kept(host)]: session(host, "git clean -fdx") });
    const tool = HOSTS[host][4];
    const report = await json("--since", "all");
    expect(report).toMatchObject({
      policy: null,
      hooks: ["guard-shell", "protect-files", "redact-secrets"],
      sessions: { [host]: 1 },
      toolCalls: 1,
      prompts: 1,
      decisions: { allow: 1, deny: 1 },
      byHook: { "guard-shell": 1 },
      byRule: { "guard-shell: loses-work/git-clean": 1 },
      byTool: { [tool]: 1 },
      problems: [],
    });
    expect(report.calls).toContainEqual({
      time: expect.stringMatching(/^2026-11-26T/),
      host,
      session: expect.any(String),
      tool,
      subject: "git clean -fdx",
      decision: "deny",
      findings: [
        {
          at: "call",
          decision: "deny",
          hook: "guard-shell",
          rules: ["loses-work/git-clean"],
          reason: expect.any(String),
        },
      ],
    });
  });

  test.each(NAMES)("reads the folder that a variable names for %s", async (host) => {
    const [, variable, folderName, place] = HOSTS[host];
    const moved = host === "gemini" ? `moved/${folderName}` : "moved";
    const { path, audit } = home({ [`${moved}/${place}`]: session(host, "git clean -fdx") });
    const { stdout } = await audit(["--since", "all", "--json"], { [variable]: join(path, "moved") });
    expect(JSON.parse(stdout).decisions).toMatchObject({ deny: 1 });
  });

  test("prints counts, and the calls that the policy does not allow", async () => {
    const { audit } = home({ [kept("codex")]: session("codex", "git clean -fdx") });
    const { code, stdout, stderr } = await audit(["--since", "all"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Sessions: 1 of Codex. Tool calls: 1. Prompts: 1.\n");
    expect(stdout).toContain("     1  deny ");
    expect(stdout).toContain("     1  guard-shell: loses-work/git-clean\n");
    expect(stdout).toMatch(
      /deny {2}2026-11-26T\S+ {2}codex {2}\w{8} {2}Bash: git clean -fdx\n {6}deny call: guard-shell, /,
    );
    expect(stdout).not.toContain("prompt:");
  });

  test("finds results and prompts with secrets, and prints none of them", async () => {
    const secret = session("codex", `echo ${SECRET}`).replaceAll("out\\nerr", `out ${SECRET}\\nerr`);
    const { json, audit } = home({ [kept("codex")]: secret });
    const report = await json("--since", "all", "redact-secrets");
    expect(report.decisions).toMatchObject({ deny: 1, change: 1 });
    expect(report.calls.flatMap(({ findings }: { findings: object[] }) => findings)).toMatchObject([
      { at: "prompt", decision: "deny", hook: "redact-secrets", rules: [expect.any(String)] },
      { at: "call", decision: "change" },
      { at: "result", decision: "change" },
    ]);
    const { stdout } = await audit(["--since", "all"]);
    expect(JSON.stringify(report) + stdout).not.toContain(SECRET);
  });

  test("runs only the named hooks", async () => {
    const { json } = home({ [kept("codex")]: session("codex", "git clean -fdx") });
    const report = await json("--since", "all", "protect-files");
    expect(report).toMatchObject({ hooks: ["protect-files"], decisions: { allow: 2, deny: 0 } });
  });

  test("uses the policy, also one that only observes, and says which hooks it does not run", async () => {
    const policy = [
      "version: 1",
      "mode: observe",
      "hooks:",
      "  guard-shell:",
      "    levels: { loses-work: ask }",
      "  webhook: { url: 'http://127.0.0.1:9/', allowPrivate: true }",
      "hookFiles: [./own.mjs]",
      "",
    ].join("\n");
    const own = "process.exit(7)";
    const files = { "agent-hook/policy.yaml": policy, "agent-hook/own.mjs": own };
    const { path, json, audit } = home({ ...files, [kept("claude-code")]: session("claude-code", "git clean -fdx") });
    const report = await json("--since", "all");
    expect(report).toMatchObject({
      policy: join(path, "agent-hook/policy.yaml"),
      hooks: ["guard-shell"],
      notRun: ["webhook", "./own.mjs"],
      observing: ["guard-shell"],
      decisions: { allow: 1, ask: 1 },
    });
    expect((await audit(["--since", "all"])).stderr).toContain("(--also): webhook and ./own.mjs.\n");
  });

  test("runs the policy's own hook files with --also", async () => {
    const own = [
      `import { defineHook, deny } from "${file("packages/sdk/dist/index.js")}";`,
      `export default defineHook({ name: "mine", onFailure: "block", approveTool: () => deny("R-OWN") });`,
    ].join("\n");
    const policy = "version: 1\nhookFiles: [./own.mjs]\n";
    const session1 = session("gemini", "ls");
    const { json } = home({ "agent-hook/policy.yaml": policy, "agent-hook/own.mjs": own, [kept("gemini")]: session1 });
    const report = await json("--since", "all", "--also", "hook-files");
    expect(report).toMatchObject({ byHook: { "./own.mjs": 1 }, decisions: { deny: 1 } });
  });

  test("leaves out calls before --since, and files that are older", async () => {
    const { json } = home({ [kept("codex")]: session("codex", "git clean -fdx") });
    expect(await json("--since", "2027-01-01")).toMatchObject({ toolCalls: 0, prompts: 0, decisions: { deny: 0 } });
    expect(await json("--since", "2026-11-26")).toMatchObject({ toolCalls: 1, decisions: { deny: 1 } });
  });

  test("reads named files and folders, and counts a call once that is in two of them", async () => {
    const text = session("copilot", "git clean -fdx");
    const { path, json } = home({ "a/b/events.jsonl": text, "copy.jsonl": text });
    expect(await json(join(path, "a"), join(path, "copy.jsonl"))).toMatchObject({
      sessions: { copilot: 2 },
      decisions: { deny: 1 },
      duplicates: 2,
    });
  });

  test("names what it cannot read, and judges the rest", async () => {
    const broken = `nonsense\n${session("claude-code", "git clean -fdx")}{"type":"later"}\n{"type":"assis`;
    const { path, json } = home({ [kept("claude-code")]: broken, ".claude/projects/-p/empty.jsonl": "" });
    const report = await json("--since", "all");
    expect(report.decisions).toMatchObject({ deny: 1 });
    const problem = "1 invalid lines, the last line is cut off, 1 of unknown type later";
    expect(report.problems).toEqual([{ file: join(path, kept("claude-code")), problem }]);
  });

  test("changes no file", async () => {
    const { path, audit } = home({ [kept("codex")]: session("codex", "git clean -fdx; rm -rf ~") });
    const states = () =>
      readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => [
        name,
        statSync(join(path, name)).mtimeMs,
      ]);
    const before = states();
    await audit(["--since", "all"]);
    expect(states()).toEqual(before);
  });

  test("says that there is no session", async () => {
    expect(await home().audit()).toMatchObject({ code: 0, stdout: expect.stringContaining("No session was found.") });
  });

  test.each([
    [["guard-shel"], `"guard-shel" is neither a hook (did you mean "guard-shell"?) nor an existing path`],
    [["--host", "qwen"], `--host: expected claude-code, codex, gemini or copilot, got "qwen"`],
    [["--since", "soon"], "--since: expected a time such as 7d"],
    [["--also", "webhook"], "--also: expected a hook of the policy or hook-files"],
    [["webhook"], "no hook to audit: webhook may act outside of it"],
    [["--policy", "p.yaml", "guard-shell"], "expected hooks or --policy, got both"],
  ])("rejects %j", async (args, message) => {
    const { code, stderr } = await home({ "project/p.yaml": "version: 1\nhooks: { guard-shell: {} }\n" }).audit(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });
});
