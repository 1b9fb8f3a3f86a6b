import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentHookProcess, file } from "../run-command.js";
import { runHere } from "../run-here.js";
import { folder } from "../temporary-folder.js";

const NO_SHELL = ["--", process.execPath, file("packages/testing/test/hooks/no-shell.mjs")];
const RECORDING = file("packages/sdk/src/hosts/picoclaw/fixtures/v0.2.9/reply.jsonl");

/** Creates an empty home with a project. */
function place() {
  const home = folder();
  const cwd = join(home, "project");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "hook.ts"), "export {};\n");
  const env = { HOME: home, XDG_CONFIG_HOME: "", CLAUDE_CONFIG_DIR: "", CODEX_HOME: "", PICOCLAW_CONFIG: "" };
  return { home, options: { cwd, env } };
}

test.each<[command: string, code: number, ...args: string[]]>([
  ["--help", 0],
  ["add", 0, "guard-shell", "--host", "claude-code", "--yes"],
  ["audit", 0, "--since", "all", "--json"],
  ["explain", 1, "git clean -fdx"],
  ["call", 0, "Stop", "--host", "claude-code", ...NO_SHELL],
  ["check", 3, "--", "./no-such-program"],
  ["config", 0, "codex", ...NO_SHELL],
  ["doctor", 2],
  ["build", 2, "hook.ts"],
  ["remove", 2, "guard-shell", "--host", "claude-code", "--yes"],
  ["replay", 0, RECORDING, ...NO_SHELL],
  ["undo", 2, "--list"],
])("%s ends in a process of its own as in the process of the tests, with %i", async (command, code, ...args) => {
  const results = [];
  for (const run of [agentHookProcess, runHere]) {
    const { home, options } = place();
    const { stdout, stderr, ...rest } = await run([command, ...args], options);
    const shown = (text: string) => text.replaceAll(home, "HOME").replaceAll(/\d+ ms/g, "TIME");
    results.push({ ...rest, stdout: shown(stdout), stderr: shown(stderr) });
  }
  const [own, here] = results;
  expect(own).toEqual(here);
  expect(own?.code).toBe(code);
});
