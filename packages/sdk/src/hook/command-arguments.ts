import type { ToolCall } from "./calls.js";
import { type Modify, modify } from "./decisions.js";
import { normalizedKey } from "./tool-arguments.js";

type ToolRequest = Pick<ToolCall, "kind" | "arguments">;

/** Arguments of shell tools that define where, when or how a command runs, and the reminder of PicoClaw's `cron`. */
const NOT_COMMANDS = new Set([
  ...[
    "cwd",
    "workdir",
    "workingdir",
    "workingdirectory",
    "dirpath",
    "shellid",
    "mode",
    "timeout",
    "timeoutms",
    "background",
    "pty",
    "recall",
  ],
  ...["action", "sessionid", "jobid", "name", "description", "message", "cronexpr"],
  // Droid's explanations for the user.
  ...["summary", "risklevel", "risklevelreason"],
  // Cursor's, from public reports.
  ...["explanation", "requiredpermissions"],
]);
/** The usual names of the argument with the command. A tool that has such an argument runs this command. */
const COMMAND_NAME = /^(?:command|cmd)$/;

/**
 * Returns every text of a shell call that reaches a shell, one per line, or `""` for a call of another kind. PicoClaw's
 * `exec` also sends `data` and `keys` to a running session, and docker-agent accepts `cmd` and `command` in upper and
 * lower case.
 *
 * This helps to write policies but is not a security boundary: a tool with an unknown name can also run a shell (its
 * kind is `other` or `mcp`), and the same command can be written in many ways.
 *
 * @example approveTool: (call) => (/\brm\b/.test(commandOf(call)) ? deny("no rm") : approve())
 */
export function commandOf(call: ToolRequest): string {
  return commandsOf(call).join("\n");
}

/**
 * Returns the texts that `commandOf` joins, or an empty list for a call of another kind than `shell`. A policy that parses
 * commands must look at each of them: a tool can ignore one, which may begin with `cat <<EOF`, or run each in a shell of
 * its own, as Cline does.
 *
 * @example approveTool: (call) => (commandsOf(call).some((command) => command.startsWith("rm ")) ? deny("no rm") : approve())
 */
export function commandsOf(call: ToolRequest): readonly string[] {
  return call.kind === "shell" ? commandArguments(call).flatMap(([, texts]) => texts) : [];
}

/**
 * Returns a `modify` that makes a shell call run this command instead. It changes the argument that the host's tool
 * reads the command from, and removes all other arguments that reach a shell, so that `commandOf` of the changed call
 * is exactly this command. The remaining arguments are unchanged.
 *
 * If the host does not let a hook change arguments, as Qwen Code does not, the call is denied, and the model reads
 * which command to run instead. Therefore, keep secrets out of the command.
 *
 * Throws a `TypeError` if the call is not of kind `shell`, or if no argument has the command as a string.
 *
 * @example
 * beforeTool: (call) => {
 *   const command = commandOf(call);
 *   if (command.startsWith("rm ")) return withCommand(call, command.replace("rm ", "trash "));
 * },
 */
export function withCommand(call: ToolRequest, command: string): Modify<"beforeTool"> {
  const commands = call.kind === "shell" ? commandArguments(call) : [];
  const textCommands = commands.filter(
    ([name]) => typeof call.arguments[name] === "string" || isCommandList(name, call.arguments[name]),
  );
  const [field] = textCommands.find(([name]) => COMMAND_NAME.test(normalizedKey(name))) ?? textCommands[0] ?? [];
  if (field === undefined) {
    throw new TypeError(`withCommand: expected a shell call with a command as text, got one of kind ${call.kind}`);
  }
  const otherCommands = commands.filter(([name]) => name !== field).map(([name]) => name);
  const kept = Object.entries(call.arguments).filter(([name]) => !otherCommands.includes(name));
  const changed = isCommandList(field, call.arguments[field]) ? [command] : command;
  const args = Object.fromEntries(kept.map(([name, value]) => [name, name === field ? changed : value]));
  return { ...modify({ arguments: args }), otherwise: `Run this command instead: ${command}` };
}

/** Returns the arguments of a shell call that reach a shell, with their texts. */
function commandArguments(call: ToolRequest): (readonly [name: string, texts: readonly string[]])[] {
  return Object.entries(call.arguments).flatMap(([name, value]) => {
    if (NOT_COMMANDS.has(normalizedKey(name))) return [];
    const texts = isCommandList(name, value) ? value.flatMap(commandTexts) : commandTexts(value);
    return texts.length === 0 ? [] : [[name, texts] as const];
  });
}

/** Cline runs several commands in one call. Any other list of strings is one command and its arguments. */
function isCommandList(name: string, value: unknown): value is readonly unknown[] {
  return normalizedKey(name) === "commands" && Array.isArray(value);
}

/** Returns the texts of a command. A list of strings is one command. */
function commandTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) {
    const texts = value.flatMap(commandTexts);
    return value.every((item) => typeof item === "string") ? [texts.join(" ")] : texts;
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(commandTexts) : [];
}
