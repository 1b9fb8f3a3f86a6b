import { withPatchMarks } from "../../command-hook/patch-marks.js";
import { quotedWord } from "../../hook/command-texts.js";
import { isObject } from "../../text/index.js";

/** The arguments in which Cline's tools accept what the model writes. A list or a text may replace the whole object. */
const LISTS: Readonly<Record<string, string>> = {
  run_commands: "commands",
  read_files: "files",
  search_codebase: "queries",
};

const SHELL = "run_commands";
const PATCH = "apply_patch";

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments of a call as an object, in a form that the tool accepts. `run_commands` also accepts programs
 * with their arguments, which no shell parses: each becomes the text of a command that does the same. A patch gets the
 * first and last line that Cline adds if both are missing.
 */
export function argumentsOf(tool: string, input: unknown): Arguments {
  const args = isObject(input) ? input : { [LISTS[tool] ?? "input"]: input };
  if (tool === SHELL) return withTexts(args);
  return tool === PATCH ? withPatchMarks(args) : args;
}

/** Of a program and `commands` in one object, Cline runs `commands` if it can read them. A guard gets both. */
function withTexts(args: Arguments): Arguments {
  if (!isProgram(args)) return hasObject(args.commands) ? { ...args, commands: textsOf(args.commands) } : args;
  const { command, args: words, commands = [], ...others } = args;
  return { ...others, commands: [...textsOf(commands), textOfCommand({ command, args: words })] };
}

/** Returns the parameters that a payload has in addition to the input: each as a text. */
export function parametersOf(input: Arguments): Readonly<Record<string, string>> {
  const entries = Object.entries(input);
  return Object.fromEntries(entries.map(([name, value]) => [name, textOf(value)]));
}

/** Returns what the model reads of a result. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** What Cline runs without a shell. If `args` is missing or has other values than texts, it runs `command` in a shell. */
interface Program extends Arguments {
  readonly command: string;
  readonly args: readonly string[];
}

function isProgram(value: unknown): value is Program {
  if (!isObject(value) || typeof value.command !== "string" || !Array.isArray(value.args)) return false;
  return value.args.every((word) => typeof word === "string");
}

function hasObject(commands: unknown): boolean {
  return [commands].flat().some((command) => isObject(command));
}

function textsOf(commands: unknown): unknown[] {
  return [commands].flat().map(textOfCommand);
}

function textOfCommand(command: unknown): unknown {
  if (isProgram(command)) return [command.command, ...command.args].map(quotedWord).join(" ");
  return isObject(command) && command.args === undefined ? (command.command ?? command) : command;
}
