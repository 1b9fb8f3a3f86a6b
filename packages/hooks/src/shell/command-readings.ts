import { isAbsolute, join } from "node:path";
import { commandOf, commandsOf, pathsOf, type ToolCall } from "@agent-hook/sdk";

/** What a shell call may run, and where. `folder` is missing if it is not known. */
export interface CommandReading {
  readonly command: string;
  readonly folder: string | undefined;
}

/**
 * Returns everything that a shell call may run. A guard decides by the strictest reading, because agents differ:
 *
 * - a tool runs its texts in one shell, or each in its own, or ignores some of them
 * - it runs the first text as a program, and the others are the words that follow it
 * - it runs them in a folder that the call names, or ignores this argument
 * - Gemini CLI, and Qwen Code's `monitor`, run what follows `bash -c` instead of the whole text (from their programs)
 *
 * `cwd` is where the agent works. Relative folders start there.
 */
export function commandReadings(call: ToolCall, cwd: string | undefined): readonly CommandReading[] {
  const each = commandsOf(call);
  const texts = [commandOf(call), ...each, ...(/^\S+$/.test(each[0] ?? "") ? [each.join(" ")] : [])];
  const commands = new Set(texts.flatMap((text) => [text, ...afterShell(text)]));
  const folders = new Set([cwd, ...pathsOf(call).map((path) => folderAt(path, cwd))]);
  return [...folders].flatMap((folder) => [...commands].map((command) => ({ command, folder })));
}

function folderAt(path: string, cwd: string | undefined): string | undefined {
  if (isAbsolute(path)) return path;
  return cwd === undefined ? undefined : join(cwd, path);
}

const SHELLS = [
  String.raw`(?:\w+=\S*\s+)*(?:\S+\/)?(?:sh|bash|zsh)(?:\s+-[a-z]+)*?\s+-c`,
  String.raw`cmd(?:\.exe)?\s+\/c`,
  String.raw`(?:powershell|pwsh)(?:\.exe)?\s+(?:-NoProfile\s+)?-Command`,
];
const SHELL = new RegExp(String.raw`^\s*(?:${SHELLS.join("|")})\s+`, "i");

/** Returns what follows a shell's name and its option for code: as it is, and without its outer quotes. */
function afterShell(text: string): string[] {
  const [shell] = SHELL.exec(text) ?? [];
  if (shell === undefined) return [];
  const rest = text.slice(shell.length).trim();
  return [rest, rest.replace(/^(["'])(.*)\1$/s, "$2")];
}
