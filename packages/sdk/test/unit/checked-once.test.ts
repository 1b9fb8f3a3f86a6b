import { describe, expect, it } from "vitest";
import type { Schema } from "../../src/hook/schema.js";
import { approve, compose, defineHook, defineTool, modify, reject } from "../../src/index.js";
import { dispatcherOf, llmCall, toolCall } from "./dispatcher-of.js";

/** Returns a function that gives `first` the given number of times, then something else. */
function turning<T>(first: T, times: number, then: T) {
  let reads = 0;
  return () => (reads++ < times ? first : then);
}

const READS = [1, 2, 3, 4, 5, 6, 7, 8];
const FORMS: Readonly<Record<string, (times: number) => unknown>> = {
  "a getter": (times) =>
    Object.defineProperty({ reason: "no" }, "action", { get: turning("deny", times, "approve"), enumerable: true }),
  "a getter of its class": (times) => {
    const get = turning("deny", times, "approve");
    return new (class {
      readonly reason = "no";
      get action() {
        return get();
      }
    })();
  },
  "a proxy": (times) => {
    const action = turning("deny", times, "approve");
    return new Proxy(reject("no"), { get: (target, key) => (key === "action" ? action() : Reflect.get(target, key)) });
  },
  "a proxy that describes another field": (times) => {
    const value = turning("deny", times, "approve");
    const field = () => ({ value: value(), enumerable: true, configurable: true, writable: true });
    return new Proxy({ action: "deny", reason: "no" }, { getOwnPropertyDescriptor: field });
  },
};
const any = (value: unknown) => value as never;
const input: Schema<Record<string, unknown>, Record<string, unknown>> = {
  "~standard": { version: 1, vendor: "test", validate: (value) => ({ value: value as Record<string, unknown> }) },
};

describe.each(Object.entries(FORMS))("a decision that changes when it is read again: %s", (_form, make) => {
  it("of approveTool approves nothing", async () => {
    for (const times of READS) {
      const guard = defineHook({ name: "guard", approveTool: () => any(make(times)) });
      for (const hook of [guard, compose(guard, defineHook({ name: "other", approveTool: approve }))]) {
        const { dispatcher } = await dispatcherOf(hook);
        expect(await dispatcher.ask("approveTool", toolCall("exec")), `${times}`).toMatchObject({ action: "deny" });
        expect(await dispatcher.askToolCall(toolCall("exec")), `${times}`).toMatchObject({ action: "deny" });
      }
    }
  });

  it("of a tool's approve approves nothing", async () => {
    for (const times of READS) {
      const approves = () => any(make(times));
      const schema = any({ "~standard": { ...input["~standard"], jsonSchema: { input: () => ({ type: "object" }) } } });
      const tool = defineTool({ name: "t", description: "d", input: schema, approve: approves, run: () => "ran" });
      const { dispatcher } = await dispatcherOf(defineHook({ name: "guard", tools: [tool] }));
      expect(await dispatcher.ask("beforeTool", toolCall("t", {}, "t")), `${times}`).toMatchObject({ action: "deny" });
    }
  });

  it("of beforeTool allows nothing", async () => {
    for (const times of READS) {
      const decision = () => any(make(times));
      const { dispatcher } = await dispatcherOf(
        defineHook({ name: "guard", onFailure: "block", beforeTool: decision, approveTool: approve }),
      );
      expect(await dispatcher.askToolCall(toolCall("exec")), `${times}`).toMatchObject({ action: "deny" });
    }
  });
});

describe("a decision", () => {
  it("keeps its value, whatever its author changes later", async () => {
    const patch = { arguments: { path: ["a"] } };
    const { dispatcher } = await dispatcherOf(
      defineHook({
        name: "guard",
        beforeTool: () => modify(patch),
        approveTool: ({ arguments: args }) => {
          (patch.arguments.path as string[])[0] = "b";
          return JSON.stringify(args) === '{"path":["a"]}' ? approve() : reject("no");
        },
      }),
    );
    expect(await dispatcher.askToolCall(toolCall("exec"))).toEqual(modify({ arguments: { path: ["a"] } }));
    const asked = await dispatcher.ask("beforeTool", toolCall("exec"));
    patch.arguments.path[0] = "c";
    expect(asked).toEqual(modify({ arguments: { path: ["b"] } }));
  });

  it("has a reason for a host that cannot make the change only in beforeTool, and it is not blank", async () => {
    const lowCost = { ...modify({ model: "small" }), otherwise: "use a small model" };
    const blank = { ...modify({ arguments: {} }), otherwise: " " };
    const { dispatcher, stderr } = await dispatcherOf(
      defineHook({ name: "strict", beforeLlm: () => any(lowCost), beforeTool: () => blank }),
    );
    expect(await dispatcher.ask("beforeLlm", llmCall())).toBeUndefined();
    expect(await dispatcher.ask("beforeTool", toolCall("exec"))).toBeUndefined();
    expect(stderr.join("")).toContain('beforeLlm returned a modify with unknown key "otherwise"');
    expect(stderr.join("")).toContain("otherwise: expected text that is not blank");
  });
});
