import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { printedLines } from "../../src/serve/resident/call-output.js";

/** Prints the lines as the launcher does. */
function shown(lines: string): string {
  const text = lines.replaceAll(/^\||\n/gm, "");
  return execFileSync("/bin/sh", ["-c", 'printf %b "$1"', "sh", text], { encoding: "latin1" });
}

it("passes on every byte", () => {
  const bytes = Buffer.from(Array.from({ length: 255 }, (_, at) => at + 1));
  expect(shown(printedLines(bytes, ""))).toBe(bytes.toString("latin1"));
});

it("formats lines that a shell splits quickly, and few of them before a long document", () => {
  const printed = Buffer.alloc(1e6, '"x\n');
  const lines = printedLines(printed, "{}").split("\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(200);
  expect(lines.length).toBeLessThan(1000);
  expect(printedLines(printed, "x".repeat(1e6)).split("\n").length).toBeLessThan(5);
  expect(printedLines(Buffer.alloc(0), "{}")).toBe("");
});
