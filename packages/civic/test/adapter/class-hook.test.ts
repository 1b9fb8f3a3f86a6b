import { describe, expect, it } from "vitest";
import { asNative, isCivicHook } from "../../src/adapter/class-hook.js";
import { AbstractHook, HookChainError } from "../../src/index.js";
import { asking, request, result, text } from "./asking.js";

class Blocker extends AbstractHook {
  readonly reasons = ["deletes are not implemented here"];
  get name() {
    return "blocker";
  }
  override async processCallToolRequest(call: Parameters<AbstractHook["processCallToolRequest"]>[0]) {
    if (call.params.name === "delete") throw new Error(this.reasons[0]);
    if (call.params.name === "limit") throw new HookChainError(-32005, "too many", { retryAfter: 5 });
    if (call.params.name === "nothing") return undefined as never;
    if (call.params.name === "old") return { resultType: "abort" as const, reason: "old refusal", body: { a: 1 } };
    return {
      resultType: "continue" as const,
      request: { ...call, params: { ...call.params, arguments: { seen: true } } },
    };
  }
}

describe("an instance of a hook class", () => {
  it("is told from a hook of ours", () => {
    expect(isCivicHook(new Blocker())).toBe(true);
    expect(isCivicHook({ name: "partial", processNotification: async () => {} })).toBe(true);
    expect(isCivicHook({ name: "ours", beforeTool: () => {} })).toBe(false);
    expect(isCivicHook(undefined)).toBe(false);
  });

  it("is called with its own `this` and the parameters in their order", async () => {
    const seen: unknown[] = [];
    const hook = {
      name: "partial",
      async processCallToolResult(this: { name: string }, ...parameters: unknown[]) {
        seen.push(this.name, ...parameters);
        return { resultType: "continue", response: parameters[0] };
      },
    };
    const { ask } = await asking(asNative(hook as never));
    const input = result(text("a"));
    expect(await ask("processCallToolResult", input)).toEqual({ resultType: "continue", response: text("a") });
    expect(seen).toEqual(["partial", input.response, input.originalCallToolRequest, input.originalRequestExtra]);
  });

  it("goes on where it has no method", async () => {
    const { ask } = await asking(asNative({ name: "partial", processNotification: async () => {} } as never));
    expect(await ask("processCallToolRequest", request("a"))).toMatchObject({ resultType: "continue" });
  });

  it("refuses by throwing: its text goes out without the words that clients take for consent, and without a stack", async () => {
    const { ask } = await asking(asNative(new Blocker()));
    expect(await ask("processCallToolRequest", request("delete"))).toEqual({
      resultType: "abort",
      error: { code: -32603, message: "deletes are not provided here" },
    });
    expect(await ask("processCallToolRequest", request("limit"))).toEqual({
      resultType: "abort",
      error: { code: -32005, message: "too many", data: { retryAfter: 5 } },
    });
  });

  it("may refuse as versions before 0.9.0 did", async () => {
    const { ask } = await asking(asNative(new Blocker()));
    expect(await ask("processCallToolRequest", request("old"))).toMatchObject({
      resultType: "abort",
      error: { message: "old refusal", data: { a: 1 } },
    });
  });

  it("that answers nothing is an error: the stock proxy takes it for one, too", async () => {
    const { ask } = await asking(asNative(new Blocker()));
    expect(await ask("processCallToolRequest", request("nothing"))).toMatchObject({
      resultType: "abort",
      error: { message: expect.stringContaining("answered processCallToolRequest with undefined") },
    });
  });
});
