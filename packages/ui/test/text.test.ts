import { describe, expect, test } from "vitest";
import { blocksOf } from "../src/blocks.js";
import { changedLines } from "../src/changed-lines.js";
import { visibleLine, visibleLines, visibleParts } from "../src/visible-text.js";

describe("texts of a call", () => {
  test.each([
    ["a terminal's escape", "\u001b[31m", "\\u001b[31m"],
    ["a direction override", "a\u202eb", "a\\u202eb"],
    ["an isolate", "\u2066", "\\u2066"],
    ["a space without width", "\u200b", "\\u200b"],
    ["a tag, which a model may read", "\u{e0041}", "\\udb40\\udc41"],
    ["a variation selector, which can hide data", "x\ufe0f\u{e0101}", "x\\ufe0f\\udb40\\udd01"],
    ["an invisible letter", "\u3164\u115f\u2800", "\\u3164\\u115f\\u2800"],
    ["half of a character", "\ud800", "\\ud800"],
    ["a line separator", "\u2028", "\\u2028"],
    ["an ordinary text", "Ünï 漢字 🙂 <b>", "Ünï 漢字 🙂 <b>"],
  ])("%s is visible", (_, text, shown) => {
    expect(visibleLine(text)).toBe(shown);
    expect(visibleLines(text)).toBe(shown);
    for (const keepsLines of [true, false]) {
      expect(
        visibleParts(text, keepsLines)
          .map((part) => part.text)
          .join(""),
      ).toBe(shown);
    }
  });

  test("line breaks and tabs stay in a text of several lines, and are escaped in a line", () => {
    expect(visibleLines("a\n\tb\r\n")).toBe("a\n\tb\\u000d\n");
    expect(visibleLine("a\n\tb")).toBe("a\\u000a\\u0009b");
    expect(visibleParts("a\n\u0007\tb", true)).toEqual([
      { text: "a", isEscape: false },
      { text: "\n", isEscape: false },
      { text: "\\u0007", isEscape: true },
      { text: "\t", isEscape: false },
      { text: "b", isEscape: false },
    ]);
  });

  test.each([
    ["one line", "x".repeat(100_000)],
    ["lines", "line\n".repeat(20_000)],
    ["pairs", "🙂".repeat(50_000)],
    ["nothing", ""],
  ])("blocks of a long text are the whole text, and no block is much longer than the others: %s", (_, text) => {
    const blocks = blocksOf(text);
    expect(blocks.join("")).toBe(text);
    for (const block of blocks) {
      expect(block.length).toBeLessThanOrEqual(16_384);
      expect(block).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
    }
  });
});

describe("the call before and after", () => {
  const lines = (before: string, after: string) => changedLines(before, after)?.map((set) => [...set]);

  test("only the lines that differ are marked", () => {
    expect(lines("a\nb\nc", "a\nx\nc\nd")).toEqual([[1], [1, 3]]);
    expect(lines("a", "a")).toEqual([[], []]);
    expect(lines('{\n"a": 1\n}', '{\n"a": 1,\n"b": 2\n}')).toEqual([[], [2]]);
    expect(lines("a\na", "a")).toEqual([[1], []]);
  });

  test("long texts are shown without marks", () => {
    expect(changedLines("a\n".repeat(1000), "b\n".repeat(1000))).toBeUndefined();
  });
});
