import { describe, expect, it, vi } from "vitest";
import { addContext, compose, defineHook, deny, type Hook, modify } from "../../src/index.js";
import { dispatcherOf, llmCall, toolCall } from "./dispatcher-of.js";

const WRITE = "did not return it: write `return deny(...)`";
const guard = (beforeTool: NonNullable<Hook["beforeTool"]>) =>
  defineHook({ name: "guard", onFailure: "block", beforeTool });
const watcher = (beforeTool: NonNullable<Hook["beforeTool"]>) => defineHook({ name: "watcher", beforeTool });

/** Asks a hook about one tool call. */
async function asked(hook: Hook) {
  const { dispatcher, stderr } = await dispatcherOf(hook);
  return { outcome: await dispatcher.ask("beforeTool", toolCall("exec")), stderr: stderr.join("") };
}

describe("a decision that a handler made but did not return", () => {
  it("denies the call if the hook blocks, and the log says what to write", async () => {
    const { outcome, stderr } = await asked(guard(() => void deny("no")));
    expect(outcome).toMatchObject({
      action: "deny",
      reason: expect.stringContaining("did not return it at beforeTool"),
    });
    expect(stderr).toContain(`beforeTool made deny(...) but ${WRITE}`);
    expect(stderr).toContain("the call was denied");
  });

  it("is logged as an error if the hook continues", async () => {
    const { outcome, stderr } = await asked(watcher(() => void deny("no")));
    expect(outcome).toBeUndefined();
    expect(stderr).toMatch(/^\[watcher\] error: beforeTool failed .*made deny\(\.\.\.\)/);
    expect(stderr).toContain("the host was told to continue");
  });

  it("is found after an await, if no other handler is pending", async () => {
    // Handlers of other test files may never end, and this process runs these files too.
    vi.resetModules();
    const { defineHook, deny } = await import("../../src/index.js");
    const { dispatcherOf } = await import("./dispatcher-of.js");
    const beforeTool = async () => {
      await Promise.resolve();
      deny("no");
    };
    const hook = defineHook({ name: "guard", onFailure: "block", beforeTool });
    const { dispatcher, stderr } = await dispatcherOf(hook);
    for (const reports of [1, 2]) {
      await dispatcher.ask("beforeTool", toolCall("exec"));
      expect(stderr.join("").split(WRITE)).toHaveLength(reports + 1);
    }
  });

  it("is found in beforeLlm and with any decision", async () => {
    const hook = defineHook({ name: "h", beforeLlm: () => void modify({ model: "x" }) });
    const { dispatcher, stderr } = await dispatcherOf(hook);
    await dispatcher.ask("beforeLlm", llmCall());
    expect(stderr.join("")).toContain("beforeLlm made modify(...)");
  });

  it("is found for context without a return", async () => {
    const hook = defineHook({ name: "h", afterTool: () => void addContext("x") });
    const { dispatcher, stderr } = await dispatcherOf(hook);
    await dispatcher.ask("afterTool", { ...toolCall("exec"), result: { forLlm: "x" } });
    expect(stderr.join("")).toContain("afterTool made addContext(...)");
  });

  it("is found in the member that made it", async () => {
    const { stderr } = await asked(
      compose(
        watcher(() => undefined),
        guard(() => void deny("no")),
      ),
    );
    expect(stderr).toMatch(/^\[guard\]/);
    expect(stderr).not.toContain("[watcher]");
  });

  it("explains why approveTool has no decision", async () => {
    const hook = defineHook({ name: "h", approveTool: (() => void deny("no")) as never });
    const { dispatcher, stderr } = await dispatcherOf(hook);
    expect(await dispatcher.ask("approveTool", toolCall("exec"))).toMatchObject({ action: "deny" });
    expect(stderr.join("")).toContain("approveTool made deny(...)");
  });
});

describe("no report", () => {
  const NO = deny("made when the module was loaded");

  it.each([
    ["for a handler that makes no decision", guard(() => undefined)],
    ["for a decision that was made before the call", guard(() => void NO)],
    [
      "for a handler that makes several decisions and returns one",
      guard(() => {
        deny("first");
        return modify({ arguments: {} });
      }),
    ],
  ])("%s", async (_title, hook) => {
    expect((await asked(hook)).stderr).toBe("");
  });

  it("for the decision of another handler that runs at the same time", async () => {
    const steps: (() => void)[] = [];
    const step = () => new Promise<void>((resolve) => steps.push(resolve));
    const both = defineHook({
      name: "h",
      beforeTool: async ({ tool }) => {
        await step();
        if (tool === "rm") {
          const decision = deny("no");
          await step();
          return decision;
        }
        return undefined;
      },
    });
    const { dispatcher, stderr } = await dispatcherOf(both);
    const silent = dispatcher.ask("beforeTool", toolCall("ls"));
    const denied = dispatcher.ask("beforeTool", toolCall("rm"));
    for (const resolve of [1, 0, 2]) {
      steps[resolve]?.();
      await new Promise(setImmediate);
    }
    expect(await silent).toBeUndefined();
    expect(await denied).toMatchObject({ action: "deny" });
    expect(stderr.join("")).toBe("");
  });
});
