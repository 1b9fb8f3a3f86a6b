import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { startTestHost } from "@agent-hook/testing";
import { describe, expect, test } from "vitest";
import { folder } from "../config-folder.js";
import { installPackages, Recipe, readJson } from "../recipe.js";

const isMissing = (program: string) => spawnSync(program, ["--version"]).status !== 0;

test.skipIf(isMissing("python3"))(
  "the Python guard denies while it lives, and PicoClaw denies when it is killed",
  async () => {
    const recipe = new Recipe("python");
    await using agent = await startTestHost(["python3", recipe.path("guard.py")], { host: "picoclaw" });
    expect(await agent.shell("npm  publish")).toMatchObject({ ran: false, reason: "Ask the maintainer to publish." });
    expect(await agent.shell("ls")).toMatchObject({ ran: true });
    await agent.kill("SIGKILL");
    expect(await agent.shell("ls")).toMatchObject({ ran: false });
  },
);

test.skipIf(isMissing("python3"))("the check finds the mistake that the Python page warns about", async () => {
  const recipe = new Recipe("python");
  const command = `sed -i.bak 's/params.get("arguments")/params["arguments"]/' guard.py; npx agent-hook check -- python3 guard.py`;
  const { code, stdout } = await recipe.run(command);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ dialects\/left-out/m);
});

/** The hosts that do not show what a hook writes to stderr with exit code 2, with the reason that they show instead. */
const REASONS: Readonly<Record<string, string>> = {
  copilot: "hook exited with code 2",
  opencode: "denied: the hook failed",
};

describe.skipIf(isMissing("jq"))("the shell script (skipped without jq)", () => {
  // docker-agent has rules of its own for exit codes. The others treat exit code 2 and the payload as Claude Code does.
  test.each(["claude-code", "docker-agent", "copilot", "opencode"] as const)("denies under %s", async (host) => {
    const recipe = new Recipe("shell-script");
    const command = ["/bin/sh", recipe.path("no-publish.sh")];
    await using agent = await startTestHost(command, { host });
    const publish = await agent.shell("npm  publish");
    expect(publish).toMatchObject({ decision: "deny", ran: false });
    expect(publish.reason).toContain(REASONS[host] ?? "Ask the maintainer to publish.");
    expect(await agent.shell("ls")).toMatchObject({ decision: "none", ran: true });
  });

  test("passes the check", async () => {
    const { code, stdout } = await new Recipe("shell-script").run(
      "npx agent-hook check --host claude-code -- sh no-publish.sh",
    );
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^✓ the hook on Claude Code: \d+ passed/),
    });
  });

  test("denies through the page's settings, also if the script or jq is missing or the event is broken", async () => {
    const recipe = new Recipe("shell-script");
    const [entry] = readJson(recipe.path("settings.json")).hooks.PreToolUse;
    const command = entry.hooks[0].command.replace("/home/ada/hooks", recipe.folder);
    const run = (event: string, env = process.env) => spawnSync("/bin/sh", ["-c", command], { input: event, env });
    const event = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';
    expect(run(event).status).toBe(0);
    expect(run("{").status).toBe(2);
    expect(run(event, { PATH: folder() }).status).toBe(2);
    rmSync(recipe.path("no-publish.sh"));
    expect(run(event).status).toBe(2);
  });
});

test("a teammate gets the guard with the repository, and it denies until the packages are installed", async () => {
  const author = new Recipe("share-with-a-team");
  for (const { code, stderr } of (await author.follow()).slice(0, 1)) expect(code, stderr).toBe(0);
  const git = "git -c user.name=a -c user.email=a@b.c -c init.defaultBranch=main";
  await author.run(`printf 'node_modules\n' >> .gitignore; ${git} init -q; ${git} add -A; ${git} commit -qm guard`);
  const clone = folder();
  rmSync(clone, { recursive: true });
  const cloned = await author.run(`git clone -q . '${clone}'; git -C '${clone}' ls-files`);
  expect(cloned.stdout.trim().split("\n")).toEqual([
    ".agent-hook/.gitattributes",
    ".agent-hook/ask.pl",
    ".agent-hook/guard.sh",
    ".agent-hook/hook.cjs",
    ".agent-hook/house-rules.mjs",
    ".agent-hook/policy.schema.json",
    ".agent-hook/policy.yaml",
    ".claude/settings.json",
    ".gitignore",
    "package.json",
  ]);
  const settings = readJson(`${clone}/.claude/settings.json`);
  expect(JSON.stringify(settings)).not.toContain(author.folder);
  const ask = (command: string) => {
    const input = JSON.stringify({
      ...{ hook_event_name: "PreToolUse", session_id: "1", cwd: clone, tool_name: "Bash", tool_use_id: "2" },
      tool_input: { command },
    });
    const configured = settings.hooks.PreToolUse[0].hooks[0].command;
    return spawnSync("/bin/sh", ["-c", configured], { input, cwd: clone, encoding: "utf8" }).stdout;
  };
  expect(ask("ls")).toContain("deny");
  installPackages(clone);
  expect(ask("npm install left-pad")).toContain("This project uses pnpm.");
  expect(ask("git reset --hard")).toContain("git stash");
  expect(ask("ls")).toBe("");
});
