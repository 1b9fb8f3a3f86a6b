import { parsed } from "../wire/message.js";

/** Describes text that is not one JSON value. */
export function inWords(text: string): string {
  if (text.trim() === "") return "nothing";
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > 1 && lines.every((line) => parsed(line) !== undefined)) return `${lines.length} lines of JSON`;
  return /^[\s\uFEFF]*\{/.test(text) ? "invalid JSON, possibly cut off" : "text that is not JSON";
}
