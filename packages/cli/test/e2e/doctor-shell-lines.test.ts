import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Home, MANIFEST, write } from "../doctor/agents.js";
import { trustingHome, withoutAgents } from "../doctor/one-shot-homes.js";
import { installClaude } from "../installed-claude.js";

withoutAgents();

const LINE = "The date: !`date`\n";

/** Returns what doctor finds about the files of Claude Code as a whole. */
async function findings(at: Home): Promise<readonly (readonly [id: string, message: string, fix: string])[]> {
  const { findings: found } = await at.diagnose("claude-code");
  return found.map(({ id, message, fix }) => [id, message, fix]);
}

describe("doctor of claude-code, about the shell lines of skills and commands", () => {
  test("names the files of the project and the user if no hook judges their lines, and why", async () => {
    const at = trustingHome();
    at.configure("claude-code");
    const files = [
      join(at.home, ".claude/skills/deploy/SKILL.md"),
      join(at.home, ".claude/commands/git/push.md"),
      join(at.folder, ".claude/skills/test/SKILL.md"),
      join(at.folder, ".claude/commands/log.md"),
    ];
    for (const file of files) write(file, LINE);
    write(join(at.folder, ".claude/skills/test/other.txt"), LINE);
    write(join(at.folder, ".claude/skills/words/SKILL.md"), "Ends with `x`!`y`, or `!z`.\n");
    const [[id, message, fix] = []] = await findings(at);
    expect(id).toBe("unjudged-lines");
    expect(message).toContain("no hook judges the lines !`command` of ");
    for (const file of files) expect(message).toContain(file);
    expect(message).not.toMatch(/other\.txt|words/);
    expect(message).toContain("it needs Claude Code 2.1.332 or newer, and claude is not on the PATH");
    expect(fix).toContain("with claude on the PATH: agent-hook config claude-code --write");
  });

  test("finds a line in a fenced block, and in the code of a text", async () => {
    const at = trustingHome();
    at.configure("claude-code");
    for (const text of ["```!\ndate\n```\n", "```\n!`date`\n```\n"]) {
      write(join(at.folder, ".claude/commands/log.md"), text);
      expect((await findings(at)).map(([id]) => id)).toEqual(["unjudged-lines"]);
    }
  });

  test("says that an older Claude Code must be updated, also without such files", async () => {
    const at = trustingHome();
    at.configure("claude-code");
    installClaude("2.1.331 (Claude Code)");
    const why = "it needs Claude Code 2.1.332, and 2.1.331 is installed";
    const fix = "update Claude Code, then: agent-hook config claude-code --write -- COMMAND";
    expect(await findings(at)).toEqual([["newer-event", `no hook judges lines !\`command\`: ${why}`, fix]]);
    write(join(at.folder, ".claude/commands/log.md"), LINE);
    expect(await findings(at)).toEqual([["unjudged-lines", expect.stringContaining(why), fix]]);
    expect((await at.diagnose("claude-code")).hooks[0]?.findings).toEqual([]);
  });

  test("says that the entry is missing for a Claude Code that knows the event, and nothing once it is there", async () => {
    const at = trustingHome();
    at.configure("claude-code");
    write(join(at.folder, ".claude/commands/log.md"), LINE);
    installClaude("2.1.332 (Claude Code)");
    const { hooks } = await at.diagnose("claude-code");
    expect(hooks[0]?.findings.map(({ id, message }) => [id, message])).toEqual([
      ["missing-event", "it handles PreSkillShellCommand, but has no entry there"],
    ]);
    expect((await findings(at)).map(([id]) => id)).toEqual(["unjudged-lines"]);
    at.configure("claude-code", "user", undefined, { installed: "2.1.332" });
    expect(await findings(at)).toEqual([]);
    expect((await at.diagnose("claude-code")).hooks[0]?.findings).toEqual([]);
  });

  test("finds an entry that the installed Claude Code does not know", async () => {
    const at = trustingHome();
    at.configure("claude-code", "user", undefined, { installed: "2.1.332" });
    installClaude("2.1.331 (Claude Code)");
    expect((await findings(at)).map(([id]) => id)).toEqual(["newer-event"]);
  });

  test("says nothing about a hook that judges no tool calls", async () => {
    const at = trustingHome();
    at.configure("claude-code", "user", { ...MANIFEST, points: ["onEvent"], onFailure: "continue" });
    write(join(at.folder, ".claude/commands/log.md"), LINE);
    expect(await findings(at)).toEqual([]);
  });
});

describe("doctor of an agent that calls no hook for the shell lines of commands", () => {
  test.each([
    ["gemini", ".gemini/commands/log.toml", 'prompt = "Say !{date}"\n', 'prompt = "Say date!"\n'],
    ["gemini", ".gemini/extensions/x/commands/log.toml", 'prompt = "Say !{date}"\n', ""],
    ["qwen", ".qwen/commands/log.toml", 'prompt = "Say !{date}"\n', ""],
    ["qwen", ".qwen/commands/git/log.md", "Say !{date}\n", "Say !`date`\n"],
    ["opencode", ".config/opencode/command/log.md", LINE, "Say !{date}\n"],
    ["opencode", ".config/opencode/skills/log/SKILL.md", LINE, ""],
    ["opencode", ".agents/skills/log/SKILL.md", LINE, ""],
    ["kilo", ".kilo/skills/log/SKILL.md", LINE, ""],
    ["kilo", ".claude/skills/log/SKILL.md", LINE, ""],
    ["droid", ".factory/commands/log", "#!/bin/sh\ndate\n", LINE],
  ])("%s: names %s", async (agent, path, text, harmless) => {
    const at = trustingHome();
    at.configure(agent);
    const file = join(at.home, path);
    const ids = async () => (await at.diagnose(agent)).findings.map(({ id }) => id);
    write(file, harmless);
    expect(await ids()).not.toContain("unjudged-lines");
    write(file, text);
    const { findings: found } = await at.diagnose(agent);
    const { message, fix } = found.find(({ id }) => id === "unjudged-lines") ?? {};
    expect(message).toMatch(/^no hook judges the lines .+: .+ calls no hook for them$/);
    expect(message).toContain(file);
    expect(fix).toBe("read these files before you use them");
  });

  test.each([
    ["opencode", ".claude/skills/log/SKILL.md", LINE],
    ["opencode", "../.claude/skills/log/SKILL.md", LINE],
    ["opencode", ".opencode/commands/log.md", LINE],
    ["kilo", ".kilocode/commands/log.md", LINE],
    ["kilo", "../.kilo/commands/log.md", LINE],
    ["gemini", ".gemini/commands/log.toml", 'prompt = "!{date}"\n'],
    ["qwen", ".qwen/commands/log.md", "!{date}\n"],
    ["droid", ".factory/commands/log", "#!/bin/sh\n"],
  ])("%s: names %s of the project", async (agent, path, text) => {
    const at = trustingHome();
    at.configure(agent);
    const file = join(at.folder, path);
    write(file, text);
    const messages = (await at.diagnose(agent)).findings.map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining(file));
  });
});
