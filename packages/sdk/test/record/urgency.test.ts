import { describe, expect, it } from "vitest";
import { isLarge, isUrgent } from "../../src/record/urgency.js";
import type { Observation } from "../../src/runtime/observation.js";

function observed(part: object): Observation {
  return { point: "beforeTool", call: { arguments: { command: "ls" } }, ...part } as unknown as Observation;
}

describe("a decision", () => {
  it("is urgent to record if the call is denied, a person is asked, the turn ends, or the hook failed", () => {
    for (const action of ["deny", "ask", "abortTurn", "hardAbort"]) {
      expect(isUrgent(observed({ outcome: { action } })), action).toBe(true);
    }
    expect(isUrgent(observed({ failure: {} }))).toBe(true);
  });

  it("is not urgent to record if the call goes on", () => {
    expect(isUrgent(observed({}))).toBe(false);
    for (const action of ["approve", "modify", "respond", "addContext"]) {
      expect(isUrgent(observed({ outcome: { action } })), action).toBe(false);
    }
  });

  it("is urgent to record if it is about a conversation, a prompt, an event or the setup", () => {
    for (const point of ["beforeLlm", "afterLlm", "onPrompt", "onEvent", "setup"]) {
      expect(isUrgent(observed({ point })), point).toBe(true);
    }
  });
});

describe("a call", () => {
  it("is large if it, its result or its answer holds much memory, at any depth", () => {
    const text = "x".repeat(10_000);
    expect(isLarge(observed({ call: { arguments: { edits: [{ text }] } } }))).toBe(true);
    expect(isLarge(observed({ call: { arguments: { [text]: 1 } } }))).toBe(true);
    expect(isLarge(observed({ call: { arguments: { list: Array(1000).fill(1) } } }))).toBe(true);
    expect(isLarge(observed({ point: "afterTool", call: { arguments: {}, result: { forLlm: text } } }))).toBe(true);
    expect(isLarge(observed({ outcome: { action: "respond", result: { forLlm: text } } }))).toBe(true);
    expect(isLarge(observed({}))).toBe(false);
    expect(isLarge(observed({ call: { arguments: {}, result: { forLlm: "done" } } }))).toBe(false);
  });

  it("is large if a value cannot be read or has no end", () => {
    const endless: Record<string, unknown> = {};
    endless.again = endless;
    expect(isLarge(observed({ call: { arguments: endless } }))).toBe(true);
    const throws = {
      get command() {
        throw new Error("unreadable");
      },
    };
    expect(isLarge(observed({ call: { arguments: throws } }))).toBe(true);
    expect(isLarge(observed({ call: undefined }))).toBe(true);
  });
});
