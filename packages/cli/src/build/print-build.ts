import { statSync } from "node:fs";
import type { Terminal } from "../terminal/terminal.js";

/** A note about a built hook, with what to do about it. */
export interface Note {
  readonly text: string;
  /** A source location, such as `src/hook.ts:3`. */
  readonly where?: string;
}

/** The result of a build. */
export interface BuildResult {
  readonly bundle: string;
  /** Absent if no snapshot was made. */
  readonly snapshot?: string;
  readonly node: { readonly path: string; readonly version: string };
  /** The command that a host runs. */
  readonly command: readonly string[];
  readonly notes: readonly Note[];
}

export function printBuild({ bundle, snapshot, node, command, notes }: BuildResult, terminal: Terminal): void {
  terminal.print(`${bundle}  ${size(bundle)}, needs no other files`);
  if (snapshot !== undefined) terminal.print(`${snapshot}  ${size(snapshot)}, only for Node ${node.version}`);
  terminal.print(`start it with: ${command.map(shellWord).join(" ")}`);
  for (const note of notes) terminal.note(`${terminal.noteStyle("yellow", "note:")} ${noteText(note)}`);
}

function size(file: string): string {
  const { size: bytes } = statSync(file);
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function noteText({ text, where }: Note): string {
  return where === undefined ? text : `${where}: ${text}`;
}
