import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { INSTALLS, withLists } from "@agent-hook/sdk/internal/installs";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { confirm } from "../../src/config/confirm.js";
import { consentOf, isInOwnFolder, isOwnFile } from "../../src/doctor/consent.js";
import { Terminal } from "../../src/terminal/terminal.js";
import { folder } from "../config-folder.js";
import {
  AGENTS,
  agentNamed,
  eventBeforeTool,
  NOT_MOVED,
  PROJECT_AGENTS,
  projectFile,
  userFile,
  write,
} from "../doctor/agents.js";
import { fakeClaude } from "../doctor/fake-claude.js";
import { agentHook } from "../run-command.js";

vi.mock("../../src/config/confirm.js", () => ({ confirm: vi.fn() }));
beforeEach(() => {
  vi.mocked(confirm).mockReset();
});

/** Creates a project from another author, in a home with Bash and Claude Code. */
function clone() {
  const home = folder();
  const project = join(home, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  const ran = join(home, "ran");
  const bin = join(home, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "claude"), fakeClaude(undefined, join(home, "seen")), { mode: 0o755 });
  const env = {
    ...NOT_MOVED,
    ...{ HOME: home, PATH: `${bin}:/usr/bin:/bin`, PICOCLAW_CONFIG: "", PICOCLAW_HOME: "" },
  };
  const touchCommand = ["/bin/sh", "-c", `touch ${ran}`];
  const entry = (name: string, launcher = launcherPath()) => {
    const event = eventBeforeTool(name);
    const { keys, grouped, initialFields = {}, otherFields } = agentNamed(name);
    const command = launcherCommand({ launcher, mode: "block", host: name, event, seconds: 6, command: touchCommand });
    const hook = { ...otherFields({ mode: "block", timeout: 10 }), [keys.command]: command };
    return { ...initialFields, ...withLists(agentNamed(name), { [event]: [grouped ? { hooks: [hook] } : hook] }) };
  };
  const doctor = async (...args: string[]) => {
    const { code, stdout } = await agentHook(["doctor", ...args, "--json"], { cwd: project, env });
    const report = JSON.parse(stdout);
    const [first = report] = report.configs ?? [];
    const ids = first.hooks.flatMap(({ findings }: { findings: { id: string }[] }) => findings.map(({ id }) => id));
    return { code, ids, ran: existsSync(ran), live: first.live };
  };
  return { home, project, entry, doctor, touchCommand, env };
}

describe.each(PROJECT_AGENTS)("doctor of a project file of %s", (name) => {
  test("runs nothing without consent, and calls the hook with it", async () => {
    const { project, entry, doctor } = clone();
    write(join(project, projectFile(name)), entry(name));
    const withoutConsent = await doctor(name);
    expect(withoutConsent).toMatchObject({ code: 1, ran: false });
    expect(withoutConsent.ids).toContain("not-run");
    expect(await doctor(projectFile(name))).toMatchObject({ code: 1, ran: false });
    const run = await doctor(name, "--run-project-hooks");
    expect(run.ids).not.toContain("not-run");
    expect(run.ran).toBe(true);
  });
});

/** Each agent, with the variable that moves its files, and the value that leads to their default place. */
const MOVED = AGENTS.map((name) => {
  const { locationVariable, user } = agentNamed(name).places;
  const inFolder = relative("/moved", user("x", { [locationVariable]: "/moved" }, "/"));
  return [name, locationVariable, userFile(name, "x").slice(0, -inFolder.length - 1) || "."] as const;
});

test.each<[what: string, name: string, env: NodeJS.ProcessEnv]>([
  ["an empty home", "claude-code", { HOME: "" }],
  ["a relative home", "claude-code", { HOME: "." }],
  ...MOVED.map(([name, variable, moved]): [string, string, NodeJS.ProcessEnv] => [
    "a relative variable",
    name,
    { [variable]: moved },
  ]),
])("with %s, a folder of %s inside the project counts as the project's", async (_, name, more) => {
  const { project, entry, doctor, env } = clone();
  Object.assign(env, more);
  const own = userFile(name, "x");
  write(join(project, own), entry(name));
  for (const args of [[name], [own], []]) {
    const { ids, ran } = await doctor(...args);
    expect(ids).toContain("not-run");
    expect(ran).toBe(false);
  }
});

test.each([
  ["picoclaw", "PICOCLAW_HOME", "config.json"],
  ["picoclaw", "PICOCLAW_CONFIG", "config.json"],
  ["picoclaw", "HOME", ".picoclaw/config.json"],
  ["docker-agent", "DOCKER_AGENT_CONFIG_DIR", "hooks.d/x.yaml"],
  ["docker-agent", "HOME", ".config/cagent/hooks.d/x.yaml"],
] as const)("a file of %s found through a relative %s does not count as the user's own", (agent, variable, file) => {
  const isOwn = (path: string, env: NodeJS.ProcessEnv) =>
    agent === "picoclaw"
      ? isOwnFile(path, INSTALLS[agent].defaultFile(env))
      : isInOwnFolder(path, INSTALLS[agent].ownFolder(env));
  const value = variable === "PICOCLAW_CONFIG" ? file : ".";
  expect(isOwn(file, { [variable]: value })).toBe(false);
  expect(isOwn(resolve(file), { [variable]: value })).toBe(false);
  expect(isOwn(file, { [variable]: resolve(value) })).toBe(true);
});

test("a hook in the user's own file runs without a prompt", async () => {
  const { home, entry, doctor } = clone();
  write(join(home, ".claude/settings.json"), entry("claude-code"));
  const { ids, ran } = await doctor("claude-code");
  expect(ids).not.toContain("not-run");
  expect(ran).toBe(true);
});

test.each([
  ["PicoClaw", "config.json", "hooks"],
  ["docker-agent", "agent.yaml", "agents"],
])("nothing in a named file of %s runs without consent", async (_, name, key) => {
  const { project, doctor, touchCommand } = clone();
  const hooks = {
    enabled: true,
    processes: { x: { enabled: true, command: touchCommand, intercept: ["before_tool"] } },
  };
  const launched = launcherCommand({
    ...{ launcher: launcherPath(), mode: "block" as const, host: "docker-agent", event: "pre_tool_use" },
    ...{ seconds: 6, command: touchCommand },
  });
  const event = { pre_tool_use: [{ hooks: [{ type: "command", command: launched }] }] };
  write(join(project, name), { version: "11", [key]: key === "hooks" ? hooks : { root: { hooks: event } } });
  const { ids, ran, code } = await doctor(name);
  expect(ids).toContain("not-run");
  expect({ ran, code }).toEqual({ ran: false, code: 1 });
  expect((await doctor(name, "--run-project-hooks")).ran).toBe(true);
});

test("a script of the project that the user's file names by a relative path does not run", async () => {
  const { home, project, env } = clone();
  const ran = join(home, "ran");
  write(
    join(project, "dist/main.js"),
    `// agent-hook/sdk\nrequire("node:fs").writeFileSync(${JSON.stringify(ran)}, "")`,
  );
  const hook = { type: "command", command: `${process.execPath} dist/main.js` };
  write(join(home, ".claude/settings.json"), { hooks: { PreToolUse: [{ hooks: [hook] }] } });
  const { stdout } = await agentHook(["doctor", "claude-code"], { cwd: project, env });
  expect(stdout).toContain("problem relative-command");
  expect(existsSync(ran)).toBe(false);
});

test.each([
  ["an empty entry", ""],
  ["a relative entry", "."],
  ["a link to its packages", "packages"],
])("a host of the project that is on the PATH by %s does not run", async (_, entry) => {
  const { home, project, entry: config, doctor, env } = clone();
  write(join(project, projectFile("codex")), config("codex"));
  const ran = join(home, "ran");
  const packages = join(project, "node_modules/.bin");
  mkdirSync(packages, { recursive: true });
  for (const place of [project, packages]) {
    writeFileSync(join(place, "codex"), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
  }
  symlinkSync(packages, join(home, "packages"));
  env.PATH = `${entry === "packages" ? join(home, entry) : entry}:${env.PATH}`;
  expect((await doctor("codex")).ran).toBe(false);
});

test("--live uses neither launcher nor Node of an entry that may not run", async () => {
  const { project, entry, doctor } = clone();
  write(join(project, projectFile("claude-code")), entry("claude-code"));
  const { live, ran } = await doctor("claude-code", "--live");
  expect(live.entry).toBeUndefined();
  expect(ran).toBe(false);
});

test("another program with the launcher's path is not taken for the launcher", async () => {
  const { home, entry, doctor } = clone();
  const launcher = join(home, "guard.sh");
  write(launcher, "exit 0");
  write(join(home, ".claude/settings.json"), entry("claude-code", launcher));
  const { ids, live } = await doctor("claude-code", "--live");
  expect(ids).toContain("other-launcher");
  expect(live.entry).toBeUndefined();
});

describe("a user at the terminal, when doctor wants to run a command", () => {
  function terminal(interactive: boolean) {
    const printed: string[] = [];
    const shown = new Terminal(process.stdout, process.stderr);
    vi.spyOn(shown, "interactive", "get").mockReturnValue(interactive);
    vi.spyOn(shown, "print").mockImplementation((line = "") => void printed.push(line));
    return { shown, printed };
  }

  test.each([
    ["yes", true],
    ["no", false],
    ["cancelled", false],
  ] as const)("sees each command once, escaped, and is prompted: %s", async (answer, expected) => {
    vi.mocked(confirm).mockResolvedValue(answer);
    const { shown, printed } = terminal(true);
    const consent = consentOf(shown, { agreed: false, quiet: false });
    expect(await consent("/x/f.json", ["rm -rf /\x1b[8m\n", "rm -rf /\x1b[8m\n"])).toBe(expected);
    expect(printed.filter((line) => line.includes("rm"))).toEqual(["  rm -rf /\\u001b[8m\\u000a"]);
  });

  test.each([
    ["without a terminal", false, {}, false],
    ["with quiet output", true, { quiet: true }, false],
    ["with consent on the command line", true, { agreed: true }, true],
  ])("is not prompted: %s", async (_, interactive, options, expected) => {
    const { shown } = terminal(interactive);
    expect(await consentOf(shown, { agreed: false, quiet: false, ...options })("/x", ["true"])).toBe(expected);
    expect(confirm).not.toHaveBeenCalled();
  });
});
