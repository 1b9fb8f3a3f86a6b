import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/protocol";
import { parseTree } from "jsonc-parser";
import { usageError } from "../command-error.js";
import { EXIT_CODES } from "../exit-codes.js";
import type { Invocation } from "../invocation.js";
import { type ConfigFile, readConfigFile } from "./config-file.js";
import { confirm } from "./confirm.js";
import { editJson, plainValue } from "./edit-json.js";
import { EditError } from "./json-text.js";
import { difference, printDifference } from "./print-difference.js";
import { writeConfigFile } from "./write-config-file.js";

/** How a file is changed. */
export interface ChangeOptions {
  readonly yes: boolean;
  /** Prints nothing but the result of the command. */
  readonly quiet: boolean;
  /** For a file that is as wanted. */
  readonly nothingToDo: string;
}

/** What became of the file. */
export interface Changed {
  readonly file: string;
  readonly changed: boolean;
  /** Without comments, trailing commas and a byte order mark. */
  readonly isPlainJson: boolean;
  readonly backup?: string;
}

/** Shows what would change in a config file, asks, and writes it; nothing if the person ends it. Throws `CommandError`. */
export async function changeFile(
  name: string,
  change: (value: JsonObject) => JsonObject,
  invocation: Invocation,
  { yes, quiet, nothingToDo }: ChangeOptions,
): Promise<Changed | undefined> {
  const { terminal } = invocation;
  const file = readConfigFile(name);
  const wanted = change(file.value);
  const tell = (line: string) => quiet || terminal.print(line);
  if (isDeepStrictEqual(wanted, file.value)) {
    tell(nothingToDo);
    return { file: file.path, changed: false, isPlainJson: isPlainJson(file) };
  }
  const text = edited(file, wanted);
  if (!quiet) printDifference(difference(name, file.text, text), terminal);
  if (!yes) {
    if (quiet || !terminal.interactive)
      throw usageError(`nothing was written: to write ${name} without a question, add --yes`);
    const answer = await confirm(`Write this to ${name}?`);
    if (answer !== "yes") {
      if (answer === "cancelled") invocation.exitCode = EXIT_CODES.cancelled;
      terminal.note("nothing was written");
      return undefined;
    }
  }
  const backup = writeConfigFile(file, text);
  tell(backup === undefined ? `wrote ${name}` : `wrote ${name}; the file as it was: ${backup}`);
  return {
    file: file.path,
    changed: true,
    isPlainJson: isPlainJson(file),
    ...(backup === undefined ? {} : { backup }),
  };
}

/** The new text, read back. */
function edited({ name, text }: ConfigFile, wanted: JsonObject): string {
  const after = textOf(name, text, wanted);
  const errors: never[] = [];
  const root = parseTree(after, errors, { allowTrailingComma: true });
  if (errors.length === 0 && root !== undefined && isDeepStrictEqual(plainValue(root), wanted)) return after;
  throw usageError(`${name}: the change cannot be made in this text, nothing was written: put the config in by hand`);
}

function textOf(name: string, text: string, wanted: JsonObject): string {
  if (text.trim() === "") return `${JSON.stringify(wanted, null, 2)}\n`;
  try {
    return editJson(text, wanted);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw usageError(`${name} ${error.message}: keep one of them first`, error);
  }
}

function isPlainJson({ bom, text }: ConfigFile): boolean {
  if (text.trim() === "") return bom === "";
  try {
    JSON.parse(text);
    return bom === "";
  } catch {
    return false;
  }
}
