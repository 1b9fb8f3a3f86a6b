import { describe, expect, it } from "vitest";
import { mayWait } from "../../src/record/may-wait.js";
import type { Observation } from "../../src/runtime/observation.js";

function waits(part: object): boolean {
  return mayWait({ point: "beforeTool", call: { arguments: { command: "ls" } }, ...part } as unknown as Observation);
}

describe("the record of a decision", () => {
  it("may wait if a small call goes on", () => {
    expect(waits({})).toBe(true);
    for (const action of ["approve", "modify", "respond", "addContext"])
      expect(waits({ outcome: { action } })).toBe(true);
    expect(waits({ point: "afterTool", call: { arguments: {}, result: { forLlm: "done" } } })).toBe(true);
  });

  it("does not wait if the call is denied, a person is asked, the turn ends, or the hook failed", () => {
    for (const action of ["deny", "ask", "abortTurn", "hardAbort"]) expect(waits({ outcome: { action } })).toBe(false);
    expect(waits({ failure: {} })).toBe(false);
  });

  it("does not wait if it is about a conversation, a prompt, an event or the setup", () => {
    for (const point of ["beforeLlm", "afterLlm", "onPrompt", "onEvent", "setup"]) expect(waits({ point })).toBe(false);
  });

  it("does not wait if the call, its result or its answer holds much memory, at any depth", () => {
    const large = "x".repeat(10_000);
    expect(waits({ call: { arguments: { edits: [{ text: large }] } } })).toBe(false);
    expect(waits({ call: { arguments: { [large]: 1 } } })).toBe(false);
    expect(waits({ call: { arguments: { list: Array(1000).fill(1) } } })).toBe(false);
    expect(waits({ point: "afterTool", call: { arguments: {}, result: { forLlm: large } } })).toBe(false);
    expect(waits({ outcome: { action: "respond", result: { forLlm: large } } })).toBe(false);
  });

  it("does not wait if a value cannot be read or has no end", () => {
    const endless: Record<string, unknown> = {};
    endless.again = endless;
    expect(waits({ call: { arguments: endless } })).toBe(false);
    const throws = {
      get command() {
        throw new Error("unreadable");
      },
    };
    expect(waits({ call: { arguments: throws } })).toBe(false);
    expect(waits({ call: undefined })).toBe(false);
  });
});
