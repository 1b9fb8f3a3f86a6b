import { pathToFileURL } from "node:url";
import { file } from "./configs.js";

/** What the fake program does wrong. */
export type ClaudeFault =
  | "ignores-hooks"
  | "ignores-mods"
  | "fails-open"
  | "loses-reasons"
  | "calls-no-model"
  | "hangs";

/** Returns the text of a program that simulates Claude Code and writes its input to `seen`. */
export function fakeClaude(fault: ClaudeFault | undefined, seen: string): string {
  const player = JSON.stringify(pathToFileURL(file("packages/cli/test/hooks/fake-claude.mjs")).href);
  const args = [fault, seen].map((one) => JSON.stringify(one) ?? "undefined").join(", ");
  return `#!${process.execPath}\nimport(${player}).then(({ play }) => play(${args}));\n`;
}
