import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeHookSource, folder } from "../config-folder.js";
import { MANIFEST } from "../doctor/agents.js";
import { agentHookProcess as agentHook } from "../run-command.js";

const MESSAGE = "expected at most 200 nested objects and lists, got more";
const list = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const json = (levels: number) => `{"x":${list(levels - 1)}}`;

/** Creates a folder with a hook and these files. It is also the home. */
function agentHookWith(files: Readonly<Record<string, string>>) {
  const path = folder();
  writeFileSync(join(path, "guard.cjs"), fakeHookSource({ ...MANIFEST, hosts: [...MANIFEST.hosts, "docker-agent"] }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, ".."), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  const env = { HOME: path, PATH: folder(), CLAUDE_CONFIG_DIR: "", PICOCLAW_CONFIG: "", PICOCLAW_HOME: "" };
  return (...args: string[]) => agentHook(args, { cwd: path, env });
}

const HOOK = ["--", process.execPath, "guard.cjs"];

test.each<[what: string, args: readonly string[], files: (levels: number) => Readonly<Record<string, string>>]>([
  ["config", ["config", "claude-code", "--write", "f.json", "--yes", ...HOOK], (n) => ({ "f.json": json(n) })],
  [
    "config of YAML",
    ["config", "docker-agent", "--write", "f.yaml", "--yes", ...HOOK],
    (n) => ({ "f.yaml": `agents: ${list(n)}` }),
  ],
  ["doctor of PicoClaw", ["doctor", "picoclaw"], (n) => ({ ".picoclaw/config.json": json(n) })],
  ["doctor of a file of an unknown host", ["doctor", "f.json"], (n) => ({ "f.json": json(n) })],
  ["call", ["call", "--file", "f.json", ...HOOK], (n) => ({ "f.json": json(n) })],
  ["call of an agent", ["call", "--host", "codex", "--file", "f.json", ...HOOK], (n) => ({ "f.json": json(n) })],
  ["replay", ["replay", "f.jsonl", ...HOOK], (n) => ({ "f.jsonl": `${json(2)}\n${json(n)}\n` })],
])("%s rejects data nested too deeply, with one sentence", async (_, args, files) => {
  for (const levels of [201, 3000, 20_000]) {
    const { code, stdout, stderr } = await agentHookWith(files(levels))(...args);
    expect(stderr).toContain(MESSAGE);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  }
});

test("doctor says which file of a host is nested too deeply", async () => {
  const { code, stdout, stderr } = await agentHookWith({ ".claude/settings.json": json(20_000) })(
    "doctor",
    "claude-code",
  );
  expect(stdout).toContain("problem broken-file");
  expect(stdout).toContain(MESSAGE);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
});

test("a command-line argument that is nested too deeply is rejected", async () => {
  const { code, stderr } = await agentHookWith({})("call", "before_tool", "--tool", "x", "--args", json(3000), ...HOOK);
  expect(stderr).toContain(MESSAGE);
  expect(code).toBe(2);
});

test("data nested up to the limit is accepted", async () => {
  const args = ["config", "claude-code", "--write", "f.json", "--yes", ...HOOK];
  expect(await agentHookWith({ "f.json": json(200) })(...args)).toMatchObject({ code: 0 });
});
