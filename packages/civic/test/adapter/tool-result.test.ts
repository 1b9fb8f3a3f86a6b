import { describe, expect, it } from "vitest";
import { textOf, withText } from "../../src/adapter/tool-result.js";
import { text } from "./asking.js";

const picture = { type: "image", data: "aGk=", mimeType: "image/png" };

describe("the text of a result", () => {
  it.each([
    ["its texts", text("a", "b"), "a\nb"],
    ["nothing where it has none", {}, ""],
    [
      "the JSON of a resource",
      { content: [{ type: "resource", resource: { text: "x" } }] },
      '{"type":"resource","resource":{"text":"x"}}',
    ],
    ["the object that stands in no text", { ...text("a"), structuredContent: { b: 1 } }, 'a\n{"b":1}'],
    ["an object alone", { structuredContent: { b: 1 } }, '{"b":1}'],
    [
      "an object once, that is a text in another spelling",
      { ...text('{ "b": 1 }'), structuredContent: { b: 1 } },
      '{ "b": 1 }',
    ],
  ])("is %s", (_name, result, expected) => {
    expect(textOf(result)).toBe(expected);
  });
});

describe("a result with another text", () => {
  it("keeps pictures and what else it had", () => {
    const result = { content: [picture, ...text("a", "b").content], _meta: { x: 1 } };
    expect(withText(result, "c")).toEqual({ content: [picture, ...text("c").content], _meta: { x: 1 } });
  });

  it("has the object that its text now is", () => {
    const result = { ...text('{"key":"secret"}'), structuredContent: { key: "secret" } };
    expect(withText(result, '{"key":"***"}')).toEqual({ ...text('{"key":"***"}'), structuredContent: { key: "***" } });
  });

  it("has the object that the last line now is, where it stood in no text", () => {
    const result = { ...text("found it"), structuredContent: { key: "secret" } };
    expect(withText(result, 'found it\n{"key":"***"}')).toEqual({
      ...text("found it"),
      structuredContent: { key: "***" },
    });
  });

  it("has no object where the new text has none: the old one would show what was taken out", () => {
    const result = { ...text("found it"), structuredContent: { key: "secret" } };
    expect(withText(result, "nothing to see")).toEqual(text("nothing to see"));
    expect(withText({ structuredContent: { key: "secret" } }, "nothing")).toEqual(text("nothing"));
  });
});
