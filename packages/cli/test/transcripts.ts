import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TranscriptEntry } from "@agent-hook/testing";
import { folder } from "./temporary-folder.js";

/** Returns a host's call. */
export function call(id: number, method = "hook.before_tool"): TranscriptEntry {
  return { from: "host", message: { jsonrpc: "2.0", id, method, params: { tool: "exec", arguments: {} } } };
}

/** Returns a hook's answer. */
export function answer(id: number, result: object): TranscriptEntry {
  return { from: "hook", message: { jsonrpc: "2.0", id, result } };
}

/** The handshake and the scripted hook's answer. */
export const HELLO: readonly [TranscriptEntry, TranscriptEntry] = [
  call(1, "hook.hello"),
  answer(1, { name: "scripted" }),
];

type Line = string | TranscriptEntry | readonly TranscriptEntry[];

/** Writes a transcript with these lines to a new folder and returns its path. */
export function recording(...lines: readonly Line[]): string {
  const path = join(folder(), "session.jsonl");
  const texts = lines.flat().map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  // A text at the end may be a partial line.
  const end = texts.length === 0 || typeof lines.at(-1) === "string" ? "" : "\n";
  writeFileSync(path, `${texts.join("\n")}${end}`);
  return path;
}
