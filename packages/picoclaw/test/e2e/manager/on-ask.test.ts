import { approve, ask, defineHook } from "@agent-hook/sdk";
import { describe, expect, test, vi } from "vitest";
import type { OnAsk } from "../../../src/index.js";
import { puppet, startManager } from "../../start-manager.js";

const LEFT = { approved: false, ask: true, reason: "it deletes files" };
const REFUSED = "Tool execution denied by approval hook";

/** Starts two approvers. The first returns `ask` for the call. */
async function start(onAsk?: OnAsk) {
  const managed = await startManager(
    { processes: { first: puppet({ priority: 1 }), second: puppet({ priority: 2 }) } },
    onAsk === undefined ? {} : { onAsk },
  );
  const params = (answers: Readonly<Record<string, object>> = { first: LEFT }) => ({
    meta: { TurnID: "turn-1" },
    context: { inbound: { channel: "cli" } },
    tool: "exec",
    arguments: { command: "rm" },
    scripts: Object.fromEntries(
      Object.entries(answers).map(([name, result]) => [name, { "hook.approve_tool": { result } }]),
    ),
  });
  return { ...managed, params };
}

describe("a call for which a hook asks the user", () => {
  test("is denied with the hook's reason if there is no onAsk", async () => {
    const { manager, params } = await start();
    expect(await manager.approveTool(params())).toEqual({
      outcome: "denied",
      point: "approveTool",
      by: "first",
      reason: "it deletes files",
      text: `${REFUSED}: it deletes files`,
      reports: [],
    });
  });

  test("is passed to onAsk with the tool, its arguments, the reason and its origin", async () => {
    const onAsk = vi.fn(() => true);
    const { manager, params } = await start(onAsk);
    await manager.approveTool(params());
    expect(onAsk).toHaveBeenCalledExactlyOnceWith({
      hook: "first",
      tool: "exec",
      arguments: { command: "rm" },
      reason: "it deletes files",
      meta: { TurnID: "turn-1" },
      context: { inbound: { channel: "cli" } },
    });
  });

  test("runs as the hook saw it, even if onAsk changes its question", async () => {
    const { manager, params } = await start((question) => {
      (question.arguments as Record<string, unknown>).command = "rm -rf /";
      (question.meta as Record<string, unknown>).TurnID = "turn-2";
      return true;
    });
    const execute = vi.fn(() => "done");
    await manager.runTool(params(), execute);
    expect(execute).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ arguments: { command: "rm" } }));
  });

  test.each([[true], [{ approved: true }], [{ approved: true, reason: "go on" }]] as const)(
    "is approved if every other approver approves and onAsk returns %j",
    async (decision) => {
      const { manager, params, received: heard } = await start(async () => decision);
      expect(await manager.approveTool(params())).toEqual({ outcome: "approved", reports: [] });
      expect((await heard()).map(({ hook }) => hook)).toEqual(["first", "second"]);
      expect(manager.status()[0]).toMatchObject({ denials: 0 });
    },
  );

  test("is not passed to onAsk if a later approver denies it", async () => {
    const onAsk = vi.fn(() => true);
    const { manager, params } = await start(onAsk);
    const second = { approved: false, reason: "never" };
    expect(await manager.approveTool(params({ first: LEFT, second }))).toMatchObject({
      outcome: "denied",
      by: "second",
      text: `${REFUSED}: never`,
    });
    expect(onAsk).not.toHaveBeenCalled();
  });

  test.each([
    [false, "the user denied the call (it deletes files)"],
    [{ approved: false }, "the user denied the call (it deletes files)"],
    [{ approved: false, reason: "use the bin" }, "use the bin"],
  ] as const)("is denied if the other approvers approve and onAsk returns %j", async (decision, reason) => {
    const { manager, params, received: heard } = await start(() => decision);
    expect(await manager.approveTool(params())).toEqual({
      outcome: "denied",
      point: "approveTool",
      by: "first",
      reason,
      text: `${REFUSED}: ${reason}`,
      reports: [],
    });
    expect((await heard()).map(({ hook }) => hook)).toEqual(["first", "second"]);
    expect(manager.status()[0]).toMatchObject({ denials: 1 });
  });

  test("is passed with an empty reason if the hook gives none", async () => {
    const onAsk = vi.fn(() => false);
    const { manager, params } = await start(onAsk);
    expect(await manager.approveTool(params({ first: { approved: false, ask: true } }))).toMatchObject({
      text: `${REFUSED}: the user denied the call`,
    });
    expect(onAsk).toHaveBeenCalledWith(expect.objectContaining({ reason: "" }));
  });

  test.each([["yes"], [1], [{ approved: "yes" }], [undefined], [null], [{}]])(
    "is denied if onAsk returns an invalid %j",
    async (decision) => {
      const { manager, params } = await start((() => decision) as unknown as OnAsk);
      expect(await manager.approveTool(params())).toMatchObject({ outcome: "denied", by: "first" });
    },
  );

  const failure = new Error("the window was closed");

  test.each<[string, OnAsk]>([
    [
      "throws",
      () => {
        throw failure;
      },
    ],
    ["rejects", () => Promise.reject(failure)],
  ])("is denied with the hook's reason, and reported, when onAsk %s", async (_, onAsk) => {
    const { manager, params } = await start(onAsk);
    expect(await manager.approveTool(params())).toEqual({
      outcome: "denied",
      point: "approveTool",
      by: "first",
      reason: "it deletes files",
      text: `${REFUSED}: it deletes files`,
      reports: [
        {
          hook: "first",
          kind: "call-failed",
          method: "hook.approve_tool",
          message: "onAsk failed; the tool call is denied",
          cause: failure,
        },
      ],
    });
  });

  test("is passed to onAsk in runTool too, before the tool runs", async () => {
    const onAsk = vi.fn(() => false);
    const { manager, params } = await start(onAsk);
    const execute = vi.fn(() => "gone");
    expect(await manager.runTool(params(), execute)).toMatchObject({ outcome: "denied" });
    expect(onAsk).toHaveBeenCalledOnce();
    expect(execute).not.toHaveBeenCalled();
  });
});

describe("onAsk is not called", () => {
  test.each([
    ["approves, whatever else it says", { approved: true, ask: true, reason: "x" }, "approved"],
    ["refuses", { approved: false, reason: "x" }, "denied"],
    ["refuses and says ask: false", { approved: false, ask: false }, "denied"],
    ["refuses and says ask: null", { approved: false, ask: null }, "denied"],
    ["says ask alone, which is no answer", { ask: true }, "denied"],
  ])("when the hook %s", async (_, answer, outcome) => {
    const onAsk = vi.fn(() => true);
    const { manager, params } = await start(onAsk);
    expect(await manager.approveTool(params({ first: answer }))).toMatchObject({ outcome });
    expect(onAsk).not.toHaveBeenCalled();
  });
});

describe("the SDK's ask(reason)", () => {
  const hook = defineHook({
    name: "careful",
    approveTool: (call) => (call.tool === "exec" ? ask("it runs a command") : approve()),
  });

  test.each([true, false])("is passed to onAsk, which returns %j", async (decision) => {
    const onAsk = vi.fn(() => decision);
    const { manager, received: heard } = await startManager({}, { onAsk });
    await manager.mount(hook);
    expect(await manager.approveTool({ tool: "exec" })).toMatchObject({ outcome: decision ? "approved" : "denied" });
    expect(onAsk).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ hook: "careful", tool: "exec", reason: "it runs a command" }),
    );
    await heard();
    expect(await manager.approveTool({ tool: "read_file" })).toMatchObject({ outcome: "approved" });
    expect(onAsk).toHaveBeenCalledOnce();
  });

  test("is a denial with a question on the wire, which PicoClaw reads as a denial", async () => {
    const { manager, lines, received: heard } = await startManager();
    await manager.mount(hook);
    await manager.approveTool({ tool: "exec" });
    await heard();
    expect(JSON.parse(lines.at(-1)?.line ?? "").result).toEqual({
      approved: false,
      ask: true,
      reason: "needs a person: it runs a command",
      question: "it runs a command",
    });
  });
});
