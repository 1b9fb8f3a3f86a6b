import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type CommandHostText, commandHost } from "@agent-hook/testing/internal/command-hosts";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { folder, program } from "../config-folder.js";
import { agentNamed, eventBeforeTool, NOT_MOVED, PROJECT_AGENTS, projectFile, valueIn } from "../doctor/agents.js";
import { agentHook, file } from "../run-command.js";

const HOOK = `#!/usr/bin/env node
import { defineHook, deny, approve, serve } from "@agent-hook/sdk";
const hook = defineHook({
  name: "team-guard",
  onFailure: "block",
  approveTool({ arguments: { command } }) {
    if (command === "die") process.kill(process.pid, "SIGKILL");
    return command === "ls" ? approve() : deny("not " + command + " in " + process.cwd());
  },
});
await serve(hook);
`;
const LAUNCHER_DENIAL = "denied: the hook failed (./hooks/guard.mjs)";
const DOCKER_AGENT_FILE = "agent.yaml";
const HOSTS: readonly string[] = [...PROJECT_AGENTS, "docker-agent"];

/** The options that write the project's file of a host. */
const target = (host: string) =>
  host === "docker-agent" ? ["--write", DOCKER_AGENT_FILE, "--project"] : ["--write", "--project"];

/** Creates a project with a hook and an installed SDK, as one member of a team has it. */
function project() {
  const path = folder();
  const cwd = join(path, "ada's home", "the project");
  install(cwd);
  mkdirSync(join(cwd, "hooks"));
  writeFileSync(join(cwd, "hooks/guard.mjs"), HOOK);
  writeFileSync(join(cwd, DOCKER_AGENT_FILE), "agents:\n  root:\n    model: openai/gpt-5\n");
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    agentHook(args, { cwd, env: { ...NOT_MOVED, HOME: path, ...env } });
  return { path, cwd, run };
}

function install(cwd: string): void {
  mkdirSync(join(cwd, "node_modules/@agent-hook"), { recursive: true });
  symlinkSync(file("packages/sdk"), join(cwd, "node_modules/@agent-hook/sdk"));
}

/** Copies what the team commits into another member's folder, and installs it there. */
function clone({ path, cwd }: ReturnType<typeof project>): string {
  const copy = join(path, 'grace "$USER"', "clone");
  const isCommitted = (name: string) => !name.includes("node_modules");
  cpSync(cwd, copy, { recursive: true, filter: isCommitted });
  rmSync(dirname(cwd), { recursive: true });
  install(copy);
  return copy;
}

/** Returns the command before tools in a project's file. */
function commandIn(cwd: string, host: string): string {
  if (host === "docker-agent") {
    const { agents } = parse(readFileSync(join(cwd, DOCKER_AGENT_FILE), "utf8"));
    return agents.root.hooks.pre_tool_use[0].hooks[0].command;
  }
  const { keys, grouped } = agentNamed(host);
  const file = valueIn(readFileSync(join(cwd, projectFile(host, "team-guard")), "utf8"));
  const [item] = (file.hooks ?? file)[eventBeforeTool(host)];
  return (grouped ? item.hooks[0] : item)[keys.command];
}

/** Returns a PATH with the shells of the hosts only. */
function withoutNode(): string {
  const bin = folder();
  for (const name of ["bash", "sh"]) symlinkSync(`/bin/${name}`, join(bin, name));
  return bin;
}

const PLANTED = "#!/bin/sh\n: >planted\n";

function linked(link: string, target: string): string {
  symlinkSync(target, link);
  return link;
}

const SHELL_TOOL: Readonly<Record<string, string>> = {
  gemini: "run_shell_command",
  copilot: "bash",
  qwen: "run_shell_command",
  droid: "Execute",
  opencode: "bash",
  kilo: "bash",
  cline: "run_commands",
  "docker-agent": "shell",
};

/** Returns the variable with which a host names the project's folder, if it does. */
function projectVariable(host: string, project: string): Readonly<Record<string, string>> {
  const variable = host === "docker-agent" ? undefined : agentNamed(host).places.projectVariable;
  return variable === undefined ? {} : { [variable]: project };
}

/** Calls the shell tool in a folder, with another Node on the PATH, and returns the effect. */
async function effectOf(host: string, cwd: string, command: string, env: Readonly<Record<string, string>> = {}) {
  const bin = join(folder(), "node's folder");
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  const agent = commandHost(host as CommandHostText, {
    cwd,
    env: { ...process.env, PATH: `${bin}:/usr/bin:/bin`, CLAUDE_PROJECT_DIR: "", ...env },
  });
  const root = env.ROOT ?? cwd;
  return (await agent.beforeTool(commandIn(root, host), { tool: SHELL_TOOL[host] ?? "Bash", input: { command } }))
    .effect;
}

/** Runs the command for a hook of the project. */
const config = (host: string, made: ReturnType<typeof project>) =>
  made.run(["config", host, ...target(host), "--yes", "--", "node", "hooks/guard.mjs"]);

test.each(HOSTS)(
  "config %s --project writes an entry that works in a copy of the project, in its subfolders, and with another Node",
  async (host) => {
    const made = project();
    const { code, stderr } = await config(host, made);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("To share it, commit it");
    expect(commandIn(made.cwd, host)).not.toContain(made.path);
    const copy = clone(made);
    // docker-agent itself asks about a shell command.
    expect((await effectOf(host, copy, "ls")).tool).toBe(host === "docker-agent" ? "asks" : "runs");
    expect((await effectOf(host, copy, "rm")).reason).toContain(`not rm in ${copy}`);
    expect((await effectOf(host, copy, "die")).reason).toContain(LAUNCHER_DENIAL);
    mkdirSync(join(copy, ".git"));
    const below = join(copy, "a b", "c");
    mkdirSync(below, { recursive: true });
    const environment = { ROOT: copy, ...projectVariable(host, copy) };
    const { tool, reason } = await effectOf(host, below, "rm", environment);
    expect(tool).toBe("does not run");
    // They read a project's file only in the folder in which they were started.
    expect(reason).toContain(["gemini", "qwen"].includes(host) ? LAUNCHER_DENIAL : `not rm in ${copy}`);
  },
);

test.each(["claude-code", "codex", "docker-agent"])(
  "config %s --project starts no launcher of another project, below or above",
  async (host) => {
    const made = project();
    await config(host, made);
    const plant = (folder: string) => {
      mkdirSync(join(folder, "node_modules/@agent-hook/sdk/launcher"), { recursive: true });
      writeFileSync(join(folder, "node_modules/@agent-hook/sdk/launcher/guard.sh"), "echo planted\n");
    };
    const below = join(made.cwd, "vendor/dep");
    plant(below);
    const environment = { ROOT: made.cwd, ...projectVariable(host, made.cwd) };
    mkdirSync(join(made.cwd, ".git"));
    const { tool, reason } = await effectOf(host, below, "rm", environment);
    expect(tool).toBe("does not run");
    expect(reason).toContain(`not rm in ${made.cwd}`);
    rmSync(join(made.cwd, "node_modules"), { recursive: true });
    plant(made.path);
    expect(await effectOf(host, made.cwd, "ls", environment)).toMatchObject({
      tool: "does not run",
      reason: expect.stringContaining(LAUNCHER_DENIAL),
    });
  },
);

test("config --project denies while something is missing on a machine", async () => {
  const host = "claude-code";
  const made = project();
  await config(host, made);
  const denied = { tool: "does not run", reason: expect.stringContaining(LAUNCHER_DENIAL) };
  expect(await effectOf(host, made.cwd, "ls", { PATH: withoutNode() })).toMatchObject(denied);
  const outside = folder();
  expect(await effectOf(host, outside, "ls", { ROOT: made.cwd })).toMatchObject(denied);
  rmSync(join(made.cwd, "hooks"), { recursive: true });
  expect(await effectOf(host, made.cwd, "ls")).toMatchObject(denied);
  rmSync(join(made.cwd, "node_modules"), { recursive: true });
  expect(await effectOf(host, made.cwd, "ls")).toMatchObject(denied);
});

test.each(["claude-code", "docker-agent"])(
  "config %s --project is in order for doctor, also in a copy",
  async (host) => {
    const made = project();
    await config(host, made);
    const copy = clone(made);
    const subject = host === "docker-agent" ? [DOCKER_AGENT_FILE] : [host];
    const { code, stdout, stderr } = await agentHook(["doctor", ...subject, "--run-project-hooks", "--json"], {
      cwd: copy,
      env: { ...NOT_MOVED, HOME: made.path, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    });
    expect([0, 1], stderr).toContain(code);
    const report = JSON.parse(stdout);
    const [hook] = (report.configs?.[0] ?? report).hooks;
    expect(hook).toMatchObject({ name: "team-guard", started: true });
    expect(hook.command.slice(1)).toEqual([join(copy, "hooks/guard.mjs")]);
    // The guard denies every call.
    const findings = hook.findings.filter(({ severity }: { severity: string }) => severity !== "note");
    expect(findings).toMatchObject([{ id: "probe-denied" }]);
  },
);

test.each(["claude-code", "docker-agent"])(
  "config %s --project is undone by the command that it prints",
  async (host) => {
    const made = project();
    const { stderr } = await config(host, made);
    const [, undo = ""] = /^To undo it, remove the hook: npx agent-hook (.*)$/m.exec(stderr) ?? [];
    const { code, stdout } = await made.run([...undo.split(" "), "--yes"]);
    expect(code, stdout).toBe(0);
    const where = host === "docker-agent" ? DOCKER_AGENT_FILE : projectFile(host, "team-guard");
    // The user has named docker-agent's file, and an agent needs one.
    const text = existsSync(join(made.cwd, where)) ? readFileSync(join(made.cwd, where), "utf8") : "";
    expect(text).not.toContain("team-guard");
    expect(stdout).toContain(host === "docker-agent" ? `wrote ${where}` : `deleted ${join(made.cwd, where)}`);
  },
);

test("config --project is refused if the guard for Claude Code would lock out Copilot CLI", async () => {
  const made = project();
  expect((await config("copilot", made)).code).toBe(0);
  const { code, stderr } = await config("claude-code", made);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("Copilot CLI also runs .claude/") });
  expect(existsSync(join(made.cwd, ".claude"))).toBe(false);
});

test("config --project keeps this machine's paths, and says why, if the hook is not in the project", async () => {
  const made = project();
  const hook = join(made.path, "elsewhere.mjs");
  symlinkSync(join(made.cwd, "node_modules"), join(made.path, "node_modules"));
  writeFileSync(hook, HOOK);
  const args = ["config", "claude-code", ...target("claude-code"), "--yes", "--", "node", hook];
  const { code, stderr } = await made.run(args);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(`Its paths are from this machine, because ${hook} is not in this folder: do not commit it.`);
  expect(commandIn(made.cwd, "claude-code")).toContain(hook);
});

test("config --project starts the bin of a dependency by its path in node_modules, not one on the PATH", async () => {
  const made = project();
  const { cwd, path } = made;
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ dependencies: { "@team/guard": "*" } }));
  program(join(cwd, "store/guard@1.0.0/main.mjs"), HOOK);
  writeFileSync(
    join(cwd, "store/guard@1.0.0/package.json"),
    JSON.stringify({ name: "@team/guard", bin: { "team-guard": "main.mjs" } }),
  );
  // As pnpm links packages.
  mkdirSync(join(cwd, "node_modules/@team"));
  symlinkSync("../../store/guard@1.0.0", join(cwd, "node_modules/@team/guard"));
  program(join(path, "bin/team-guard"), HOOK);
  const { code, stderr } = await made.run(
    ["config", "claude-code", "--write", "--project", "--yes", "--", "team-guard"],
    { PATH: `${join(path, "bin")}:${process.env.PATH}` },
  );
  expect(code, stderr).toBe(0);
  expect(commandIn(cwd, "claude-code")).toContain("'node' './node_modules/@team/guard/main.mjs'");
  expect((await effectOf("claude-code", cwd, "rm")).reason).toContain("not rm in");
});

test.each<[where: string, put: (cwd: string, outside: string) => string]>([
  ["folder with any name", (cwd) => dirname(program(join(cwd, "bin/node"), PLANTED))],
  [
    "folder that a link outside leads to",
    (cwd, outside) => linked(outside, dirname(program(join(cwd, "bin/node"), PLANTED))),
  ],
  [
    "link that leads out of it",
    (cwd, outside) => linked(join(cwd, "tools"), dirname(program(join(outside, "node"), PLANTED))),
  ],
  ["node_modules/.bin", (cwd) => dirname(program(join(cwd, "node_modules/.bin/node"), PLANTED))],
  ["relative folder", (cwd) => relative(cwd, dirname(program(join(cwd, "tools/node"), PLANTED)))],
])("a node in the project is never started: in a %s", async (_, put) => {
  const made = project();
  const bin = put(made.cwd, join(made.path, "outside"));
  const env = { PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin` };
  const args = ["config", "claude-code", "--write", "--project", "--yes", "--", "node", "hooks/guard.mjs"];
  const onlyThere = await made.run(args, { PATH: `${bin}:/usr/sbin` });
  expect(onlyThere.stderr).toContain("where the project, its packages or other users may put programs");
  const { code, stderr } = await made.run(args, env);
  expect(code, stderr).toBe(0);
  expect((await effectOf("claude-code", made.cwd, "rm", env)).reason).toContain("not rm in");
  const diagnose = async (variables: Readonly<Record<string, string>>) => {
    const { stdout } = await made.run(["doctor", "claude-code", "--run-project-hooks", "--json"], variables);
    return JSON.parse(stdout).configs[0].hooks[0];
  };
  expect(await diagnose(env)).toMatchObject({ started: true });
  expect((await diagnose({ PATH: `${bin}:/usr/sbin` })).findings[0]).toMatchObject({ id: "program-missing" });
  expect(existsSync(join(made.cwd, "planted"))).toBe(false);
});

test.each(["config", "add"])("%s --project is refused in the home folder and above it", async (command) => {
  const { path, cwd } = project();
  const args = {
    config: ["config", "claude-code", "--write", "--project", "--yes", "--", "node", "hooks/guard.mjs"],
    add: ["add", "guard-shell", "--host", "claude-code", "--project", "--yes"],
  }[command];
  for (const home of [cwd, join(cwd, "hooks")]) {
    const { code, stderr } = await agentHook(args ?? [], { cwd, env: { ...NOT_MOVED, HOME: home } });
    expect(stderr).toContain("--project: expected the folder of a project");
    expect(code).toBe(2);
  }
  expect(existsSync(join(path, ".claude"))).toBe(false);
  expect(existsSync(join(cwd, ".claude"))).toBe(false);
});

test.each(["codex", "copilot", "droid", "cline", "docker-agent"])(
  "config %s --project and add --project name the top of the repository, where the agent searches, and write nothing below it",
  async (host) => {
    const { path, cwd } = project();
    mkdirSync(join(dirname(cwd), ".git"));
    const named = host === "docker-agent" ? ["--config", DOCKER_AGENT_FILE] : [];
    const commands = [
      ["config", host, ...target(host), "--yes", "--", "node", "hooks/guard.mjs"],
      ["add", "guard-shell", "--host", host, ...named, "--project", "--yes"],
    ];
    for (const args of commands) {
      const { code, stderr } = await agentHook(args, { cwd, env: { ...NOT_MOVED, HOME: path } });
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`run this in ${dirname(cwd)}\n`) });
    }
    expect(readdirSync(cwd).sort()).toEqual([DOCKER_AGENT_FILE, "hooks", "node_modules"]);
  },
);

test.each(["codex", "copilot", "droid", "cline", "opencode", "kilo"])(
  "doctor %s below the top of the repository starts the hook as the agent does",
  async (host) => {
    const made = project();
    await config(host, made);
    mkdirSync(join(made.cwd, ".git"));
    const below = join(made.cwd, "packages/a");
    mkdirSync(below, { recursive: true });
    const env = { ...NOT_MOVED, HOME: made.path };
    const { stdout } = await agentHook(["doctor", host, "--run-project-hooks", "--json"], { cwd: below, env });
    const report = JSON.parse(stdout);
    const [hook] = (report.configs?.[0] ?? report).hooks;
    expect(hook).toMatchObject({ name: "team-guard", started: true });
    // The guard denies every call.
    expect(hook.probe.answer).toContain(`in ${made.cwd}`);
  },
);

test("doctor says that agents started from the desktop may not find Node, if it is only in the home folder", async () => {
  const { path, run } = project();
  const bin = join(path, ".nvm/versions/node/v20.1.0/bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, "node"));
  symlinkSync("/bin/bash", join(bin, "bash"));
  const { code, stderr } = await run([
    "config",
    "claude-code",
    ...target("claude-code"),
    "--yes",
    "--",
    "node",
    "hooks/guard.mjs",
  ]);
  expect(code, stderr).toBe(0);
  const { stdout } = await run(["doctor", "claude-code", "--run-project-hooks"], { PATH: bin });
  expect(stdout).toContain(`node is only in ${bin}`);
  const everywhere = await run(["doctor", "claude-code", "--run-project-hooks"]);
  expect(everywhere.stdout).not.toContain("node is only in");
});
