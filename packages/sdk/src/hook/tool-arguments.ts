import type { ToolCall } from "./calls.js";

type Asked = Pick<ToolCall, "kind" | "arguments">;

/** Arguments of shells that say where, when and how a command runs, not what. PicoClaw's `cron` has a reminder too. */
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
/** Arguments that name files or folders, under the names that hosts and models give them. `new_source` is a notebook's code. */
const PATH =
  /^(?!newsource$)(?:abs(?:olute)?|base|dest(?:ination)?|dir|file|folder|from|new|notebook|old|output|root|source|src|target|to)?(?:path|paths|file|files|filename|dir|directory|folder|destination|source|target|cwd|workdir)$/;

/** Codex takes a patch behind the line that begins a heredoc, too (run). */
const PATCH = /^[\s\x85]*\*\*\* Begin Patch/m;
/**
 * The lines of a patch, as Codex and Copilot CLI take it, that name files. Any space of Unicode may stand before them, and
 * a newline alone ends one: a path can hold what is the end of a line elsewhere (run).
 */
const PATCHED = /^[\s\x85]*\*\*\* (?:(?:Add|Update|Delete) File|Move to):([^\n]+)$/gm;
const AROUND_A_PATH = /^\p{White_Space}+|\p{White_Space}+$/gu;

/**
 * Every text of a shell call that reaches a shell, one a line: PicoClaw's `exec` also carries `data` and `keys` for a
 * session that runs, and docker-agent takes `cmd` and `command` in any case of letters. `""` for a call of another kind.
 *
 * A help for policies, no boundary: a tool of an unknown name can run a shell too (its kind is `other` or `mcp`), and a
 * shell has many ways to write one command.
 *
 * @example approveTool: (call) => (/\brm\b/.test(commandOf(call)) ? reject("no rm") : approve())
 */
export function commandOf(call: Asked): string {
  if (call.kind !== "shell") return "";
  const told = Object.entries(call.arguments).filter(([key]) => !AROUND_A_COMMAND.has(folded(key)));
  return told.flatMap(([, value]) => commandTexts(value)).join("\n");
}

/**
 * The files and folders that a call names in its arguments, a patch included, as the model wrote them: relative ones are
 * relative to wherever the host runs the tool. Empty for a call of the kind `fetch`. A command's own words are not looked at.
 *
 * A help for policies, no boundary: a tool can reach files that its arguments do not name.
 *
 * @example approveTool: (call) => (pathsOf(call).some((path) => path.includes(".ssh")) ? reject("no keys") : approve())
 */
export function pathsOf(call: Asked): readonly string[] {
  return call.kind === "fetch" ? [] : pathsIn(call.arguments, call.kind === "shell");
}

/** `filePath`, `file_path` and `FILE_PATH` alike. docker-agent takes even a long s for an s, which has one capital. */
function folded(key: string): string {
  return key.replaceAll("_", "").toUpperCase().toLowerCase();
}

/** A list of words is one command. */
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

/** docker-agent takes a list as a list, as a text, as JSON text and as an object of one key (read). */
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
