import type { ToolCall } from "./calls.js";
import { commandArguments, isCommandList } from "./command-texts.js";
import { type Modify, modify } from "./decisions.js";
import { normalizedKey } from "./tool-arguments.js";

type ToolRequest = Pick<ToolCall, "kind" | "arguments">;

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
 * its own, as Cline does. A program and its words are one text with quotes, and another without if a shell reads it in
 * another way.
 *
 * @example approveTool: (call) => (commandsOf(call).some((command) => command.startsWith("rm ")) ? deny("no rm") : approve())
 */
export function commandsOf(call: ToolRequest): readonly string[] {
  return call.kind === "shell" ? commandArguments(call.arguments).flatMap(({ texts }) => texts) : [];
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
  const { kind, arguments: args } = call;
  const commands = kind === "shell" ? commandArguments(args).map(({ name }) => name) : [];
  const texts = commands.filter((name) => typeof args[name] === "string" || isCommandList(name, args[name]));
  const field = texts.find((name) => COMMAND_NAME.test(normalizedKey(name))) ?? texts[0];
  if (field === undefined) {
    throw new TypeError(`withCommand: expected a shell call with a command as text, got one of kind ${kind}`);
  }
  const changed = { ...args, [field]: isCommandList(field, args[field]) ? [command] : command };
  // Without the others, a description can count.
  const patch = { arguments: withOnly(field, withOnly(field, changed)) };
  return { ...modify(patch), otherwise: `Run this command instead: ${command}` };
}

/** Returns the arguments without all that reach a shell, except one. */
function withOnly(field: string, args: ToolRequest["arguments"]): ToolRequest["arguments"] {
  const dropped = commandArguments(args).flatMap(({ name }) => (name === field ? [] : [name]));
  return Object.fromEntries(Object.entries(args).filter(([name]) => !dropped.includes(name)));
}
