import { inspect } from "node:util";
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

const failedAtRequest = {
  resultType: "respond",
  response: {
    content: [
      {
        type: "text",
        text: expect.stringMatching(
          /^hook "blocker" threw an error at \S+ \(id \w+\); to find out why, look for this id on the hook's stderr$/,
        ),
      },
    ],
    isError: true,
  },
};

describe("an instance of a hook class", () => {
  it("is recognised, and one of our hooks is not", () => {
    expect(isCivicHook(new Blocker())).toBe(true);
    expect(isCivicHook({ name: "partial", processNotification: async () => {} })).toBe(true);
    expect(isCivicHook({ name: "ours", beforeTool: () => {} })).toBe(false);
    expect(isCivicHook(undefined)).toBe(false);
    expect(isCivicHook(Blocker)).toBe(true);
    expect(isCivicHook(() => {})).toBe(false);
  });

  it("is recognised even if its methods are misspelt", () => {
    class Misspelt {
      name = "misspelt";
      processToolCallRequest() {}
    }
    class Ours {
      name = "ours";
      beforeTool() {}
      processLater() {}
    }
    expect(isCivicHook(new Misspelt())).toBe(true);
    expect(isCivicHook(new Ours())).toBe(false);
  });

  it("is rejected as a class, without its own methods, and with misspelt ones", () => {
    class Empty extends AbstractHook {
      readonly name = "empty";
    }
    class Misspelt extends Blocker {
      processToolCallResponse() {}
    }
    expect(() => asNative(Blocker as never)).toThrow("serveCivic: expected an instance of a Civic hook, got a class");
    expect(() => asNative(new Empty())).toThrow(/^serveCivic: .*"empty" has none of its own/);
    expect(() => asNative(new Misspelt())).toThrow(
      /^serveCivic: .*processToolCallResponse \(did you mean "processCallToolResult"\?\)/,
    );
  });

  it("is called with its own `this` and its parameters in order", async () => {
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

  it("has a handler for each of its own methods, and for no inherited pass-through", () => {
    expect(Object.keys(asNative(new Blocker()).native?.civic ?? {})).toEqual(["processCallToolRequest"]);
  });

  it("continues where it has no method", async () => {
    const { ask } = await asking(asNative({ name: "partial", processNotification: async () => {} } as never));
    expect(await ask("processCallToolRequest", request("a"))).toMatchObject({ resultType: "continue" });
  });

  it("denies by throwing: the client gets its message without a stack or words that it would take for consent", async () => {
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

  it("may deny as in versions before 0.9.0", async () => {
    const { ask } = await asking(asNative(new Blocker()));
    expect(await ask("processCallToolRequest", request("old"))).toMatchObject({
      resultType: "abort",
      error: { message: "old refusal", data: { a: 1 } },
    });
  });

  it("that answers undefined fails: the client gets a general message, and the log what was expected", async () => {
    const { ask, log } = await asking(asNative(new Blocker()));
    expect(await ask("processCallToolRequest", request("nothing"))).toMatchObject(failedAtRequest);
    expect(log.join("")).toContain('hook "blocker" answered processCallToolRequest with undefined: return {');
  });

  it.each([
    new TypeError("Cannot read properties of undefined (reading 'secret')"),
    Object.assign(new Error("ENOENT: no such file or directory, open '/secret'"), { code: "ENOENT" }),
    "a secret",
    { secret: 1 },
    new DOMException("aborted at /secret", "AbortError"),
  ])("that throws %o fails: the client gets a general message, and the log everything", async (thrown) => {
    const processCallToolRequest = () => Promise.reject(thrown);
    const { ask, log } = await asking(asNative({ name: "blocker", processCallToolRequest } as never));
    expect(await ask("processCallToolRequest", request("a"))).toMatchObject(failedAtRequest);
    const shown = thrown instanceof Error ? thrown.stack : inspect(thrown, { breakLength: Number.POSITIVE_INFINITY });
    expect(log.join("")).toContain(shown);
  });

  it("that also has this SDK's handlers is rejected: they would never be called", async () => {
    const both = Object.assign(new Blocker(), { beforeTool: () => undefined });
    expect(() => asNative(both)).toThrow('"blocker" has methods of a Civic hook and beforeTool');
  });

  it("may have helpers with names similar to its own methods", () => {
    class Helped extends Blocker {
      processRequest() {}
      onEvent() {}
    }
    expect(asNative(new Helped()).name).toBe("blocker");
  });
});
