import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { READ_VARIABLES } from "../../../src/policy/read-variables.js";
import { REGISTRY } from "../../../src/policy/registry.js";

const MAIN = fileURLToPath(new URL("../../../dist/policy/main.js", import.meta.url));
const RECORDER = pathToFileURL(fileURLToPath(new URL("reading.mjs", import.meta.url))).href;

/** Options of hooks that need some. */
const OPTIONS: Readonly<Record<string, object>> = {
  webhook: { url: "http://127.0.0.1:9/", allowPrivate: true },
  "unload-model": { model: "m" },
  "cache-results": { tools: ["Read"] },
  "provide-context": { gitDiff: true, user: true, listing: 9 },
};

/** The first runs packages, which may read any. The others do not start under a host that sends no tools. */
const LEFT_OUT: readonly string[] = ["judge", "require-reason", "describe-tools"];

/** Other versions of Node need a package for it. */
const HAS_STORE = isBuiltin("node:sqlite");

/** With them, Node and the parser of YAML print more about themselves. */
const OF_OTHERS: readonly string[] = ["WATCH_REPORT_DEPENDENCIES", "LOG_TOKENS", "LOG_STREAM"];

test("the ready-made hooks read only the variables that a process of theirs compares", () => {
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-variables-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  execFileSync("git", ["init", "--quiet", folder]);
  const policy = join(folder, "policy.json");
  const names = Object.keys(REGISTRY).filter(
    (name) => !LEFT_OUT.includes(name) && (HAS_STORE || !REGISTRY[name]?.keepsValues),
  );
  const hooks = Object.fromEntries(names.map((name) => [name, OPTIONS[name] ?? {}]));
  writeFileSync(policy, JSON.stringify({ version: 1, hooks, ...(HAS_STORE && { askPerson: {} }) }));
  const reads = join(folder, "reads");
  const calls = [
    { hook_event_name: "SessionStart", source: "startup" },
    { hook_event_name: "UserPromptSubmit", prompt: "hello" },
    { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm -rf ~/x; cat .env" } },
    { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: `${folder}/a`, content: "a" } },
    {
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: "ls" },
      tool_response: { stdout: "a" },
    },
    { hook_event_name: "SessionEnd", reason: "exit" },
  ];
  for (const call of calls) {
    const input = JSON.stringify({ session_id: "s", cwd: folder, transcript_path: `${folder}/t.jsonl`, ...call });
    const env = { PATH: process.env.PATH, HOME: folder, READS: reads };
    const args = ["--import", RECORDER, MAIN, policy, "--host", "claude-code"];
    const { stderr } = spawnSync(process.execPath, args, { cwd: folder, env, input, encoding: "utf8" });
    expect(stderr).not.toMatch(/not start|\[(?!webhook)[\w-]+\] error/);
  }
  const read = [...new Set(readFileSync(reads, "utf8").split("\n"))];
  const isCompared = (name: string) =>
    READ_VARIABLES.some((known) => (known.endsWith("*") ? name.startsWith(known.slice(0, -1)) : name === known));
  expect(read.filter((name) => name !== "" && ![...OF_OTHERS, "READS"].includes(name) && !isCompared(name))).toEqual(
    [],
  );
  expect(read).toEqual(expect.arrayContaining(["HOME", "SHELL", "XDG_STATE_HOME", "CLAUDE_CONFIG_DIR"]));
});
