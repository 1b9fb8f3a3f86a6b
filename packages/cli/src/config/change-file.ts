import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { usageError } from "../command-error.js";
import { EXIT_CODES } from "../exit-codes.js";
import type { Invocation } from "../invocation.js";
import { escapeLine } from "../terminal/escape.js";
import type { Terminal } from "../terminal/terminal.js";
import { type ConfigFile, editedText } from "./config-file.js";
import { confirm } from "./confirm.js";
import type { Language } from "./language.js";
import { type Removal, removeTraces } from "./remove-traces.js";
import { writeConfigFile } from "./write-config-file.js";

/** Decides whether a file gets a new text. Throws `CommandError` if nobody can be asked. */
export type Approve = (file: ConfigFile, text: string) => Promise<boolean>;

/** The result of changing a file. */
export interface FileChange {
  readonly file: string;
  readonly changed: boolean;
  readonly backup?: string;
  /** The file, if nothing was left in it, and copies of it. */
  readonly deleted?: readonly string[];
}

/**
 * Changes the value of a file. With `removal`, also deletes the copies that have the removed entry. Returns `undefined` if
 * the user declines. Throws `CommandError`.
 */
export async function changeFile(
  file: ConfigFile,
  newValue: JsonObject,
  language: Language,
  approve: Approve,
  removal?: Removal,
): Promise<FileChange | undefined> {
  const { path } = file;
  const isUnchanged = isDeepStrictEqual(newValue, file.value) && language.isOutdated?.(file.text) !== true;
  if (isUnchanged) return { file: path, changed: false };
  const text = editedText(file, newValue, language);
  if (!(await approve(file, text))) return undefined;
  const backup = writeConfigFile(file, text);
  if (removal === undefined) return { file: path, changed: true, ...(backup === undefined ? {} : { backup }) };
  const deleted = removeTraces(file, language, removal).filter((copy) => copy !== backup);
  return { file: path, changed: true, ...(deleted.length === 0 ? {} : { deleted }) };
}

/** The options of every command that changes files. */
export interface ChangeFlags {
  readonly yes?: true;
  readonly json?: true;
}

/** Shows the difference and asks the user. `--yes` agrees to every change. With `--json`, only the result is printed. */
export function approval(invocation: Invocation, { yes, json }: ChangeFlags): Approve {
  const { terminal } = invocation;
  return async (file, text) => {
    if (!json) printDifference(difference(file, text), terminal);
    if (yes) return true;
    if (json || !terminal.interactive) {
      throw usageError(`nothing was written: to write ${file.name} without asking, add --yes`);
    }
    const answer = await confirm(`Write this to ${escapeLine(file.name)}?`);
    if (answer === "cancelled") invocation.exitCode ||= EXIT_CODES.cancelled;
    if (answer !== "yes") terminal.note("nothing was written");
    return answer === "yes";
  };
}

/** Describes the result of changing a file. `name`: as the user gave it. */
export function changeLines(
  { file, changed, backup, deleted = [] }: FileChange,
  name: string,
  noChangeMessage: string,
): string[] {
  if (!changed) return [noChangeMessage];
  const written = deleted.includes(file) ? [] : [`wrote ${name}${backup === undefined ? "" : `; backup: ${backup}`}`];
  return [...written, ...deleted.map((path) => `deleted ${path}`)];
}

const COLOURS: Readonly<Record<string, "green" | "red" | "cyan">> = { "+": "green", "-": "red", "@": "cyan" };

/** Returns the change to a file as `diff -u` prints it. */
function difference({ name, before, text }: ConfigFile, after: string): string {
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  // The text of a new file can begin with a comment that is not on the disk yet.
  const [oldName, oldText] = before === undefined ? ["/dev/null", ""] : [name, text];
  return createTwoFilesPatch(oldName, name, oldText, after, undefined, undefined, options)
    .replaceAll("\r", "")
    .trimEnd();
}

/** Longer lines are cut at a terminal, in characters. A program gets the whole line. */
const MAX_LINE_LENGTH = 200;

function printDifference(text: string, terminal: Terminal): void {
  const lines = text.split("\n");
  const isCut = (line: string) => terminal.interactive && line.length > MAX_LINE_LENGTH;
  for (const line of lines.map((line) => (isCut(line) ? `${line.slice(0, MAX_LINE_LENGTH)}...` : line))) {
    const colour = COLOURS[line[0] ?? ""];
    terminal.print(colour === undefined ? line : terminal.style(colour, line));
  }
}
