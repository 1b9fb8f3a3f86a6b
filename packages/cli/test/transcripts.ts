import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TranscriptEntry } from "@agent-hook/testing";
import { folder } from "./temporary-folder.js";

/** A call of a host. */
export function call(id: number, method = "hook.before_tool"): TranscriptEntry {
  return { from: "host", message: { jsonrpc: "2.0", id, method, params: { tool: "exec", arguments: {} } } };
}

/** What a hook answered. */
export function answer(id: number, result: object): TranscriptEntry {
  return { from: "hook", message: { jsonrpc: "2.0", id, result } };
}

/** Hello, and what the scripted hook answers it. */
export const HELLO: readonly [TranscriptEntry, TranscriptEntry] = [
  call(1, "hook.hello"),
  answer(1, { name: "scripted" }),
];

type Line = string | TranscriptEntry | readonly TranscriptEntry[];

/** The path of a new transcript with these lines, in a folder of its own. */
export function recording(...lines: readonly Line[]): string {
  const path = join(folder(), "session.jsonl");
  const texts = lines.flat().map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  // A text at the end may be half a line.
  const end = texts.length === 0 || typeof lines.at(-1) === "string" ? "" : "\n";
  writeFileSync(path, `${texts.join("\n")}${end}`);
  return path;
}
