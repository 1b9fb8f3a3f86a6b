import type { ToolCall } from "./calls.js";

type ToolRequest = Pick<ToolCall, "kind" | "arguments">;

/** Arguments of shell tools that define where, when or how a command runs, and the reminder of PicoClaw's `cron`. */
const AROUND_A_COMMAND = new Set([
  ...[
    "cwd",
    "workdir",
    "workingdir",
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
]);
/** Arguments that name files or folders, as hosts and models call them. Not `new_source`: a notebook's code. */
const PATH =
  /^(?!newsource$)(?:abs(?:olute)?|base|dest(?:ination)?|dir|file|folder|from|new|notebook|old|output|root|source|src|target|to)?(?:path|paths|file|files|filename|dir|directory|folder|destination|source|target|cwd|workdir)$/;

/** Matches at the start of any line: Codex also accepts a patch after the first line of a heredoc (observed). */
const PATCH = /^[\s\x85]*\*\*\* Begin Patch/m;
/**
 * The lines of a Codex or Copilot CLI patch that name files. Any Unicode whitespace may precede them. Only a newline
 * ends a line: a path can contain characters that end a line elsewhere (observed).
 */
const PATCHED = /^[\s\x85]*\*\*\* (?:(?:Add|Update|Delete) File|Move to):([^\n]+)$/gm;
const AROUND_A_PATH = /^\p{White_Space}+|\p{White_Space}+$/gu;

/**
 * Returns every text of a shell call that reaches a shell, one per line, or `""` for a call of another kind. PicoClaw's
 * `exec` also sends `data` and `keys` to a running session, and docker-agent accepts `cmd` and `command` in upper and
 * lower case.
 *
 * This helps to write policies but is not a security boundary: a tool with an unknown name can also run a shell (its
 * kind is `other` or `mcp`), and a shell has many ways to write one command.
 *
 * @example approveTool: (call) => (/\brm\b/.test(commandOf(call)) ? deny("no rm") : approve())
 */
export function commandOf(call: ToolRequest): string {
  if (call.kind !== "shell") return "";
  const told = Object.entries(call.arguments).filter(([key]) => !AROUND_A_COMMAND.has(folded(key)));
  return told.flatMap(([, value]) => commandTexts(value)).join("\n");
}

/**
 * Returns the files and folders in the arguments of a call, including those in a patch, as the model wrote them.
 * Relative paths are relative to the folder where the host runs the tool. Returns an empty list for kind `fetch`. Does
 * not parse commands.
 *
 * This helps to write policies but is not a security boundary: a tool can access files that its arguments do not name.
 *
 * @example approveTool: (call) => (pathsOf(call).some((path) => path.includes(".ssh")) ? deny("no keys") : approve())
 */
export function pathsOf(call: ToolRequest): readonly string[] {
  return call.kind === "fetch" ? [] : pathsIn(call.arguments, call.kind === "shell");
}

/** Unifies `filePath`, `file_path` and `FILE_PATH`. Upper case first: docker-agent accepts U+017F (long s) as s. */
function folded(key: string): string {
  return key.replaceAll("_", "").toUpperCase().toLowerCase();
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

function pathsIn(value: unknown, inShell: boolean): string[] {
  if (typeof value === "string" && !inShell && PATCH.test(value)) {
    return [...value.matchAll(PATCHED)].map(([, path = ""]) => path.replaceAll(AROUND_A_PATH, ""));
  }
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, inShell));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    PATH.test(folded(key)) ? namedPaths(inner) : pathsIn(inner, inShell),
  );
}

/** docker-agent accepts a list as an array, a string, JSON text or an object with one key (from the source code). */
function namedPaths(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namedPaths);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(namedPaths);
  if (typeof value !== "string") return [];
  return value.trimStart().startsWith("[") ? [value, ...listIn(value)] : [value];
}

function listIn(text: string): string[] {
  try {
    return namedPaths(JSON.parse(text));
  } catch {
    return [];
  }
}
