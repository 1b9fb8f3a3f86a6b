import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Result, type RunningHook, spawnHook, spawnReady } from "../../spawn-hook.js";
import { approveTool, beforeTool, policies } from "../../wire-calls.js";

/** Runs a tool by PicoClaw's rules: it skips an interceptor that fails, and an approver that fails denies. */
async function runTool(
  hook: RunningHook,
  tool: string,
  args: object,
  gaveUp: Promise<unknown> = new Promise(() => {}),
) {
  const failed = () => undefined;
  const intercepted = hook.call("hook.before_tool", beforeTool(tool, args)).catch(failed);
  const before: Result | undefined = (await Promise.race([intercepted, gaveUp.then(failed)])) as Result | undefined;
  if (before?.action === "deny_tool" || before?.action === "abort_turn" || before?.action === "hard_abort")
    return "denied";
  if (before?.action === "respond") return "answered";
  const approval = await hook
    .call("hook.approve_tool", approveTool(tool, before?.call?.arguments ?? args))
    .catch(failed);
  return approval?.approved === true ? "ran" : "denied";
}

describe("kill -9 of a block hook", () => {
  test("the host runs tools while the hook lives and does not deny", async () => {
    const hook = await spawnReady("puppet.mjs", { env: { POLICY: "block" } });
    expect(await runTool(hook, "exec", {})).toBe("ran");
  });

  test("killed during before_tool, the tool is denied", async () => {
    const hook = await spawnReady("waits.mjs", { env: { POLICY: "block" } });
    const outcome = runTool(hook, "never", {});
    await hook.logged(/running never/);
    hook.child.kill("SIGKILL");
    expect(await outcome).toBe("denied");
    expect(await hook.exit).toMatchObject({ signal: "SIGKILL" });
  });

  test("killed during approve_tool, the tool is denied", async () => {
    const hook = await spawnReady("waits.mjs", { env: { POLICY: "block" } });
    const outcome = runTool(hook, "free", {});
    await hook.logged(/approving free/);
    hook.child.kill("SIGKILL");
    expect(await outcome).toBe("denied");
  });

  test("killed while it blocks, after the host continued without it, the tool is denied", async () => {
    const hook = await spawnReady("rules-late.mjs");
    const never = join(tmpdir(), `hook-never-${process.pid}`);
    const gaveUp = hook.logged(/guard blocks/);
    const outcome = runTool(hook, "exec", { until: never, ruling: "no opinion" }, gaveUp);
    await gaveUp;
    hook.child.kill("SIGKILL");
    expect(await outcome).toBe("denied");
  });

  test("killed between two calls, every later tool is denied", async () => {
    const hook = await spawnReady("puppet.mjs", { env: { POLICY: "block" } });
    expect(await runTool(hook, "exec", {})).toBe("ran");
    hook.child.kill("SIGKILL");
    await hook.exit;
    expect(await runTool(hook, "exec", {})).toBe("denied");
  });

  test("a host that would not ask for approval is rejected at hello", async () => {
    const hook = spawnHook("rules-late.mjs");
    expect(await hook.hello(["tool"])).toHaveProperty("error");
    await hook.logged(/approve_tool/);
  });
});

describe("calls that a block hook has checked", () => {
  test("an own tool does not run with arguments that were changed after the guard's check", async () => {
    const hook = await spawnReady("rewritten-after.mjs");
    const rewritten = await hook.call("hook.before_tool", beforeTool("read_dir", { path: "/home", other: "/etc" }));
    expect(rewritten).toEqual({ action: "deny_tool", reason: "not there" });
    const harmless = await hook.call("hook.before_tool", beforeTool("read_dir", { path: "/home", other: "/tmp" }));
    expect(harmless).toMatchObject({ action: "respond", result: { for_llm: "read /tmp " } });
  });

  test("a guard that has checked the final arguments is not called again", async () => {
    const hook = await spawnReady("rewritten-after.mjs");
    const result = await hook.call("hook.before_tool", beforeTool("read_dir", { path: "/home", count: true }));
    expect(result).toMatchObject({ action: "respond", result: { for_llm: "read /home 1" } });
    expect(hook.stderr().match(/ASKED about/g)).toHaveLength(1);
  });
});

describe("a block hook whose setup fails", () => {
  test("every tool is denied, even if the call comes before setup has ended", async () => {
    const hook = spawnHook("guard-all.mjs", { env: { POLICY: "block", ON_START: "fails" } });
    const hello = hook.hello();
    expect(await runTool(hook, "exec", {})).toBe("denied");
    expect(await hello).toHaveProperty("error");
    expect(await runTool(hook, "exec", {})).toBe("denied");
    expect(await hook.call("hook.approve_tool", approveTool("exec"))).toMatchObject({ approved: false });
  });
});

describe("a block hook that blocks longer than the host's limit", () => {
  test.each([
    ["deny", "denied"],
    ["modify", "denied"],
    ["respond", "denied"],
    ["no opinion", "ran"],
  ])("with a late %s the tool is %s", async (ruling, outcome) => {
    const until = join(tmpdir(), `hook-late-${process.pid}-${ruling.length}`);
    onTestFinished(() => rmSync(until, { force: true }));
    const hook = await spawnReady("rules-late.mjs");
    const gaveUp = hook.logged(/guard blocks/);
    const tool = runTool(hook, "exec", { until, ruling }, gaveUp);
    await gaveUp;
    writeFileSync(until, "");
    expect(await tool).toBe(outcome);
  });

  test.each(policies)("an approval after its own deadline does not count (%s)", async (POLICY) => {
    const hook = await spawnReady("approves-late.mjs", { env: { POLICY } });
    const result = await hook.call("hook.approve_tool", approveTool("exec"));
    expect(result).toMatchObject({ approved: false });
  });
});
