import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Picture, renderSvg } from "../../../scripts/demo/svg.js";

const picture = (texts: readonly string[]): Picture => ({
  title: "A title",
  description: "A description",
  columns: 10,
  panes: [{ label: "a terminal", rows: 1 }],
  frames: texts.map((text) => ({ durationMs: 1000, lines: [[{ column: 0, columns: text.length, text }]] })),
});

describe("the picture of a recorded session", () => {
  test("plays its frames in order, begins with the last one, and shows the last one where nothing moves", () => {
    const svg = renderSvg(picture(["one", "two", "one"]));
    const [, height = ""] = /viewBox="0 0 \d+ (\d+)"/.exec(svg) ?? [];
    const at = (frame: number) => `transform:translateY(${-frame * Number(height)}px)`;
    expect(svg).toContain(`#strip{${at(2)}}`);
    expect(svg).toContain(`0.00%{${at(0)}}33.33%{${at(1)}}66.67%{${at(2)}}`.replaceAll("-0px", "0px"));
    expect(svg).toMatch(/@media \(prefers-reduced-motion:no-preference\)\{#strip\{animation:play 3\.0s -1\.5s step-end/);
  });

  test("draws a line that repeats once, and escapes its text", () => {
    const svg = renderSvg(picture(["a <b> & c", "two", "a <b> & c"]));
    expect(svg.split("a &lt;b> &amp; c")).toHaveLength(2);
    expect(svg.match(/<use /g)).toHaveLength(3);
  });

  test("the one in the docs is small, describes itself, and loads and runs nothing", () => {
    const svg = readFileSync(new URL("../../../docs/public/killed-hook.svg", import.meta.url), "utf8");
    expect(Buffer.byteLength(svg)).toBeLessThan(150_000);
    expect(svg).toMatch(/<title id="title">[^<]+<\/title>\n<desc id="desc">[^<]+<\/desc>/);
    expect(svg).toContain("prefers-reduced-motion");
    expect(svg).not.toMatch(/<script|<foreignObject|<image|@import|@font-face|url\(|\son\w+=|href="[^#]/);
  });
});
