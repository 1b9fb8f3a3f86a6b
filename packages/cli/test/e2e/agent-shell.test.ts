import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MACHINES } from "@agent-hook/sdk/internal/machines";
import { describe, expect, test } from "vitest";
import { Machine } from "../approve/machine.js";
import { folder } from "../config-folder.js";
import { BIN } from "../person-terminal.js";
import { agentHook } from "../run-command.js";

const WRITES: readonly (readonly string[])[] = [
  ["add", "guard-shell", "--host", "claude-code", "--yes"],
  ["remove", "--host", "claude-code", "--yes"],
  ["config", "claude-code", "--write", "--yes", "--", "node", "evil.js"],
  ["config", "claude-code", "--write", "--remove", "--name", "agent-hook", "--yes"],
  ["undo"],
];

/** A home in which `add` protected Claude Code. */
async function home() {
  const path = folder();
  const cwd = join(path, "project");
  mkdirSync(cwd);
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    agentHook(args, { cwd, env: { HOME: path, CLAUDE_CONFIG_DIR: "", ...env } });
  expect(await run(["add", "guard-shell", "--host", "claude-code", "--yes"])).toMatchObject({ code: 0 });
  return { path, run, settings: () => readFileSync(join(path, ".claude/settings.json"), "utf8") };
}

describe("in an agent's shell", () => {
  test.each(WRITES)("%s needs a person, also with --yes", async (...args) => {
    const { run, settings } = await home();
    const before = settings();
    const { code, stdout, stderr } = await run(args, { CLAUDECODE: "1" });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(
      /needs a person, and this is the shell of an agent, which set CLAUDECODE: .*terminal of their own/,
    );
    expect(settings()).toBe(before);
  });

  test("a variable of any host that sets one shows it", async () => {
    const { run } = await home();
    const marks = Object.values(MACHINES).flatMap(({ shellMarks }) => shellMarks);
    for (const mark of marks) {
      const name = mark.replace("*", "_X");
      expect((await run(["undo"], { [name]: "1" })).stderr).toContain(`which set ${name}`);
    }
  });

  test("commands that only read need nobody", async () => {
    const { run } = await home();
    const env = { CLAUDECODE: "1" };
    expect(await run(["undo", "--list"], env)).toMatchObject({ stderr: expect.not.stringContaining("person") });
    expect(await run(["undo", "--dry-run"], env)).toMatchObject({ stderr: expect.not.stringContaining("person") });
    expect(await run(["explain", "ls"], env)).toMatchObject({ code: 0 });
  });

  test("an empty environment does not hide it", async () => {
    await using machine = new Machine(0, { CLAUDECODE: "1" });
    writeFileSync(join(machine.folder, "settings.json"), "{}");
    const remove = `${BIN} remove --host claude-code --yes --config ${join(machine.folder, "settings.json")}`;
    expect(await machine.shell(`env -i HOME=${machine.folder} ${process.execPath} ${remove}`)).toMatchObject({
      code: 2,
      output: expect.stringContaining("needs a person"),
    });
  });
});

test("without an agent, --yes writes without a terminal, as in CI", async () => {
  const { run, settings, path } = await home();
  expect(settings()).toContain("hook.cjs");
  expect(await run(["remove", "--host", "claude-code", "--yes"], { CI: "true" })).toMatchObject({ code: 0 });
  expect(existsSync(join(path, ".claude/settings.json")) && settings()).not.toContain("hook.cjs");
});
