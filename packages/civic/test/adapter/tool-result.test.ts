import { describe, expect, it } from "vitest";
import { textOf, withText } from "../../src/adapter/tool-result.js";
import { text } from "./asking.js";

const picture = { type: "image", data: "aGk=", mimeType: "image/png" };

describe("the text of a result", () => {
  const resource = (text: string) => ({ content: [{ type: "resource", resource: { uri: "f:a", text } }] });

  it.each([
    ["its texts", text("a", "b"), "a\nb"],
    ["nothing where it has none", {}, ""],
    [
      "of a resource its text, and the JSON of what else it has",
      resource("x"),
      'x\n{"type":"resource","resource":{"uri":"f:a"}}',
    ],
    ["the object that stands in no text", { ...text("a"), structuredContent: { b: 1 } }, 'a\n{"b":1}'],
    ["an object alone", { structuredContent: { b: 1 } }, '{"b":1}'],
    [
      "an object once, that is a text as JSON is written",
      { ...text('{\n  "b": 1\n}'), structuredContent: { b: 1 } },
      '{\n  "b": 1\n}',
    ],
    [
      "an object and a text that says it in another spelling",
      { ...text('{"k":"s\\/ecret"}'), structuredContent: { k: "s/ecret" } },
      '{"k":"s\\/ecret"}\n{"k":"s/ecret"}',
    ],
    [
      "texts of an object as they are, where JSON writes them otherwise",
      { structuredContent: { env: 'A="1"\nB=2' } },
      '{"env":"A=\\"1\\"\\nB=2"}\nA="1"\nB=2',
    ],
    ["what MCP does not know", { ...text("a"), toolResult: "b" }, 'a\n{"toolResult":"b"}'],
  ])("is %s", (_name, result, expected) => {
    expect(textOf(result)).toBe(expected);
  });
});

describe("a result with a changed text", () => {
  it("keeps images and the proxy's session fields, and drops what no handler saw", () => {
    const noted = { ...picture, _meta: { note: "b" }, annotations: { audience: ["user"] } };
    const result = {
      content: [noted, ...text("a", "b").content],
      _meta: { note: "b", timestamp: "now" },
      toolResult: "b",
      isError: true,
    };
    expect(withText(result, "c")).toEqual({
      content: [picture, ...text("c").content],
      _meta: { timestamp: "now" },
      isError: true,
    });
  });

  it("has the object that is now in its text", () => {
    const result = { ...text('{"key":"secret"}'), structuredContent: { key: "secret" } };
    expect(withText(result, '{"key":"***"}')).toEqual({ ...text('{"key":"***"}'), structuredContent: { key: "***" } });
  });

  it("has the object that is now in its JSON line, whatever follows it", () => {
    const result = { ...text("found it"), structuredContent: { key: "secret" } };
    expect(withText(result, 'found it\n{"key":"***"}\n(checked)')).toEqual({
      ...text("found it\n(checked)"),
      structuredContent: { key: "***" },
    });
  });

  it("does not take over another object from its text", () => {
    const result = { ...text('a\n{"x":1}'), structuredContent: { y: 2 } };
    expect(withText(result, 'a\n{"x":1}')).toEqual(text('a\n{"x":1}'));
  });

  it("drops the object if the new text has none, since the old one would reveal what was removed", () => {
    const result = { ...text("found it"), structuredContent: { key: "secret" } };
    expect(withText(result, "nothing to see")).toEqual(text("nothing to see"));
    expect(withText({ structuredContent: { key: "secret" } }, "nothing")).toEqual(text("nothing"));
    const lines = { structuredContent: { env: "A=1\nB=2" } };
    expect(withText(lines, textOf(lines).replace(/^B=.*$/m, "B=*"))).not.toHaveProperty("structuredContent");
  });

  const PEM = "-----BEGIN KEY-----\nMII\n-----END KEY-----";
  it.each([
    ["structured content", { structuredContent: { key: PEM } }],
    ["structured content and its text", { ...text(JSON.stringify({ key: PEM })), structuredContent: { key: PEM } }],
    ["what MCP does not know", { toolResult: { key: PEM } }],
    ["a link", { content: [{ type: "resource_link", uri: "f:a", description: PEM }] }],
    ["a block that MCP does not know", { content: [{ type: "x", values: [{ text: PEM }] }] }],
    ["what stands beside a text", { content: [{ type: "text", text: "a", _meta: { note: PEM } }] }],
  ])("has no removed text in any spelling: %s", (_name, result) => {
    const shown = textOf(result);
    expect(shown).toContain(PEM);
    const written = withText(result, shown.replaceAll(PEM, "***"));
    expect(JSON.stringify(written)).not.toContain("MII");
  });
});
