import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
// Loaded before the first call, which has a deadline.
import "@agent-hook/hooks/shell";
import { protectFiles } from "@agent-hook/hooks";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { makeMachine } from "./machine.js";

const SETTING = "configures the agent";
const RULE = "rules of the team";
const OUTSIDE = "outside of the project";

/** A project with a guard in it. Returns what becomes of a command: `runs`, or the reason. */
function project() {
  const machine = makeMachine();
  machine.file("work/shop/guard/dist/main.js");
  machine.file("work/shop/evil/dist/main.js");
  machine.file("work/shop/evil.txt");
  machine.link("work/shop/current", `${machine.project}/guard`);
  machine.file(".claude/settings.json");
  machine.file("work/shop/.claude/settings.json");
  const hook = protectFiles({
    rules: [
      { paths: ["guard/dist"], write: "deny", reason: RULE },
      { paths: ["current/dist"], write: "deny", reason: RULE },
    ],
  });
  const agent = createTestHost(hook, { host: "claude-code", cwd: machine.project });
  const outcomeOf = ({ ran, reason }: { ran: boolean; reason?: string | undefined }) => (ran ? "runs" : reason);
  return {
    machine,
    shell: async (command: string) => outcomeOf(await agent.shell(command)),
    tool: async (tool: string, args: Record<string, unknown>) => outcomeOf(await agent.tool({ tool, arguments: args })),
  };
}

describe("a command that gives a protected place to something else", () => {
  it.each([
    ["mv guard g2 && mv evil guard", RULE],
    ["mv guard g2", RULE],
    ["mv evil/dist guard/", RULE],
    ["rm -rf guard && mv evil guard", RULE],
    ["rm -rf guard; cp -r evil guard", RULE],
    ["rm -rf guard; ln -s evil guard", RULE],
    ["ln -sfn evil current", RULE],
    ["git mv guard g2", RULE],
    ["cd guard && mv dist d2", RULE],
    ["sudo mv -v -- guard g2", RULE],
    ["cp evil.txt guard/dist/", RULE],
    ["rsync -a evil/dist guard", RULE],
    ["mv .git g2", SETTING],
    ["mv evil/hooks .git", SETTING],
    ["cp evil/pre-commit .git/hooks/", SETTING],
    ["mv .claude c2", SETTING],
    ["mv ~/.claude ~/c2", "can hold secrets"],
    ["cp evil/settings.json ~/.claude/", SETTING],
  ])("%s does not run", async (command, reason) => {
    const { shell } = project();
    expect(await shell(command)).toContain(reason);
  });

  it.each([
    ["rm -rf guard", RULE],
    ["rm -rf .claude", SETTING],
    ["rm -fr -- ./.claude/", SETTING],
    ["cd .claude && rm -r ../.claude", SETTING],
    ["find .claude -delete", SETTING],
    ["find . -name .claude -exec rm -rf {} +", SETTING],
    ["trash .claude", SETTING],
    ["rimraf .claude", SETTING],
    ["git rm -r .claude", SETTING],
    ["cd .. && rm -rf shop", RULE],
    ["git rm .claude/settings.json", SETTING],
    ["python3 -c 'import shutil; shutil.rmtree(\".claude\")'", SETTING],
  ])("or deletes it: %s does not run", async (command, reason) => {
    const { shell } = project();
    expect(await shell(command)).toContain(reason);
  });

  it.each([
    "mv evil.txt src/",
    "rm -rf evil dist coverage",
    "git rm -r evil",
    "git rm --cached -r .claude",
    "find guard/dist/.. -name '*.map' -delete",
    "git clone https://example.com/app.git app && rm -rf app/.git",
    "mv evil.txt src",
    "mv evil e2",
    "mv ./evil.txt .",
    "cp evil.txt src/main.ts && mv evil.txt src/main.ts",
    "cp evil.txt guard",
    "cp -r evil/. src",
    "mv src/main.ts src/index.ts",
    "rm -rf node_modules",
    "mv node_modules old",
    "ln -s ../evil src/evil",
    "git mv src/main.ts src/index.ts",
    "rsync -a src/ copy/",
  ])("%s runs", async (command) => {
    const { shell } = project();
    expect(await shell(command)).toBe("runs");
  });

  it("also if it is a folder around this hook", async () => {
    const { shell } = project();
    let folder = dirname(fileURLToPath(import.meta.resolve("@agent-hook/hooks")));
    while (!existsSync(`${folder}/package.json`)) {
      expect(await shell(`mv '${folder.replaceAll("'", `'\\''`)}' away`)).toContain(SETTING);
      folder = dirname(folder);
    }
    expect(await shell(`mv ${folder} away`)).toContain(SETTING);
    expect(await shell(`mv ${folder}/README.md away`)).toContain(OUTSIDE);
  });

  it("also if the tool is not a shell", async () => {
    const { machine, tool } = project();
    const move = (source: string, destination: string) =>
      tool("mcp__files__move_file", {
        source: `${machine.project}/${source}`,
        destination: `${machine.project}/${destination}`,
      });
    expect(await move("guard", "g2")).toContain(RULE);
    expect(await move(".git", "g2")).toContain(SETTING);
    expect(await move("evil", "e2")).toBe("runs");
  });
});

describe("settings of git that name code", () => {
  it.each([
    "git config core.hooksPath evil",
    "git config set --local core.hooksPath evil",
    "git config --global CORE.hookspath evil",
    "git config --unset core.hooksPath",
    "git config -f .git/config core.sshCommand ./evil.sh",
    "git config filter.x.clean ./evil.sh",
    "git config alias.st '!./evil.sh'",
    "git -C src config core.hooksPath evil",
    "git -c core.hooksPath=/dev/null commit -m x",
    "git --config-env=core.hooksPath=X commit -m x",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=x git commit -m x",
  ])("are not changed by: %s", async (command) => {
    const { shell } = project();
    expect(await shell(command)).toContain(SETTING);
  });

  it.each([
    "git config user.name Ada",
    "git config core.hooksPath",
    "git config --get core.hooksPath",
    "git config get core.hooksPath",
    "git config alias.st status",
    "git config core.fsmonitor true",
    "git -c user.name=Ada commit -m x",
    "git -c core.pager=cat log",
  ])("are not in: %s", async (command) => {
    const { shell } = project();
    expect(await shell(command)).toBe("runs");
  });
});
