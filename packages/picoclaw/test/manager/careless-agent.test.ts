import { ask, defineHook, modify, reject } from "@agent-hook/sdk";
import { describe, expect, test, vi } from "vitest";
import { HookManager, type HookManagerOptions, HooksConfigError } from "../../src/index.js";
import { startManager } from "../start-manager.js";

const CALL = { tool: "exec", arguments: { command: "ls" } };
const QUIET: HookManagerOptions = { onReport: () => {}, onStderr: () => {} };
const careful = defineHook({ name: "careful", approveTool: () => ask("sure?") });

describe("an agent that closes its hooks", () => {
  test("while a tool runs gets an outcome, and the result is not passed on", async () => {
    const { manager } = await startManager();
    await manager.mount(defineHook({ name: "probe", afterTool: () => undefined }));
    const { running, execute, finish } = held();
    const round = manager.runTool(CALL, execute);
    await running;
    await manager.close();
    finish("secret");
    expect(await round).toMatchObject({
      outcome: "aborted",
      point: "afterTool",
      reason: "the agent closed its hooks while the tool ran",
      text: "",
    });
  });

  test("while a person is asked gets a denial, even if the person never answers", async () => {
    const { running, execute: onAsk } = held();
    const manager = await HookManager.start({}, { ...QUIET, onAsk: onAsk as () => Promise<never> });
    await manager.mount(careful);
    const execute = vi.fn(() => "ran");
    const round = manager.runTool(CALL, execute);
    await running;
    await manager.close();
    const reason = "the agent closed its hooks before the user answered";
    expect(await round).toMatchObject({ outcome: "denied", reason });
    expect(execute).not.toHaveBeenCalled();
  });
});

/** Returns a callback that reports when it runs and settles when the test calls `finish`. */
function held() {
  let begin: () => void = () => {};
  let finish: (result: string) => void = () => {};
  const running = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const execute = () => {
    begin();
    return new Promise<string>((resolve) => {
      finish = resolve;
    });
  };
  return { running, execute, finish: (result: string) => finish(result) };
}

describe("a tool of the agent", () => {
  test.each<[unknown, string]>([
    [{ temperature: 5 }, '{"temperature":5}'],
    [{ forLlm: "x" }, '{"forLlm":"x"}'],
    [["a"], '["a"]'],
    [12, "12"],
    [undefined, ""],
    [null, ""],
  ])("that returns %j has the text %j", async (value, text) => {
    const manager = await HookManager.start({}, QUIET);
    expect(await manager.runTool(CALL, () => value as string)).toMatchObject({ outcome: "ran", text });
  });

  test("that throws a value without a text has failed", async () => {
    const manager = await HookManager.start({}, QUIET);
    const thrown = Object.create(null);
    const execute = () => {
      throw thrown;
    };
    expect(await manager.runTool(CALL, execute)).toMatchObject({ text: "the tool failed", result: { is_error: true } });
  });

  test("runs with the arguments that the hooks decided on, even if the agent changes its object", async () => {
    const manager = await HookManager.start({}, QUIET);
    await manager.mount(defineHook({ name: "slow", approveTool: async () => ({ action: "approve" }) }));
    const args = { path: "ok", when: new Date(0) };
    const execute = vi.fn(() => "done");
    const round = manager.runTool({ tool: "read", arguments: args }, execute);
    args.path = "/etc/shadow";
    await round;
    expect(execute).toHaveBeenCalledExactlyOnceWith({
      tool: "read",
      arguments: { path: "ok", when: "1970-01-01T00:00:00.000Z" },
    });
  });

  test("does not run if no hook could be shown the arguments", async () => {
    const manager = await HookManager.start({}, QUIET);
    await manager.mount(defineHook({ name: "guard", approveTool: () => reject("never asked") }));
    const execute = vi.fn(() => "ran");
    const round = await manager.runTool({ tool: "t", arguments: { big: 1n } }, execute);
    expect(round).toMatchObject({ outcome: "denied", point: "approveTool" });
    expect(execute).not.toHaveBeenCalled();
  });
});

describe("a mistake in JavaScript", () => {
  test("in the options throws", async () => {
    await expect(HookManager.start({}, { onAskk: () => true } as never)).rejects.toThrow(
      'HookManager.start: unknown key "onAskk" (did you mean "onAsk"?)',
    );
    const manager = await HookManager.start({}, QUIET);
    await expect(manager.mount(careful, { prioritty: 1 } as never)).rejects.toThrow('(did you mean "priority"?)');
    await expect(manager.mount(undefined as never)).rejects.toThrow("got undefined");
  });

  test.each(["", "*", "__proto__"])("in the name of a process, %j, throws", async (name) => {
    const processes = JSON.parse(`{${JSON.stringify(name)}: {"enabled": true, "command": ["x"], "observe": ["*"]}}`);
    await expect(HookManager.start({ processes })).rejects.toThrow(HooksConfigError);
  });

  test("in the form of a callback that rejects does not stop the manager", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const onReport = async () => {
      throw new Error("no database");
    };
    const manager = await HookManager.start({}, { onReport, onStderr: () => {} });
    const fails = defineHook({ name: "f", beforeTool: () => modify({ wrong: 1 } as never) });
    await manager.mount(fails);
    expect(await manager.beforeTool(CALL)).toMatchObject({ outcome: "continue" });
    await vi.waitUntil(() => stderr.mock.calls.some(([text]) => String(text).includes("no database")));
    stderr.mockRestore();
  });
});
