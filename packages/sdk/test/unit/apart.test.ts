import { describe, expect, it } from "vitest";
import { RAW } from "../../src/hook/raw.js";
import { compose, defineHook, type LlmCall, modify, type ToolOutcome } from "../../src/index.js";
import { dispatcherOf, llmCall, toolCall } from "./dispatcher-of.js";

type Writable<T> = { -readonly [Key in keyof T]: Writable<T[Key]> };

describe("a member's changes to the objects of a call", () => {
  it("do not reach the next member: a conversation", async () => {
    const shortening = defineHook({
      name: "shortening",
      beforeLlm(call) {
        for (const message of (call as Writable<LlmCall>).messages) message.content = message.content.slice(0, 1);
      },
    });
    const redacting = defineHook({
      name: "redacting",
      beforeLlm: ({ messages }) =>
        modify({ messages: messages.map((one) => ({ ...one, content: one.content.replace("SECRET", "***") })) }),
    });
    const { dispatcher } = await dispatcherOf(compose(shortening, redacting));
    const call = llmCall({ messages: [{ role: "user", content: "a SECRET" }] });
    expect(await dispatcher.ask("beforeLlm", call)).toEqual(modify({ messages: [{ role: "user", content: "a ***" }] }));
  });

  it("do not reach the next member: a result", async () => {
    const shortening = defineHook({
      name: "shortening",
      afterTool(call) {
        (call as Writable<ToolOutcome>).result.forLlm = "a";
      },
    });
    const redacting = defineHook({
      name: "redacting",
      afterTool: ({ result }) => modify({ result: result.forLlm.replace("SECRET", "***") }),
    });
    const { dispatcher } = await dispatcherOf(compose(shortening, redacting));
    const call = { ...toolCall("read"), result: { forLlm: "a SECRET" } };
    expect(await dispatcher.ask("afterTool", call)).toEqual(modify({ result: { forLlm: "a ***" } }));
  });

  it("keep the fields of a message that only its host knows", async () => {
    const spreading = (name: string) =>
      defineHook({ name, beforeLlm: ({ messages }) => modify({ messages: messages.map((one) => ({ ...one })) }) });
    const { dispatcher } = await dispatcherOf(compose(spreading("a"), spreading("b")));
    const message = { role: "user" as const, content: "hi", [RAW]: JSON.parse('{"odd":[1,{"__proto__":2}]}') };
    const outcome = await dispatcher.ask("beforeLlm", llmCall({ messages: [message] }));
    expect(outcome).toEqual(modify({ messages: [message] }));
  });

  it("copy no conversation that is not read", async () => {
    let read = 0;
    const call = {
      ...llmCall(),
      get messages() {
        read += 1;
        return [];
      },
    };
    const quiet = (name: string) =>
      defineHook({ name, beforeLlm: ({ model }) => modify({ model: `${model}-${name}` }) });
    const { dispatcher } = await dispatcherOf(compose(quiet("a"), quiet("b")));
    expect(await dispatcher.ask("beforeLlm", call)).toEqual(modify({ model: "m-a-b" }));
    expect(read).toBe(0);
  });
});
