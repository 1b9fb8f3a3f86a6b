import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeHookSource, folder } from "../config-folder.js";
import { MANIFEST, NOT_MOVED } from "../doctor/agents.js";
import { withoutAgents } from "../doctor/one-shot-homes.js";
import { installClaude } from "../installed-claude.js";
import { agentHook } from "../run-command.js";

withoutAgents();

/** Runs `config claude-code --write` in an empty home. Returns the events of the entries, and the notes. */
async function configure() {
  const home = folder();
  const hook = join(home, "guard.cjs");
  writeFileSync(hook, fakeHookSource(MANIFEST));
  const args = ["config", "claude-code", "--write", "--yes", "--", process.execPath, hook];
  const { code, stderr } = await agentHook(args, { cwd: home, env: { ...NOT_MOVED, HOME: home } });
  expect(code, stderr).toBe(0);
  const { hooks } = JSON.parse(readFileSync(join(home, ".claude", "settings.json"), "utf8"));
  return { events: Object.keys(hooks), notes: stderr };
}

test("config writes an entry for the shell lines of skills only for a Claude Code that knows the event", async () => {
  installClaude("2.1.332 (Claude Code)");
  expect((await configure()).events).toEqual(["PreToolUse", "PreSkillShellCommand"]);
  installClaude("2.1.331 (Claude Code)");
  const { events, notes } = await configure();
  expect(events).toEqual(["PreToolUse"]);
  expect(notes).toContain("Claude Code 2.1.331 does not: update Claude Code, and run this again.");
});

test("config writes no such entry if Claude Code is not installed, or does not tell its version", async () => {
  expect((await configure()).events).toEqual(["PreToolUse"]);
  installClaude("no number");
  expect((await configure()).events).toEqual(["PreToolUse"]);
});
