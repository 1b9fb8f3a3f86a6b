import { defineHook, deny, modify, reject } from "@agent-hook/sdk";
import { describe, expect, it } from "vitest";
import { createPicoClawHost, type PortableInput, toWireMessage, type WireMessage } from "../../src/testing.js";

const heard: unknown[] = [];
const hook = defineHook({
  name: "h",
  beforeLlm: () => modify({ model: "other" }),
  afterLlm: ({ content }) => modify({ content: `${content}!` }),
  beforeTool: ({ tool }) => deny(tool),
  approveTool: ({ tool }) => reject(tool),
  afterTool: () => modify({ result: "new" }),
  onEvent: (event) => void heard.push(event.kind),
});

describe("a wire message", () => {
  const cases: {
    readonly [P in keyof PortableInput]: readonly [input: PortableInput[P], outcome: object | undefined];
  } = {
    beforeLlm: [{}, { outcome: "continue", request: { model: "other" } }],
    afterLlm: ["hi", { outcome: "continue", response: { content: "hi!" } }],
    beforeTool: [{ tool: "exec" }, { outcome: "denied", point: "beforeTool", reason: "exec" }],
    approveTool: [{ tool: "exec" }, { outcome: "denied", point: "approveTool", reason: "exec" }],
    afterTool: [
      { tool: "exec", result: "old" },
      { outcome: "continue", result: { for_llm: "new" } },
    ],
    onEvent: [{ kind: "agent.turn.end" }, undefined],
  };

  it.each(Object.entries(cases))("at %s is built from an input and sent", async (point, [input, outcome]) => {
    await using host = createPicoClawHost(hook);
    const said = toWireMessage("v0.2.9", point as keyof PortableInput, input);
    const asked = await host.send(said);
    if (outcome === undefined) expect(asked).toBeUndefined();
    else expect(asked).toMatchObject({ ...outcome, failures: [], reports: [] });
  });

  it("reports an event", async () => {
    await using host = createPicoClawHost(hook);
    heard.length = 0;
    await host.send(toWireMessage("v0.2.9", "onEvent", { kind: "agent.error" }));
    expect(heard).toEqual(["error"]);
  });

  it("has the fields of its version", () => {
    expect(toWireMessage("v0.2.6", "beforeTool", { tool: "exec" }).params).toHaveProperty("channel");
    expect(toWireMessage("v0.2.9", "beforeTool", { tool: "exec" }).params).toHaveProperty("context.inbound.channel");
  });

  it("has no unknown field", () => {
    const misspelt = { tol: "exec" } as unknown as PortableInput["beforeTool"];
    expect(() => toWireMessage("v0.2.9", "beforeTool", misspelt)).toThrow('unknown key "tol" (did you mean "tool"?)');
  });

  it("reaches the hook unchanged, including fields of a later host", async () => {
    let raw: unknown;
    const said: WireMessage = { method: "hook.before_tool", params: { tool: "exec", arguments: {}, new_in_v1: [1] } };
    const listening = defineHook({
      name: "listening",
      beforeTool: (call) => {
        raw = call.raw;
      },
    });
    await using host = createPicoClawHost(listening);
    expect(await host.send(said)).toMatchObject({ outcome: "continue", tool: "exec" });
    expect(raw).toEqual(said.params);
  });
});
