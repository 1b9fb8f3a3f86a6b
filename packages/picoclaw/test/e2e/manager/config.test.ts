import { describe, expect, test } from "vitest";
import { HookManager } from "../../../src/index.js";
import { puppet, startManager } from "../../start-manager.js";

describe("the config of processes", () => {
  test("skips a process that is not enabled without reading it", async () => {
    const { manager, reports } = await startManager({ processes: { off: { enabled: false }, on: puppet() } });
    expect(manager.status().map(({ name }) => name)).toEqual(["on"]);
    expect(reports).toEqual([]);
  });

  test.each(["continue", "block"] as const)("onFailure %s overrides what the hook declares", async (onFailure) => {
    const declared = onFailure === "block" ? "continue" : "block";
    const HELLO = JSON.stringify({ result: { ok: true, onFailure: declared } });
    const { manager } = await startManager({
      processes: { said: puppet({ env: { HELLO } }), set: puppet({ env: { HELLO }, onFailure }) },
    });
    expect(manager.status().map((status) => status.onFailure)).toEqual([declared, onFailure]);
    const unsound = { "hook.after_tool": { result: { action: "dance" } } };
    const outcome = await manager.afterTool({ tool: "exec", result: {}, scripts: { set: unsound } });
    expect(outcome).toMatchObject({ outcome: onFailure === "block" ? "aborted" : "continue" });
  });

  test("maxLineBytes is the longest line that is accepted", async () => {
    const { manager } = await startManager({ processes: { probe: puppet({ maxLineBytes: 2000 }) } });
    const answer = (length: number) => ({ result: { action: "deny_tool", reason: "x".repeat(length) } });
    expect(await manager.beforeTool({ tool: "exec", script: answer(1000) })).toMatchObject({ outcome: "denied" });
    const long = await manager.beforeTool({ tool: "exec", script: answer(2000) });
    expect(long).toMatchObject({ outcome: "continue" });
    expect(long.reports[0]).toMatchObject({ kind: "call-failed", cause: { code: "too-large" } });
    expect(await manager.beforeTool({ tool: "exec", script: answer(1000) })).toMatchObject({ outcome: "denied" });
  });

  test("reports block for a hook that declares continue: its own throws do not deny", async () => {
    const open = `import { defineHook, serve } from ${JSON.stringify(import.meta.resolve("@agent-hook/sdk"))};
      await serve(defineHook({ name: "open", beforeTool: () => { throw new Error("x"); } }));`;
    const command = [process.execPath, "--input-type=module", "--eval", open];
    const { reports } = await startManager({
      processes: { open: { enabled: true, command, intercept: ["before_tool"], onFailure: "block" } },
    });
    expect(reports).toMatchObject([{ hook: "open", kind: "policy-differs" }]);
  });
});

describe("a process that does not start", () => {
  const broken = puppet({ command: ["no-such-program"] });

  test("fails the start with a HooksStartError that names it, and the other processes are ended", async () => {
    const refused = HookManager.start({ processes: { good: puppet(), broken } }, { onReport: () => {} });
    await expect(refused).rejects.toMatchObject({
      name: "HooksStartError",
      message: expect.stringContaining('Hook "broken" (no-such-program) could not be started'),
      failures: [expect.objectContaining({ name: "HookError", code: "spawn-failed" })],
    });
  });

  test("but is optional is reported, and approvals are denied", async () => {
    const { manager, reports } = await startManager({ processes: { broken: { ...broken, required: false } } });
    expect(reports).toEqual([expect.objectContaining({ hook: "broken", kind: "not-restarted" })]);
    expect(await manager.beforeTool({ tool: "exec" })).toMatchObject({ outcome: "continue" });
    expect(await manager.approveTool({ tool: "exec" })).toMatchObject({ outcome: "denied" });
  });
});
