import { pathToFileURL } from "node:url";
import { file } from "./configs.js";

/** What it does wrong. */
export type Wrong = "ignores-hooks" | "fails-open" | "loses-reasons" | "calls-no-model" | "hangs";

/** The text of a program that plays Claude Code, and writes into `seen` what it was given. */
export function fakeClaude(wrong: Wrong | undefined, seen: string): string {
  const player = JSON.stringify(pathToFileURL(file("packages/cli/test/hooks/fake-claude.mjs")).href);
  const args = [wrong, seen].map((one) => JSON.stringify(one) ?? "undefined").join(", ");
  return `#!${process.execPath}\nimport(${player}).then(({ play }) => play(${args}));\n`;
}
