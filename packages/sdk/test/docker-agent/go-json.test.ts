import { describe, expect, it } from "vitest";
import { executeHooks } from "../../src/hosts/docker-agent/simulate-executor.js";

const resultOf = (stdout: string, event = "pre_tool_use", version = "v1.123.0") =>
  executeHooks([{ stdout }], { version, event });
const messagesOf = (text: string) =>
  resultOf(`{"hook_specific_output":{"updated_messages":[${text}]}}`, "before_llm_call").updatedMessages;

describe("an answer is read as Go reads it", () => {
  it.each(["DECISION", "deciſion"])("a name matches in any case, as Unicode folds it: %s", (name) => {
    expect(resultOf(`{"${name}":"block"}`).allowed).toBe(false);
  });

  it.each(["decisión", "décision", "decision "])("another name is none: %s", (name) => {
    expect(resultOf(`{"${name}":"block"}`).allowed).toBe(true);
  });

  it("of a name that comes twice in different case, the last one counts", () => {
    expect(resultOf('{"decision":"block","Decision":"no"}').allowed).toBe(true);
    expect(resultOf('{"Decision":"no","decision":"block"}').allowed).toBe(false);
  });

  it("objects that come twice are merged", () => {
    const [first, second] = ['{"permission_decision":"deny"}', '{"permission_decision_reason":"no"}'];
    const { decision, decisionReason } = resultOf(`{"hook_specific_output":${first},"hook_specific_output":${second}}`);
    expect([decision, decisionReason]).toEqual(["deny", "no"]);
  });

  it("null changes nothing, and takes away an object", () => {
    expect(resultOf('{"decision":"block","decision":null}').allowed).toBe(false);
    const denied = '{"hook_specific_output":{"permission_decision":"deny"},"hook_specific_output":null}';
    expect(resultOf(denied).allowed).toBe(true);
  });

  it.each([
    ["a number that no float holds", '{"updated_input":{"n":1e999}}'],
    ["an integer with a fraction", '{"updated_messages":[{"usage":{"input_tokens":1.0}}]}'],
    ["an integer beyond 64 bits", '{"updated_messages":[{"usage":{"input_tokens":9223372036854775808}}]}'],
    ["a signature that is no base64", '{"updated_messages":[{"thought_signature":"a!"}]}'],
    ["a byte with a fraction", '{"updated_messages":[{"thought_signature":[1.0]}]}'],
    ["a byte with an exponent", '{"updated_messages":[{"thought_signature":[1e1]}]}'],
    ["metadata that is no text", '{"metadata":{"k":1}}'],
  ])("%s anywhere spoils the deny beside it", (_, specific) => {
    const answer = (more: string) => `{"decision":"block","hook_specific_output":${more}}`;
    expect(resultOf(answer("{}")).allowed).toBe(false);
    expect(resultOf(answer(specific)).allowed).toBe(true);
  });

  it("what only the newer version knows may have any type in the older one", () => {
    const answer = '{"decision":"block","hook_specific_output":{"metadata":{"k":1}}}';
    expect(resultOf(answer, "pre_tool_use", "v1.58.0").allowed).toBe(false);
  });

  it.each([
    ["a no-break space", "\u00a0", false],
    ["a next line", "\u0085", false],
    ["a byte order mark", "\ufeff", true],
    ["a zero-width space", "\u200b", true],
  ])("%s before the object is or is not white space to Go", (_, space, allowed) => {
    expect(resultOf(`${space}{"decision":"block"}`).allowed).toBe(allowed);
  });

  it("a key called __proto__ is a key", () => {
    const { modifiedInput } = resultOf('{"hook_specific_output":{"updated_input":{"__proto__":{"a":1}}}}');
    expect(Object.entries(modifiedInput ?? {})).toEqual([["__proto__", { a: 1 }]]);
  });

  it("half a surrogate pair is replaced, in texts, keys and anything else", () => {
    const { modifiedInput, decisionReason } = resultOf(
      '{"hook_specific_output":{"permission_decision":"ask","permission_decision_reason":"a\\ud800b",' +
        '"updated_input":{"\\udc00":["\\ud83d\\ude00\\ud83d"]}}}',
    );
    expect(decisionReason).toBe("a\ufffdb");
    expect(modifiedInput).toEqual({ "\ufffd": ["\u{1f600}\ufffd"] });
  });

  it("messages lose what the host does not know, and get what it always writes", () => {
    expect(messagesOf('{"content":"x","future":1,"tool_calls":[{"id":"c"}]}, null')).toEqual([
      { role: "", content: "x", tool_calls: [{ id: "c", type: "", function: {} }] },
      { role: "", content: "" },
    ]);
  });

  it("signatures keep their bytes", () => {
    expect(messagesOf('{"thought_signature":"aGk="},{"thought_signature":[104,105]}')).toMatchObject([
      { thought_signature: "aGk=" },
      { thought_signature: "aGk=" },
    ]);
  });
});
