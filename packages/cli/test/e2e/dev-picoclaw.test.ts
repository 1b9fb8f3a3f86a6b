import { renameSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AGES, editWhileCalling, gone, guard, hookFolder, startDev } from "../dev-session.js";

const started = async (files = hookFolder(guard(0)), options: Parameters<typeof startDev>[1] = {}) => ({
  files,
  ...(await startDev([process.execPath, files.pathOf("main.mjs")], { env: { LIVES: files.lives }, ...options })),
});
const reloaded = { event: "reloaded" };

describe("a hook that is edited while an agent runs", () => {
  test("answers every call with one whole version, in 10 edits", async () => {
    const { files, host, approve, reports } = await started();
    const { calls, wrong } = await editWhileCalling(approve, (version) => files.write(guard(version)), 10);
    expect(wrong).toEqual([]);
    expect(reports.filter(({ event }) => event !== "reloaded")).toEqual([]);
    expect(calls).toBeGreaterThan(20);
    expect(host.ended).toBeUndefined();
  });

  test("answers the calls that it already had in the old version, which then ends", async () => {
    const { files, approve, until } = await started();
    const inOld = [approve({ until: files.pathOf("go") }), approve({ until: files.pathOf("go") })];
    await files.noted("call 0", 2);
    files.write(guard(1));
    expect(await until(({ event }) => event === "reloaded")).toMatchObject({ callsInOldVersion: 2, notes: [] });
    expect(await approve()).toBe("1 1 0");
    const old = await files.noted("setup 0");
    files.write({ go: "" });
    expect(await Promise.all(inOld)).toEqual(["0 0 0", "0 0 0"]);
    await gone(old);
    expect(await files.noted("teardown 0")).toBe(old);
  });

  test("sends the approval of a call to the version that still works on it", async () => {
    const definition = "beforeTool: async () => { log('before'); await wait(1e9); },";
    const { files, host, until } = await started(hookFolder(guard(0, { definition })));
    const call = { tool: "exec", arguments: {}, meta: { TurnID: "turn-1" } };
    // As if the agent gave up waiting.
    void host.beforeTool(call as never, { timeoutMs: AGES }).catch(() => {});
    await files.noted("before 0");
    files.write(guard(1));
    await until(({ event }) => event === "reloaded");
    const other = { ...call, meta: { TurnID: "turn-2" } };
    expect(await host.approveTool(other as never, { timeoutMs: AGES })).toMatchObject({ reason: "1 1 0" });
    expect((await host.approveTool(call as never, { timeoutMs: AGES })).reason).not.toContain("1 1 0");
  });

  test("receives messages of 1 MB whole, in both versions", async () => {
    const { files, approve, until } = await started();
    const text = "x".repeat(1_000_000);
    const inOld = Array.from({ length: 5 }, () => approve({ text, until: files.pathOf("go") }));
    await files.noted("call 0", 5);
    files.write(guard(1));
    await until(({ event }) => event === "reloaded");
    const inNew = Array.from({ length: 5 }, () => approve({ text }));
    files.write({ go: "" });
    expect(await Promise.all(inOld)).toEqual(Array(5).fill("0 0 1000000"));
    expect(await Promise.all(inNew)).toEqual(Array(5).fill("1 1 1000000"));
  });

  test("is replaced when an editor saves by renaming", async () => {
    const { files, approve, until } = await started();
    for (const version of [1, 2, 3]) {
      const { "main.mjs": main = "", ...part } = guard(version);
      files.write({ ...part, "main.mjs.tmp": main });
      renameSync(files.pathOf("main.mjs.tmp"), files.pathOf("main.mjs"));
      await until(({ event }) => event === "reloaded", version - 1);
      expect(await approve()).toBe(`${version} ${version} 0`);
    }
  });

  test("is replaced when only a file that it imports changes, also one that it did not import at first", async () => {
    const { files, approve, until, reports } = await started();
    files.write(guard(1));
    await until(({ event }) => event === "reloaded");
    files.write({ "part-1.mjs": "export const PART = 'new';" });
    await until(({ event }) => event === "reloaded", 1);
    expect(await approve()).toBe("1 new 0");
    expect(reports[1]?.files).toEqual([files.pathOf("part-1.mjs")]);
  });

  test("is replaced when a file that --watch names changes", async () => {
    const files = hookFolder(guard(0));
    files.write({ "policy.yaml": "a" });
    const { until } = await startDev([process.execPath, files.pathOf("main.mjs")], {}, "--watch", files.path);
    files.write({ "policy.yaml": "b" });
    expect(await until(() => true)).toMatchObject({ ...reloaded, files: [files.pathOf("policy.yaml")] });
  });
});

describe("a save that breaks the hook", () => {
  test.each([
    ["a syntax error", { "main.mjs": "const = 1;" }, "SyntaxError"],
    [
      "an error at import",
      { "part-0.mjs": "export const PART = 0; throw new TypeError('at import');" },
      "TypeError: at import",
    ],
    ["an empty file", { "main.mjs": "" }, /it (printed nothing|ended with code 0)/],
    ["a setup that fails", guard(1, { definition: "setup() { throw new Error('in setup') }," }), "in setup"],
    ["a definition that is invalid", guard(1, { definition: "beforeTol: () => {}," }), "beforeTol"],
  ])("(%s) is reported, and the old version stays until the next save", async (_what, broken, reason) => {
    const { files, approve, until } = await started();
    files.write(broken as Record<string, string>);
    const report = await until(() => true);
    expect(report).toMatchObject({ event: "broken", old: "the old version" });
    expect(report.reason).toMatch(reason);
    expect(await approve()).toBe("0 0 0");
    files.write(guard(2));
    await until(({ event }) => event === "reloaded");
    expect(await approve()).toBe("2 2 0");
  });

  test("with an endless loop at import is stopped by the next save", async () => {
    const { files, approve, until, reports } = await started();
    files.write(guard(1, { start: "for (;;) {}" }));
    const looping = await files.noted("load 1");
    expect(await approve()).toBe("0 0 0");
    files.write(guard(2));
    await until(({ event }) => event === "reloaded");
    await gone(looping);
    expect(await approve()).toBe("2 2 0");
    expect(reports).toMatchObject([reloaded]);
  });

  test("in the middle of a build leaves only the newest version", async () => {
    const { files, approve, until, reports } = await started();
    files.write(guard(1, { start: "if (!process.argv.includes('--describe')) await wait(1e9);" }));
    // Its description works, and its process is starting.
    const starting = await files.noted("load 1", 2);
    files.write(guard(2));
    await until(({ event }) => event === "reloaded");
    await gone(starting);
    expect(await approve()).toBe("2 2 0");
    expect(reports).toHaveLength(1);
  });

  test("by deleting the file keeps the old version until the file is back", async () => {
    const { files, approve, until } = await started();
    rmSync(files.pathOf("main.mjs"));
    expect(await until(() => true)).toMatchObject({ event: "broken" });
    expect(await approve()).toBe("0 0 0");
    files.write(guard(0));
    await until(({ event }) => event === "reloaded");
    expect(await approve()).toBe("0 0 0");
  });

  test("by needing calls that the agent does not make is reported with the lines for its config", async () => {
    const { files, approve, until } = await started(undefined, { modes: ["tool", "approve"] });
    files.write(guard(1, { definition: "beforeLlm: () => {}," }));
    const report = await until(() => true);
    expect(report).toMatchObject({ event: "broken" });
    expect(report.reason).toContain('add "before_llm" to hooks.processes.probe.intercept');
    expect(await approve()).toBe("0 0 0");
  });
});

test("a hook that handles a new point takes over with a note that the agent must be restarted", async () => {
  const continues = { onFailure: "continue" } as const;
  const files = hookFolder(guard(0, continues));
  const { approve, until } = await started(files, { modes: ["tool", "approve"] });
  // Once it runs, and once it describes itself.
  await files.noted("load 0", 2);
  files.write(guard(1, { ...continues, definition: "beforeLlm: () => {}, onEvent: () => {}," }));
  const { notes } = await until(({ event }) => event === "reloaded");
  expect(notes).toEqual([expect.stringMatching(/does not call it at beforeLlm, onEvent: .*restart the agent/)]);
  expect(await approve()).toBe("1 1 0");
});

describe("a hook that ends by itself", () => {
  test("denies until the next save starts it again", async () => {
    const { files, host, approve, until } = await started();
    const killed = [approve({ until: files.pathOf("never") }), approve({ die: true })];
    const denial = expect.stringMatching(/^denied: .*next save/);
    expect(await Promise.all(killed)).toEqual([denial, denial]);
    expect(await until(({ event }) => event === "ended")).toMatchObject({
      reason: "the hook was killed by SIGKILL",
    });
    expect(await approve()).toEqual(denial);
    expect(await host.beforeTool({ tool: "exec", arguments: {} })).toMatchObject({ action: "deny_tool" });
    expect(await host.beforeLlm({ model: "m" } as never)).toMatchObject({ action: "abort_turn" });
    files.write({ "main.mjs": "const = 1;" });
    expect(await until(({ event }) => event === "broken")).toMatchObject({ old: "nothing" });
    expect(await approve()).toEqual(denial);
    files.write(guard(1));
    await until(({ event }) => event === "reloaded");
    expect(await approve()).toBe("1 1 0");
  });

  test("denies as long as it has not described itself, because it may be a guard", async () => {
    const { "main.mjs": main = "", ...part } = guard(0);
    const silent = `if (process.argv.includes("--describe")) process.exit(1);\n${main}`;
    const { approve, until } = await started(hookFolder({ ...part, "main.mjs": silent }));
    const denial = expect.stringMatching(/^denied: .*next save/);
    expect(await approve({ die: true })).toEqual(denial);
    await until(({ event }) => event === "ended");
    expect(await approve()).toEqual(denial);
  });

  test("fails each call if its policy is to continue, as a dead hook does", async () => {
    const { files, host, until } = await started(hookFolder(guard(0, { onFailure: "continue" })));
    files.write(guard(1, { onFailure: "continue" }));
    await until(({ event }) => event === "reloaded");
    const dying = host.approveTool({ tool: "exec", arguments: { die: true } });
    await expect(dying).rejects.toThrow(/not running/);
    await expect(host.beforeTool({ tool: "exec", arguments: {} })).rejects.toThrow(/not running/);
  });
});
