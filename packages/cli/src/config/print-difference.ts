import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import type { Terminal } from "../terminal/terminal.js";

const COLOURS: Readonly<Record<string, "green" | "red" | "cyan">> = { "+": "green", "-": "red", "@": "cyan" };

/** Returns the change to a file as `diff -u` prints it. */
export function difference(name: string, before: string, after: string): string {
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(name, name, before, after, undefined, undefined, options).replaceAll("\r", "").trimEnd();
}

export function printDifference(text: string, terminal: Terminal): void {
  for (const line of text.split("\n")) {
    const colour = COLOURS[line[0] ?? ""];
    terminal.print(colour === undefined ? line : terminal.style(colour, line));
  }
}
