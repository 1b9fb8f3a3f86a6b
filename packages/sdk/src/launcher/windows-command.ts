import { fileURLToPath } from "node:url";
import { DENIED } from "../command-hook/denials.js";
import { denialOf, type LauncherCommand, LauncherCommandError } from "./command.js";
import { labelOf } from "./guard/label.js";

/** The shells in which hosts start hooks on Windows. `bash` is Git Bash. */
export type WindowsShell = "cmd" | "powershell" | "bash";

export interface WindowsLauncherCommand extends Omit<LauncherCommand, "project"> {
  readonly shell: WindowsShell;
  /** The full path of the Node that runs the launcher. */
  readonly node: string;
}

/**
 * Creates the command line for a host's configuration on Windows. It starts the launcher with Node, and prints the
 * host's denial if Node or the launcher is missing, or ends with any code but 0. All paths must have a drive. Throws
 * `LauncherCommandError` for a word that the shell would change.
 *
 * No host has run such a command on Windows yet. Those for `cmd` run under Wine, those for `bash` in bash on Linux.
 *
 * @example
 * windowsLauncherCommand({
 *   ...{ shell: "cmd", node: process.execPath, launcher: windowsLauncherPath(), mode: "block", host: "claude-code" },
 *   ...{ event: "PreToolUse", seconds: 30, command: [process.execPath, "C:\\hooks\\guard.mjs"] },
 * })
 */
export function windowsLauncherCommand(parts: WindowsLauncherCommand): string {
  const { shell, node, launcher, mode, host, event, seconds, command } = parts;
  if (!Number.isSafeInteger(seconds) || seconds < 1) {
    throw new LauncherCommandError(`expected a whole number of seconds, at least 1, got ${seconds}`);
  }
  const { quote, line } = SHELLS[shell];
  const document = denialOf(host, event)?.replaceAll(DENIED, () => DENIED + hint(host, command));
  const words = [...[node, launcher].map(withDrive), mode, host, event, String(seconds), ...command];
  return line(words.map(quote), mode === "continue" ? undefined : document);
}

/** Returns the absolute path of the launcher for Windows in this package. */
export function windowsLauncherPath(): string {
  // The relative path is the same from src/launcher, dist/launcher and dist/chunks.
  return fileURLToPath(new URL("../../launcher/guard.mjs", import.meta.url));
}

interface Shell {
  /** Quotes a word, or throws if the word would change on its way to the program. */
  readonly quote: (word: string) => string;
  readonly line: (words: readonly string[], document: string | undefined) => string;
}

const SHELLS: Readonly<Record<WindowsShell, Shell>> = {
  cmd: {
    // Quotes and percent signs cannot be escaped. A backslash before the closing quote would escape it.
    quote: (word) => `"${allowed(word, /["%]|\\$/)}"`,
    // Quotes keep every other special character of the document. A code below 0 is that of a crash. Without the @,
    // `cmd /c` would remove the first quote and the last one. Not `||`: Wine's cmd then runs both sides.
    line: (words, document) => {
      const ended = document === undefined ? "" : `(if errorlevel 0 if not errorlevel 1 exit /b 0)& echo ${document}& `;
      return `@${words.join(" ")}& ${ended}exit /b 0`;
    },
  },
  powershell: {
    // Windows PowerShell drops empty arguments, and passes quotes on without escaping them.
    quote: (word) => `'${allowed(word, /["\u2018-\u201b]|\\$|^$/).replaceAll("'", "''")}'`,
    // The exit code is not set if the program is missing.
    line: (words, document) => {
      const otherwise = document === undefined ? "" : `'${document}'; `;
      return `& ${words.join(" ")}; if ($LASTEXITCODE -ne 0) { ${otherwise}exit 0 }`;
    },
  },
  bash: {
    // Git Bash turns words with a slash at the beginning into paths of Windows.
    quote: (word) => `'${allowed(withSlashes(word), /\\|^\//).replaceAll("'", "'\\''")}'`,
    line: (words, document) => `${words.join(" ")} || ${document === undefined ? ":" : `printf '%s' '${document}'`}`,
  },
};

function allowed(word: string, changed: RegExp): string {
  if (!changed.test(word) && !/[\p{Cc}\p{Cs}]/u.test(word)) return word;
  throw new LauncherCommandError(
    `${JSON.stringify(word)} has a character that the host's shell would change; rename or move the file, or leave out the argument`,
  );
}

function withDrive(path: string): string {
  if (/^[a-z]:[\\/]/i.test(path)) return path;
  throw new LauncherCommandError(`expected a full path with a drive, such as C:\\hooks\\guard.mjs, got "${path}"`);
}

/** Programs for Windows accept both separators. */
function withSlashes(word: string): string {
  return /^[a-z]:\\/i.test(word) ? word.replaceAll("\\", "/") : word;
}

function hint(host: string, command: readonly string[]): string {
  const label = labelOf(command);
  // Inside of quotes, cmd still replaces variables, and the other shells end at a quote.
  return /["'%\\\p{Cc}\u2018-\u201b]/u.test(label)
    ? ""
    : ` (${label}); to find out why, run: npx agent-hook doctor ${host}`;
}
