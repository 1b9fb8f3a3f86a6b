import { protectFiles } from "@agent-hook/hooks";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it, test } from "vitest";
import { deciding, SETTING } from "./deciding.js";
import { makeMachine } from "./machine.js";

const HOOKS = "hooks:\n  Stop:\n    - hooks: [{ type: command, command: x }]";
const PLAIN = "---\nname: x\ndescription: Adds React hooks.\n---\nRun the tests: !`npm test`. Use hooks: never.\n";

const withHead = (head: string) => `---\nname: x\n${head}\n---\nDo it.\n`;

describe("a file with a skill, a command or an agent", () => {
  it.each([
    [".claude/skills/x/SKILL.md", withHead(HOOKS)],
    [".claude/commands/x.md", withHead(HOOKS)],
    [".claude/commands/team/x.md", withHead(HOOKS)],
    [".claude/agents/x.md", withHead(HOOKS)],
    [".claude/agents/x.md", withHead("mcpServers:\n  - x: { command: x }")],
    [".claude/agents/x.md", withHead("permissionMode: bypassPermissions")],
    ["packages/a/.claude/agents/x.md", withHead(HOOKS)],
    [".claude/skills/x/.claude-plugin/plugin.json", "{}"],
    [".claude/skills/x/hooks/hooks.json", "{}"],
    [".claude/skills/a/b/hooks/hooks.json", "{}"],
    [".codex/agents/x.toml", "[mcp_servers.x]"],
    [".codex/rules/x.rules", ""],
    [".gemini/agents/x.md", withHead("mcp_servers: { x: { command: x } }")],
    [".github/lsp.json", "{}"],
    [".opencode/package.json", "{}"],
    [".kilocode/mcp.json", "{}"],
    [".qwen/skills/x/SKILL.md", withHead(HOOKS)],
    [".qwen/agents/x.md", withHead("mcpServers: { x: { command: x } }")],
    [".qwen/commands/x.md", "Look: !{ls}"],
    [".qwen/commands/x.toml", 'prompt = "!{ls}"'],
    [".gemini/commands/x.toml", 'prompt = "\\u0021{ls}"'],
    [".gemini/commands/x.toml", 'prompt = """!\\\n {ls}"""'],
    [".github/agents/x.agent.md", withHead("mcp-servers:\n  x: { type: local, command: x }")],
    [".github/mcp.json", "{}"],
    [".github/extensions/x/extension.mjs", ""],
    [".opencode/command/x.md", "Look: !`ls`"],
    [".kilo/commands/x.md", "Look: !`ls`"],
    [".factory/commands/x", "#!/bin/sh\nls"],
  ])("is not written if it configures the agent: %s", async (name, content) => {
    const machine = makeMachine();
    const { tool } = deciding(machine);
    expect(await tool("Write", { file_path: `${machine.project}/${name}`, content })).toMatch(/configures the agent/);
  });

  it.each([".claude", ".agents"])("in %s has lines that opencode runs, so it is not written there", async (folder) => {
    const machine = makeMachine();
    const host = createTestHost(protectFiles(), { host: "opencode", cwd: machine.project });
    const write = (content: string) =>
      host.tool({ tool: "write", arguments: { filePath: `${machine.project}/${folder}/skills/x/SKILL.md`, content } });
    expect(await write(PLAIN)).toMatchObject({ ran: false, reason: SETTING });
    expect(await write(PLAIN.replace("!", ""))).toMatchObject({ ran: true });
  });

  it.each([
    [".claude/skills/x/SKILL.md", PLAIN],
    [".claude/skills/x/SKILL.md", "hooks: not in a frontmatter"],
    [".claude/skills/x/SKILL.md", withHead("description: Use it when: always\\n\\nExamples: a\\b")],
    [".claude/skills/x/scripts/hooks.md", withHead(HOOKS)],
    [".claude/commands/x.md", PLAIN],
    [".claude/agents/x.md", "---\r\nname: x\r\ntools: [Read]\r\n---\r\n"],
    [".qwen/skills/x/SKILL.md", PLAIN],
    [".qwen/commands/x.toml", 'prompt = "Look!"'],
    [".gemini/commands/x.toml", 'prompt = "Look!"'],
    [".github/agents/x.agent.md", PLAIN],
    [".opencode/command/x.md", "Look!"],
  ])("is written without such a part: %s", async (name, content) => {
    const machine = makeMachine();
    const { tool } = deciding(machine);
    expect(await tool("Write", { file_path: `${machine.project}/${name}`, content })).toBe("passes");
  });

  it.each([
    '"hooks": { Stop: [] }',
    "'Hooks': {}",
    "HOOKS: {}",
    '"h\\x6foks": {}',
    '"ho\\\n  oks": {}',
    "? hooks\n: {}",
    "a: &k hooks\n*k : {}",
    "<<: { hooks: {} }",
    "? [hooks]\n: {}",
    "hooks: {}\nbroken: [",
    "mcp_servers: {}",
    "a: 'x --- hooks: y'",
    "!!str hooks: {}",
  ])("counts as one with hooks if its frontmatter has the key, or could have it: %s", async (head) => {
    const machine = makeMachine();
    const { tool } = deciding(machine);
    const file_path = `${machine.project}/.claude/agents/x.md`;
    expect(await tool("Write", { file_path, content: withHead(head) })).toEqual(SETTING);
  });

  it.each([
    `\uFEFF${withHead(HOOKS)}`,
    `\n${withHead(HOOKS)}`,
    `--- \nname: x\n${HOOKS}\n---\n`,
    `---yaml\nname: x\n${HOOKS}\n---\n`,
    `---\nname: x\n--- \n${HOOKS}\n---\n`,
    `---\nname: x\n---x\n${HOOKS}\n---\n`,
    `---\nname: x\n${HOOKS}\n`,
    `---\rname: x\r${HOOKS}\r---\r`,
  ])("counts as one with hooks wherever its frontmatter may begin and end: %j", async (content) => {
    const machine = makeMachine();
    const { tool } = deciding(machine);
    expect(await tool("Write", { file_path: `${machine.project}/.claude/agents/x.md`, content })).toEqual(SETTING);
  });
});

describe("an edit of such a file is judged by its result", () => {
  it.each([
    ["Edit", { old_string: "Do it.", new_string: "Do that." }, "passes"],
    ["Edit", { old_string: "name: x", new_string: `name: x\n${HOOKS}` }, SETTING],
    ["Edit", { old_string: "model", new_string: "hooks", replace_all: true }, SETTING],
    ["Edit", { old_string: "not there", new_string: "x" }, SETTING],
    ["MultiEdit", { edits: [{ old_string: "Do it.", new_string: "Do that." }] }, "passes"],
    [
      "MultiEdit",
      {
        edits: [
          { old_string: "Do it.", new_string: "B" },
          { old_string: "x", new_string: "a: 1\nhooks: 2" },
        ],
      },
      SETTING,
    ],
    ["Edit", { old_string: "Do it.", new_string: "Do that.", position: "start" }, SETTING],
    ["Write", { content: "Do it.", mode: "append" }, SETTING],
    ["Write", { content: ["Do it."] }, SETTING],
  ])("%s %j", async (tool, args, expected) => {
    const machine = makeMachine();
    const file_path = machine.file("work/shop/.claude/agents/x.md", withHead("model: y"));
    expect(await deciding(machine).tool(tool, { file_path, ...args })).toEqual(expected);
  });
});

test.each([
  ["codex", "apply_patch", (path: string, text: string) => ({ command: patchFor(path, text) })],
  ["copilot", "create", (path: string, text: string) => ({ path, file_text: text })],
  ["opencode", "write", (filePath: string, text: string) => ({ filePath, content: text })],
  ["cline", "editor", (path: string, text: string) => ({ path, new_text: text })],
  ["gemini", "write_file", (file_path: string, text: string) => ({ file_path, content: text })],
] as const)("the text that %s writes is known", async (host, tool, argumentsFor) => {
  const machine = makeMachine();
  const agent = createTestHost(protectFiles(), { host, cwd: machine.project });
  const path = `${machine.project}/.claude/agents/x.md`;
  const write = async (text: string) => (await agent.tool({ tool, arguments: argumentsFor(path, text) })).ran;
  expect(await write(PLAIN)).toBe(true);
  expect(await write(withHead(HOOKS))).toBe(false);
});

function patchFor(path: string, text: string): string {
  const lines = text.trimEnd().split("\n");
  return ["*** Begin Patch", `*** Add File: ${path}`, ...lines.map((line) => `+${line}`), "*** End Patch"].join("\n");
}

test.each([
  "echo x > .claude/agents/x.md",
  "cp /tmp/x.md .claude/commands/x.md",
  "cp -r /tmp/x .claude/skills/x",
  "mv /tmp/x .claude/skills/x",
  "mv /tmp/skills .claude/",
  "mv /tmp/x .claude/agents/team",
  "ln -s /tmp/x .qwen/skills/x",
  "sed -i s/a/b/ .github/agents/x.agent.md",
])("a command that writes or moves such a file is a write of settings: %s", async (command) => {
  expect(await deciding(makeMachine()).tool("Bash", { command })).toEqual(SETTING);
});

test.each([
  "mkdir -p .claude/skills/x/scripts",
  "cat .claude/agents/x.md",
  "echo x > .claude/skills/x/scripts/run.py",
  "cp a.py .claude/skills/x/scripts/",
  "git add .claude/skills/x/SKILL.md",
])("a command that only reads them, or writes another file of a skill, passes: %s", async (command) => {
  expect(await deciding(makeMachine()).tool("Bash", { command })).toBe("passes");
});

test("a skill in the home is judged the same way", async () => {
  const machine = makeMachine();
  const { tool } = deciding(machine, { project: machine.home });
  const file_path = `${machine.home}/.claude/skills/x/SKILL.md`;
  expect(await tool("Write", { file_path, content: PLAIN })).toBe("passes");
  expect(await tool("Write", { file_path, content: withHead(HOOKS) })).toEqual(SETTING);
});
