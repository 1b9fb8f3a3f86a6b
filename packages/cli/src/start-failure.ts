import { HookError } from "@agent-hook/picoclaw";
import { type CommandError, notRunError } from "./command-error.js";
import { oneLine } from "./terminal/show-value.js";

/**
 * Explains why a hook could not run, with its last lines on stderr. `printed` is what the hook wrote to stdout instead
 * of an answer.
 */
export function startFailure(error: HookError, [program]: readonly string[], printed?: string): CommandError {
  const why = error.cause instanceof HookError ? error.cause : error;
  const sentence = sentenceOf(why, String(program), printed);
  return notRunError(withLastLines(sentence, error.stderr), error);
}

/** Returns a sentence, followed by the last lines that a process wrote to stderr. */
export function withLastLines(sentence: string, stderr: string): string {
  return stderr === "" ? sentence : `${sentence}. Its last lines on stderr:\n${stderr.replaceAll(/^/gm, "  ")}`;
}

/** Returns the lines of an output. */
export function linesIn(text: string): string[] {
  return text.trim() === "" ? [] : text.trimEnd().split("\n");
}

function sentenceOf({ code, what, cause }: HookError, program: string, printed: string | undefined): string {
  switch (code) {
    case "spawn-failed":
      return cause instanceof Error ? spawnFailure(cause.message, program) : `the hook ${what}`;
    case "timeout": {
      const outputText = printed === undefined ? "it printed nothing" : `it printed ${oneLine(printed)}`;
      return `the hook ${what}: ${outputText}`;
    }
    case "exited":
      return `the hook ${what} before it answered hook.hello`;
    default:
      return `the hook ${what}`;
  }
}

/** Explains why Node could not start a program. */
export function spawnFailure(message: string, program: string): string {
  if (message.endsWith("ENOENT")) return `the hook could not be started: there is no program "${program}"`;
  // Windows says UNKNOWN of a file that is not a program, and EINVAL of a script for cmd, which only a shell starts.
  const [, code] = /\b(EACCES|UNKNOWN|EINVAL)$/.exec(message) ?? [];
  if (code !== undefined) return `the hook could not be started: "${program}" is not executable (${code})`;
  return `the hook could not be started: ${message}`;
}
