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

/** Options for changing a file. */
interface ChangeOptions {
  readonly yes: boolean;
  /** Prints only the result of the command. */
  readonly quiet: boolean;
  /** The message for a file that needs no change. */
  readonly noChangeMessage: string;
  /** Given if the change removes a hook: it leaves no copies of the hook's entry. */
  readonly removal?: Removal;
}

/** The result of changing a file. */
interface FileChange {
  readonly file: string;
  readonly changed: boolean;
  readonly backup?: string;
  /** The file, if nothing was left in it, and copies of it. */
  readonly deleted?: readonly string[];
}

/**
 * Shows a change of a file, asks the user and writes the file. Returns `undefined` if the user declines. Throws
 * `CommandError`.
 */
export async function changeFile(
  file: ConfigFile,
  newValue: JsonObject,
  language: Language,
  invocation: Invocation,
  { yes, quiet, noChangeMessage, removal }: ChangeOptions,
): Promise<FileChange | undefined> {
  const { terminal } = invocation;
  const { name } = file;
  const print = (line: string) => quiet || terminal.print(line);
  if (isDeepStrictEqual(newValue, file.value) && language.isOutdated?.(file.text) !== true) {
    print(noChangeMessage);
    return { file: file.path, changed: false };
  }
  const text = editedText(file, newValue, language);
  if (!quiet) printDifference(difference(file, text), terminal);
  if (!yes) {
    if (quiet || !terminal.interactive)
      throw usageError(`nothing was written: to write ${name} without asking, add --yes`);
    const answer = await confirm(`Write this to ${escapeLine(name)}?`);
    if (answer !== "yes") {
      if (answer === "cancelled") invocation.exitCode = EXIT_CODES.cancelled;
      terminal.note("nothing was written");
      return undefined;
    }
  }
  const backup = writeConfigFile(file, text);
  if (removal !== undefined) {
    const deleted = removeTraces(file, language, removal).filter((path) => path !== backup);
    if (!deleted.includes(file.path)) print(`wrote ${name}`);
    for (const path of deleted) print(`deleted ${path}`);
    return { file: file.path, changed: true, ...(deleted.length === 0 ? {} : { deleted }) };
  }
  print(backup === undefined ? `wrote ${name}` : `wrote ${name}; backup: ${backup}`);
  return { file: file.path, changed: true, ...(backup === undefined ? {} : { backup }) };
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
