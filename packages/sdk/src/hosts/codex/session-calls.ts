import { documentIn } from "../../host-tools/document.js";
import type { SessionEntry } from "../../host-tools/session-files.js";
import { isObject } from "../../text/index.js";

/** A call of a tool, as Codex sends it to hooks. */
interface SentCall {
  readonly tool: string;
  readonly input: SessionEntry;
  /** Where a command runs, if that is not the session's folder. */
  readonly folder?: string;
}

/** The names of the shell tool since the first versions. Hooks get `Bash` for all of them. */
const SHELLS = ["exec_command", "shell_command", "shell", "container.exec", "local_shell"];

/**
 * Returns a call from a session file as Codex sends it to hooks, or `undefined` if Codex rejects the call: hooks get only
 * the command of a shell tool, and a patch as `command`.
 */
export function commandIn({ type, name, arguments: given, input, action }: SessionEntry): SentCall | undefined {
  if (type === "local_shell_call") return isObject(action) ? shellCall(action) : undefined;
  if (typeof name !== "string") return undefined;
  if (type === "custom_tool_call") return { tool: name, input: { command: String(input ?? "") } };
  const args = typeof given === "string" ? documentIn(given || "{}") : given;
  if (!isObject(args)) return undefined;
  if (SHELLS.includes(name)) return shellCall(args);
  const patch = name === "apply_patch" ? args.input : undefined;
  return { tool: name, input: typeof patch === "string" ? { command: patch } : args };
}

function shellCall(args: SessionEntry): SentCall | undefined {
  const { cmd, command = cmd, workdir, working_directory: folder = workdir } = args;
  const text = Array.isArray(command) ? command.map(quoted).join(" ") : command;
  if (typeof text !== "string") return undefined;
  return { tool: "Bash", input: { command: text }, ...(typeof folder === "string" && folder !== "" ? { folder } : {}) };
}

function quoted(word: unknown): string {
  const text = String(word);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the text of a result. Older versions write it in a JSON document. */
export function outputIn(output: unknown): string | undefined {
  if (typeof output !== "string") return undefined;
  const older = output.startsWith("{") ? documentIn(output)?.output : undefined;
  return typeof older === "string" ? older : output;
}
