import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeHookSource, folder } from "../config-folder.js";
import { entries, MANIFEST } from "../doctor/agents.js";
import { agentHook } from "../run-command.js";

const CONCEALS = "guard\x1b[8m\n  ✓ all is well\n      fix: nothing";

test("doctor shows the name of a hook on one line, so that it cannot imitate doctor's own lines", async () => {
  const { settings, run } = await configured();
  entries(settings, (entry) => Object.assign(entry, { statusMessage: CONCEALS, command: "/no/such/program" }));
  const { stdout } = await run("doctor", "claude-code");
  expect(stdout).toContain("guard\\u001b[8m\\u000a  ✓ all is well\\u000a      fix: nothing");
  expect(stdout).not.toContain("\x1b");
  expect(stdout).not.toMatch(/^ {2}✓ all|^ {6}fix: nothing/m);
});

test("config shows a difference without control characters from the file", async () => {
  const { settings, run } = await configured();
  writeFileSync(settings, '{\n  "model": "a\x9b8mb\u202ec"\n}\n');
  const { stdout } = await run("config", "claude-code", "--write", "--yes", "--", process.execPath, "guard.cjs");
  expect(stdout).toContain('"model": "a\\u009b8mb\\u202ec"');
});

/** Creates a home with a hook in Claude Code's settings. */
async function configured() {
  const path = folder();
  const settings = join(path, ".claude", "settings.json");
  mkdirSync(join(path, ".claude"));
  writeFileSync(join(path, "guard.cjs"), fakeHookSource(MANIFEST));
  const env = { HOME: path, PATH: folder(), CLAUDE_CONFIG_DIR: "" };
  const run = (...args: string[]) => agentHook(args, { cwd: path, env });
  await run("config", "claude-code", "--write", "--yes", "--", process.execPath, "guard.cjs");
  return { settings, run };
}
