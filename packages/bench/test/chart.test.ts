import { describe, expect, test } from "vitest";
import { chart } from "../src/report/chart.js";
import { resultsOf } from "./results.js";

const FIGURES = {
  "j.snapshot": { bare: 50, "agent-hook": 55, "cc-hooks-ts": 60 },
  "a.p50": { bare: 30, "agent-hook": 36, python: 15, civic: 600 },
  "h.1000": { bare: 1000, "agent-hook": 500 },
};
const svg = chart(resultsOf(FIGURES));

/** Returns the texts of the chart from top to bottom, with their positions. */
function texts(of: string) {
  const drawn = [...of.matchAll(/<text(?: class="(\w+)")? x="([\d.]+)" y="([\d.]+)">([^<]*)<\/text>/g)];
  return drawn.map(([, style = "", x, y, text = ""]) => ({ style, x: Number(x), y: Number(y), text }));
}

describe("the chart", () => {
  test("has a bar for ours and for each measured peer, in the order of the measures", () => {
    const named = texts(svg).filter(({ style }) => ["", "ours", "peer"].includes(style));
    expect(named.map(({ text }) => text)).toEqual([
      "before_tool, continue",
      "1.20x agent-hook",
      "0.50x Python plugin",
      "20.00x Civic's hook",
      "time per call, 1,000 in flight",
      "2.00x agent-hook",
      "one call, start to exit",
      "1.10x agent-hook",
      "1.20x cc-hooks-ts",
    ]);
  });

  test("draws worse figures to the right of the floor's line and better ones to the left", () => {
    const floor = Number(/class="floor" x1="([\d.]+)"/.exec(svg)?.[1]);
    const bars = [...svg.matchAll(/<rect class="(?:own|bar)" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)].map(
      ([, x, width]) => ({ from: Number(x), to: Number(x) + Number(width) }),
    );
    const [ours, python, civic] = bars;
    expect(ours?.from).toBe(floor);
    expect(python?.to).toBeCloseTo(floor, 0);
    expect(python?.from).toBeLessThan(floor);
    expect(civic?.to).toBeGreaterThan(ours?.to as number);
  });

  test("has no overlapping texts and none outside the picture", () => {
    const width = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
    // Wider than any of the fonts renders it at 12 px.
    const boxes = texts(svg).map(({ style, x, y, text }) => {
      const wide = text.length * (style === "head" ? 11 : 7.5);
      const from = style === "tick" ? x - wide / 2 : x;
      return { text, from, to: from + wide, top: y - 12, bottom: y + 3 };
    });
    for (const one of boxes) {
      expect(one.to, one.text).toBeLessThan(width);
      const over = boxes.filter(
        (other) =>
          other !== one &&
          other.from < one.to &&
          one.from < other.to &&
          other.top < one.bottom &&
          one.top < other.bottom,
      );
      expect(over, one.text).toEqual([]);
    }
  });

  test("has a text description for screen readers", () => {
    expect(svg).toContain('role="img" aria-labelledby="title desc"');
    expect(svg).toContain("<title id=");
    expect(/<desc id="desc">(.*)<\/desc>/.exec(svg)?.[1]).toContain(
      "before_tool, continue: agent-hook 1.20x, Python plugin 0.50x, Civic's hook 20.00x.",
    );
  });

  test("escapes names that come from the machine", () => {
    expect(svg).toContain("CPU &lt;1&gt; &amp; co, Node 20.20.2");
    expect(svg).not.toContain("<1>");
  });

  test("leaves out measures without figures and measures without a floor", () => {
    const few = chart(resultsOf({ "a.p50": { "agent-hook": 36 }, c: { bare: 2, "agent-hook": 3 } }));
    expect(texts(few).filter(({ style }) => style === "ours")).toHaveLength(1);
  });
});
