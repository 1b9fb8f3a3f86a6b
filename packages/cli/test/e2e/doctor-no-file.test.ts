import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, constants, mkdirSync, openSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folder } from "../config-folder.js";
import { NOT_MOVED, PROJECT_AGENTS, projectFile, write } from "../doctor/agents.js";
import { agentHook } from "../run-command.js";

/** Creates a pipe without a writer. A reader is released when the test ends. */
function pipe(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync("mkfifo", [path]);
  chmodSync(path, 0o755);
  onTestFinished(() => closeSync(openSync(path, constants.O_RDWR | constants.O_NONBLOCK)));
}

function device(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync("/dev/null", path);
}

const EXPECTED = "expected a file, got something else, such as a folder";

async function doctor(cwd: string, ...args: string[]) {
  const env = { ...NOT_MOVED, HOME: folder() };
  const { code, stdout, stderr } = await agentHook(["doctor", ...args], { cwd, env });
  return { code, output: stdout + stderr };
}

test.each<readonly [string, string]>([
  ["codex", ".codex/config.toml"],
  ...PROJECT_AGENTS.map((name) => [name, projectFile(name)] as const),
])("for %s, %s is not read if it is a pipe or a device", async (name, file) => {
  for (const make of [pipe, device]) {
    const project = folder();
    make(join(project, file));
    const { code, output } = await doctor(project, name);
    expect(code, output).toBe(1);
    expect(output).toContain(`${file}: ${EXPECTED}`);
  }
});

test.each(["hooks.json", "agent.yaml", ".codex/hooks.json"])(
  "a named file such as %s must not be a pipe",
  async (file) => {
    const project = folder();
    pipe(join(project, file));
    const { code, output } = await doctor(project, file);
    expect(output).toContain(EXPECTED);
    expect(code).not.toBe(0);
  },
);

test("a PicoClaw command that is a pipe is not opened", async () => {
  const project = folder();
  const program = join(project, "hook");
  pipe(program);
  const processes = { x: { enabled: true, command: [program], intercept: ["before_tool"] } };
  write(join(project, "config.json"), { version: 3, hooks: { enabled: true, processes } });
  expect((await doctor(project, "config.json")).code).toBe(1);
});
