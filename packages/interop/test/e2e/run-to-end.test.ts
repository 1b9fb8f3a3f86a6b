import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endLeftBehind, runToEnd } from "@agent-hook/sdk/internal/live-agents";
import { describe, expect, onTestFinished, test } from "vitest";

const options = () => {
  const home = mkdtempSync(join(tmpdir(), "interop-run-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  return { cwd: home, env: { PATH: process.env.PATH, HOME: home }, limitMs: 300_000 };
};

test("returns what a program printed and how it ended", async () => {
  const script = 'echo "$HOME"; echo no >&2; exit 3';
  const { env, ...rest } = options();
  expect(await runToEnd("sh", ["-c", script], { env, ...rest })).toEqual({
    stdout: `${env.HOME}\n`,
    stderr: "no\n",
    exit: 3,
    signal: undefined,
    timedOut: false,
  });
});

test("gives a program an empty stdin, and does not wait for a child that holds its output", async () => {
  const { stdout, timedOut } = await runToEnd("sh", ["-c", "sleep 600 & cat; echo done"], options());
  expect({ stdout, timedOut }).toEqual({ stdout: "done\n", timedOut: false });
});

test("fails if the program does not exist", async () => {
  await expect(runToEnd("/nowhere/agent", [], options())).rejects.toThrow("ENOENT");
});

describe.skipIf(!existsSync("/proc/self/environ"))("with /proc", () => {
  test("a program that ended leaves no process of its group behind", async () => {
    const runOptions = options();
    await runToEnd("sh", ["-c", "sleep 600 &"], runOptions);
    expect(await endLeftBehind(runOptions.env.HOME)).toEqual([]);
  });

  test("a program is killed with its whole group at the time limit", async () => {
    const runOptions = { ...options(), limitMs: 300 };
    const { timedOut, signal } = await runToEnd("sh", ["-c", "sleep 600 & wait"], runOptions);
    expect({ timedOut, signal }).toEqual({ timedOut: true, signal: "SIGKILL" });
    expect(await endLeftBehind(runOptions.env.HOME)).toEqual([]);
  });

  test("a process that moved to its own session is named and ended", async () => {
    const runOptions = options();
    const script = "setsid sh -c 'echo > moved; exec sleep 601' & until [ -e moved ]; do :; done";
    await runToEnd("sh", ["-c", script], runOptions);
    expect(await endLeftBehind(runOptions.env.HOME)).toEqual(["sleep 601"]);
    expect(await endLeftBehind(runOptions.env.HOME)).toEqual([]);
  });

  test("a process that moved to its own session is found even while it starts one program after another", async () => {
    const runOptions = options();
    writeFileSync(join(runOptions.cwd, "again.sh"), "echo > moved; exec sh again.sh");
    await runToEnd("sh", ["-c", "setsid sh again.sh & until [ -e moved ]; do :; done"], runOptions);
    expect(await endLeftBehind(runOptions.env.HOME)).toEqual(["sh again.sh"]);
  });
});
