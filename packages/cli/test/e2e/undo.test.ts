import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder } from "../config-folder.js";
import { agentHook, file } from "../run-command.js";

/** Creates a home with a project, a policy that names `snapshot`, and the built program that serves it. */
function home() {
  const path = realpathSync(folder());
  const cwd = join(path, "project");
  const policy = join(path, "policy.yaml");
  mkdirSync(join(cwd, "src"), { recursive: true });
  execFileSync("git", ["init", "-q"], { cwd });
  writeFileSync(policy, "version: 1\nhooks:\n  snapshot: { timeoutMs: 50000 }\n");
  const env = { HOME: path, XDG_STATE_HOME: join(path, "state") };
  /** Calls the hook as Claude Code does before a tool runs. */
  const beforeTool = (tool: string, input: Readonly<Record<string, string>>) => {
    const payload = {
      ...{ session_id: "s", transcript_path: "/dev/null", permission_mode: "default", cwd: join(cwd, "src") },
      ...{ hook_event_name: "PreToolUse", tool_name: tool, tool_input: input, tool_use_id: "t" },
    };
    const stdin = JSON.stringify(payload);
    return agentHook(["run", policy, "--host", "claude-code"], { cwd, env, stdin });
  };
  const undo = (args: readonly string[] = [], from = cwd) => agentHook(["undo", ...args], { cwd: from, env });
  return { cwd, beforeTool, undo };
}

describe("undo", () => {
  test("restores what a call of the agent changed, and can be undone", async () => {
    const { cwd, beforeTool, undo } = home();
    writeFileSync(join(cwd, "src/a.ts"), "one");
    writeFileSync(join(cwd, "b.ts"), "two");
    expect(await beforeTool("Bash", { command: "rm -rf src" })).toMatchObject({ code: 0 });
    rmSync(join(cwd, "src"), { recursive: true });
    writeFileSync(join(cwd, "new.ts"), "new");

    const listed = JSON.parse((await undo(["--list", "--json"])).stdout);
    expect(listed).toMatchObject({
      project: cwd,
      checkpoints: [{ id: 1, agent: "claude-code", tool: "Bash", sessionId: "s", filesChanged: 2, skipped: [] }],
    });
    expect((await undo(["--list"])).stdout).toMatch(
      /^1 {2}[\d-]+ [\d:]+ {2}claude-code {2}Bash {2}2 changed after it\n$/,
    );

    const dry = await undo(["--dry-run"]);
    expect(dry).toMatchObject({ code: 0, stdout: "delete  new.ts\nrecreate  src/a.ts\n" });
    expect(existsSync(join(cwd, "src"))).toBe(false);

    const { code, stdout, stderr } = await undo();
    expect([code, stdout]).toEqual([0, "deleted  new.ts\ncreated again  src/a.ts\n"]);
    expect(stderr).toContain("To take this back: agent-hook undo 2");
    expect(readFileSync(join(cwd, "src/a.ts"), "utf8")).toBe("one");
    expect(existsSync(join(cwd, "new.ts"))).toBe(false);

    expect(await undo(["2"], join(cwd, "src"))).toMatchObject({ code: 0 });
    expect([existsSync(join(cwd, "src/a.ts")), readFileSync(join(cwd, "new.ts"), "utf8")]).toEqual([false, "new"]);
  });

  test("restores only some paths, which start at the current folder", async () => {
    const { cwd, beforeTool, undo } = home();
    writeFileSync(join(cwd, "src/a.ts"), "one");
    writeFileSync(join(cwd, "a.ts"), "one");
    await beforeTool("Write", { file_path: join(cwd, "a.ts"), content: "two" });
    writeFileSync(join(cwd, "src/a.ts"), "two");
    writeFileSync(join(cwd, "a.ts"), "two");
    const { stdout } = await undo(["--path", "a.ts", "--json"], join(cwd, "src"));
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, changes: [{ path: "src/a.ts", change: "restore" }], before: 2 });
    expect(readFileSync(join(cwd, "a.ts"), "utf8")).toBe("two");
  });

  test("exits with 1 if a file could not be restored", async () => {
    const { cwd, beforeTool, undo } = home();
    writeFileSync(join(cwd, ".gitignore"), "*.log\n");
    writeFileSync(join(cwd, "x"), "file");
    await beforeTool("Bash", { command: "true" });
    rmSync(join(cwd, "x"));
    mkdirSync(join(cwd, "x"));
    writeFileSync(join(cwd, "x/only.log"), "precious");
    expect(await undo()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("kept  x: a folder with other files"),
    });
  });

  test.each([
    [["--list", "1"], 2, "--list takes only --json"],
    [["first"], 2, "expected the number of a checkpoint"],
    [[], 2, "there are no checkpoints of"],
  ])("%j is an error", async (args, code, message) => {
    expect(await home().undo(args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  test("is lazy: other commands do not load it", () => {
    expect(readFileSync(file("packages/cli/dist/run.js"), "utf8")).not.toContain("refs/checkpoints");
  });
});
