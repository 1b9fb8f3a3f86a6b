/** The arguments in which Cline's tools accept what the model writes. A list or a text may replace the whole object. */
const LISTS: Readonly<Record<string, string>> = {
  run_commands: "commands",
  read_files: "files",
  search_codebase: "queries",
};

const SHELL = "run_commands";

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments of a call as an object, in a form that the tool accepts. `run_commands` also accepts programs
 * with their arguments, which no shell parses: each becomes the text of a command that does the same.
 */
export function argumentsOf(tool: string, input: unknown): Arguments {
  if (tool === SHELL && isProgram(input)) return { commands: [commandText(input)] };
  const args = isObject(input) ? input : { [LISTS[tool] ?? "input"]: input };
  if (tool !== SHELL || !hasProgram(args.commands)) return args;
  return { ...args, commands: [args.commands].flat().map(commandText) };
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

interface Program {
  readonly command: string;
  readonly args: readonly unknown[];
}

function isProgram(value: unknown): value is Program {
  return isObject(value) && typeof value.command === "string" && Array.isArray(value.args);
}

function hasProgram(commands: unknown): boolean {
  return [commands].flat().some((command) => isObject(command));
}

/** A program without arguments is run as it is, too. */
function commandText(command: unknown): unknown {
  if (!isObject(command) || typeof command.command !== "string") return command;
  const args: readonly unknown[] = Array.isArray(command.args) ? command.args : [];
  return [command.command, ...args.map(String)].map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function isObject(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
