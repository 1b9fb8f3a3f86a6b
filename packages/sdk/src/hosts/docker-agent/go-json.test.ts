import { describe, expect, it } from "vitest";
import { executeHooks } from "./simulate-executor.js";

const resultOf = (stdout: string, event = "pre_tool_use", version = "v1.123.0") =>
  executeHooks([{ stdout }], { version, event });
const messagesOf = (text: string) =>
  resultOf(`{"hook_specific_output":{"updated_messages":[${text}]}}`, "before_llm_call").updatedMessages;

describe("reading an answer as Go does", () => {
  it.each(["DECISION", "deciſion"])("matches a name in any case, with Unicode's folding: %s", (name) => {
    expect(resultOf(`{"${name}":"block"}`).allowed).toBe(false);
  });

  it.each(["decisión", "décision", "decision "])("ignores other names: %s", (name) => {
    expect(resultOf(`{"${name}":"block"}`).allowed).toBe(true);
  });

  it("takes the last of two names that differ in case", () => {
    expect(resultOf('{"decision":"block","Decision":"no"}').allowed).toBe(true);
    expect(resultOf('{"Decision":"no","decision":"block"}').allowed).toBe(false);
  });

  it("merges objects that come twice", () => {
    const [first, second] = ['{"permission_decision":"deny"}', '{"permission_decision_reason":"no"}'];
    const { decision, decisionReason } = resultOf(`{"hook_specific_output":${first},"hook_specific_output":${second}}`);
    expect([decision, decisionReason]).toEqual(["deny", "no"]);
  });

  it("ignores null for a value, and removes an object for it", () => {
    expect(resultOf('{"decision":"block","decision":null}').allowed).toBe(false);
    const denied = '{"hook_specific_output":{"permission_decision":"deny"},"hook_specific_output":null}';
    expect(resultOf(denied).allowed).toBe(true);
  });

  it.each([
    ["a number that no float holds", '{"updated_input":{"n":1e999}}'],
    ["an integer with a fraction", '{"updated_messages":[{"usage":{"input_tokens":1.0}}]}'],
    ["an integer beyond 64 bits", '{"updated_messages":[{"usage":{"input_tokens":9223372036854775808}}]}'],
    ["a signature that is not base64", '{"updated_messages":[{"thought_signature":"a!"}]}'],
    ["a byte with a fraction", '{"updated_messages":[{"thought_signature":[1.0]}]}'],
    ["a byte with an exponent", '{"updated_messages":[{"thought_signature":[1e1]}]}'],
    ["metadata that is not a text", '{"metadata":{"k":1}}'],
  ])("drops a denial together with %s", (_, specific) => {
    const answer = (more: string) => `{"decision":"block","hook_specific_output":${more}}`;
    expect(resultOf(answer("{}")).allowed).toBe(false);
    expect(resultOf(answer(specific)).allowed).toBe(true);
  });

  it("accepts any type for a field that only a newer version knows", () => {
    const answer = '{"decision":"block","hook_specific_output":{"metadata":{"k":1}}}';
    expect(resultOf(answer, "pre_tool_use", "v1.58.0").allowed).toBe(false);
  });

  it.each([
    ["a no-break space", "\u00a0", false],
    ["a next line", "\u0085", false],
    ["a byte order mark", "\ufeff", true],
    ["a zero-width space", "\u200b", true],
  ])("knows whether Go treats %s before the object as white space", (_, space, allowed) => {
    expect(resultOf(`${space}{"decision":"block"}`).allowed).toBe(allowed);
  });

  it("accepts a key called __proto__", () => {
    const { modifiedInput } = resultOf('{"hook_specific_output":{"updated_input":{"__proto__":{"a":1}}}}');
    expect(Object.entries(modifiedInput ?? {})).toEqual([["__proto__", { a: 1 }]]);
  });

  it("replaces half a surrogate pair in texts and keys", () => {
    const { modifiedInput, decisionReason } = resultOf(
      '{"hook_specific_output":{"permission_decision":"ask","permission_decision_reason":"a\\ud800b",' +
        '"updated_input":{"\\udc00":["\\ud83d\\ude00\\ud83d"]}}}',
    );
    expect(decisionReason).toBe("a\ufffdb");
    expect(modifiedInput).toEqual({ "\ufffd": ["\u{1f600}\ufffd"] });
  });

  it("removes unknown fields of messages, and adds those that the host always writes", () => {
    expect(messagesOf('{"content":"x","future":1,"tool_calls":[{"id":"c"}]}, null')).toEqual([
      { role: "", content: "x", tool_calls: [{ id: "c", type: "", function: {} }] },
      { role: "", content: "" },
    ]);
  });

  it("keeps the bytes of signatures", () => {
    expect(messagesOf('{"thought_signature":"aGk="},{"thought_signature":[104,105]}')).toMatchObject([
      { thought_signature: "aGk=" },
      { thought_signature: "aGk=" },
    ]);
  });
});
