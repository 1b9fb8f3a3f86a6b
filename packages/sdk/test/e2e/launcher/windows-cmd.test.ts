import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { windowsLauncherPath } from "../../../src/launcher/index.js";
import { DENIALS } from "../../docker-agent/denials.js";
import { FAULTS } from "../../launcher/faults.js";
import { HOOK, idIn, withoutHint } from "../../launcher/run-launcher.js";
import { cmdCommandFor, IS_WINDOWS, isListed, runInCmd } from "../../launcher/run-windows-launcher.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

const { denials } = DENIALS;
const DENY = '{"deny":"by the hook"}';
const REFUSED = denials.pre_tool_use;
const WITHHELD = denials.tool_response_transform;
const NODE = process.execPath;
const NOWHERE = "C:\\nowhere\\node.exe";

describe.skipIf(!IS_WINDOWS)("the launcher for Windows in cmd", () => {
  const documentOf = async (...[behaviour, parts]: Parameters<typeof cmdCommandFor>) => {
    const { stdout, code } = await runInCmd(cmdCommandFor(behaviour, parts));
    expect(code).toBe(0);
    return withoutHint(stdout);
  };

  it("forwards the hook's answer, also next to noise, which goes to stderr", async () => {
    expect(await documentOf("deny")).toBe(DENY);
    const { stdout, stderr } = await runInCmd(cmdCommandFor("no opinion with noise"));
    expect({ stdout: stdout.toString(), noise: stderr }).toEqual({
      stdout: "",
      noise: expect.stringContaining("a word\n"),
    });
  });

  it.each(["quoted", "plain"] as const)("works and denies in a command line that is %s", async (start) => {
    expect((await runInCmd(cmdCommandFor("deny"), { start })).stdout.toString()).toBe(`${DENY}\n`);
    const gone = cmdCommandFor("deny", { node: NOWHERE });
    expect(withoutHint((await runInCmd(gone, { start })).stdout)).toBe(REFUSED);
  });

  it("prints nothing without a decision", async () => {
    expect(await documentOf("no opinion")).toBe("");
  });

  it.each(FAULTS)("denies after %s", async (behaviour) => {
    expect(await documentOf(behaviour)).toBe(REFUSED);
  });

  it("denies after an endless loop, and ends the hook", async () => {
    const { stdout, stderr } = await runInCmd(cmdCommandFor("an endless loop", { seconds: 3 }));
    expect(withoutHint(stdout)).toBe(REFUSED);
    expect(stderr).toContain("the hook did not end within 3 s: denied");
  });

  it("denies for a hook that could not start: no program, no hook, no JavaScript", async () => {
    const broken = join(temporaryFolder(), "broken.mjs");
    writeFileSync(broken, "this is no JavaScript");
    for (const command of [
      [NOWHERE, HOOK],
      [NODE, "C:\\nowhere\\hook.mjs"],
      [NODE, broken],
    ]) {
      expect(await documentOf("", { command })).toBe(REFUSED);
    }
  });

  it("is not needed: cmd denies if Node or the launcher is missing, broken or killed", async () => {
    const folder = temporaryFolder();
    const [broken, killed] = [join(folder, "broken.mjs"), join(folder, "killed.mjs")];
    writeFileSync(broken, "this is no JavaScript");
    writeFileSync(killed, 'process.kill(process.pid, "SIGKILL");');
    const event = "tool_response_transform";
    for (const parts of [
      { node: NOWHERE },
      ...["C:\\nowhere\\guard.mjs", broken, killed].map((launcher) => ({ launcher })),
    ]) {
      expect(await documentOf("deny", parts)).toBe(REFUSED);
      expect(await documentOf("deny", { ...parts, event })).toBe(WITHHELD);
      expect(await documentOf("deny", { ...parts, mode: "continue" })).toBe("");
    }
  });

  it.each([
    ["a child left alive", DENY],
    ["a child left alive and kill -9", REFUSED],
  ])("ends next to %s", async (behaviour, expected) => {
    expect(await documentOf(behaviour)).toBe(expected);
  });

  it("withholds a result, or forwards the answer", async () => {
    const event = "tool_response_transform";
    expect(await documentOf("deny", { event })).toBe(DENY);
    expect(await documentOf("kill -9", { event })).toBe(WITHHELD);
  });

  it.each(["a throw", "an answer and exit 1", "two answers"])(
    "prints nothing with continue after %s",
    async (behaviour) => {
      expect(await documentOf(behaviour, { mode: "continue" })).toBe("");
    },
  );

  it("allows with an explanation if the host accepts no denial", async () => {
    const { stdout, stderr, code } = await runInCmd(cmdCommandFor("kill -9", { event: "turn_end" }));
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 0 });
    expect(stderr).toContain("the host accepts no denial for this event");
  });

  it("passes the whole call on, and reads a call that the hook does not read", async () => {
    const stdin = "x".repeat(1_000_000);
    const length = await runInCmd(cmdCommandFor("its stdin"), { stdin });
    expect(JSON.parse(length.stdout.toString())).toEqual({ length: 1_000_000, end: "xxx" });
    expect((await runInCmd(cmdCommandFor("deny"), { stdin })).stdout.toString()).toBe(`${DENY}\n`);
  });

  it("keeps its deadline and answers if the host does not read stderr", async () => {
    const noisy = join(temporaryFolder(), "noisy.mjs");
    writeFileSync(noisy, `for (;;) process.stderr.write("x".repeat(65536));`);
    const command = cmdCommandFor("", { command: [NODE, noisy], seconds: 3 });
    expect(withoutHint((await runInCmd(command, { readsStderr: false })).stdout)).toBe(REFUSED);
  });

  it("passes on every path and argument that cmd does not change", async () => {
    const folder = join(temporaryFolder(), "it's a dir & co (x86) ünï 天気 ^ ! =,;");
    mkdirSync(folder);
    const [launcher, hook] = ["guard.mjs", "hook.mjs"].map((name) => join(folder, name)) as [string, string];
    copyFileSync(windowsLauncherPath(), launcher);
    copyFileSync(HOOK, hook);
    const args = ["a b", "", "a & b | c > d < e", "^ ! ' ` ; , =", "天気", "C:\\a\\b c\\d"];
    const command = cmdCommandFor("", { launcher, command: [NODE, hook, "its arguments", ...args] });
    expect(JSON.parse((await runInCmd(command)).stdout.toString())).toEqual({ args });
    const gone = cmdCommandFor("", { launcher, node: NOWHERE, command: [NODE, hook, "deny"] });
    const { stdout } = await runInCmd(gone);
    expect(withoutHint(stdout)).toBe(REFUSED);
  });

  it("ends a hook that loops, and the processes that it started", async () => {
    const hook = join(temporaryFolder(), "parent.mjs");
    writeFileSync(
      hook,
      `import { spawn } from "node:child_process";
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { stdio: "ignore" });
      console.error("hook " + process.pid);
      console.error("child " + child.pid);
      for (;;);`,
    );
    const { stdout, stderr } = await runInCmd(cmdCommandFor("", { command: [NODE, hook], seconds: 5 }));
    expect(withoutHint(stdout)).toBe(REFUSED);
    const [parent, child] = [idIn(stderr, "hook"), idIn(stderr, "child")];
    expect([parent, child]).toEqual([expect.any(Number), expect.any(Number)]);
    await vi.waitFor(() => expect([parent, child].filter(isListed)).toEqual([]), 60_000);
  });
});
