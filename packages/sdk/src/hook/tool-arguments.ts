import type { ToolCall } from "./calls.js";

type ToolRequest = Pick<ToolCall, "kind" | "arguments">;

/** The last words of names of arguments with a file or a folder. */
const PATH_ENDS = [
  ...["path", "paths", "file", "files", "filename", "dir", "directory", "folder"],
  ...["destination", "source", "target", "cwd", "workdir"],
];
/**
 * Names that hosts and models use for arguments with a file or a folder. Not `new_source`, which is a notebook's code.
 */
const PATH_KEY = new RegExp(
  `^(?!newsource$)(?:abs(?:olute)?|base|dest(?:ination)?|dir|directory|file|folder|from|image|input|local|new|notebook|old|output|root|source|script|src|target|to|work|working)?(?:${PATH_ENDS.join("|")})$`,
);

/** Names of arguments with addresses. */
const URL_KEY = /(?:ur[li]|href|link|endpoint|webhook)s?$/;
const WEB_ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/gi;
/** What follows an address in a sentence. */
const PUNCTUATION = /[.,;:!?)\]}]/;

/**
 * Matches at the start of any line: Codex also accepts a patch after the first line of a heredoc (observed). The blanks before
 * it do not include the ends of lines: with them, a text of empty lines would take long.
 */
const PATCH_START = /^(?:(?![\n\r\u2028\u2029])[\s\x85])*\*\*\* Begin Patch/m;
/**
 * The lines of a Codex or Copilot CLI patch that name files. Any Unicode whitespace may precede them. Only a newline
 * ends a line: a path can contain characters that end a line elsewhere (observed).
 */
const PATCH_FILE_LINES =
  /^(?:(?![\n\r\u2028\u2029])[\s\x85])*\*\*\* (?:(?:Add|Update|Delete) File|Move to):([^\n]+)$/gm;
const WHITE_SPACE = /\p{White_Space}/u;

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

/**
 * Returns the addresses in the arguments of a call, as the model wrote them, including `example.com` without
 * `https://`. For a call of kind `fetch`, also returns the `http://` and `https://` addresses in other texts, such as a
 * prompt. Does not parse commands.
 *
 * This helps to write policies but is not a security boundary: a page can redirect, and a shell can fetch, too.
 *
 * @example
 * approveTool: (call) =>
 *   urlsOf(call).some((url) => !url.startsWith("https://docs.example/")) ? deny("only docs.example") : approve(),
 */
export function urlsOf(call: ToolRequest): readonly string[] {
  const named = textsNamed(URL_KEY, call.arguments);
  return [...new Set(call.kind === "fetch" ? [...named, ...webUrlsIn(call.arguments)] : named)];
}

/** Unifies `filePath`, `file_path` and `FILE_PATH`. `toUpperCase` first: docker-agent accepts U+017F (long s) as s. */
export function normalizedKey(key: string): string {
  return key.replaceAll("_", "").toUpperCase().toLowerCase();
}

function pathsIn(value: unknown, inShell: boolean): string[] {
  if (typeof value === "string" && !inShell && PATCH_START.test(value)) {
    return [...value.matchAll(PATCH_FILE_LINES)].map(([, path = ""]) => withoutEnd(withoutStart(path), WHITE_SPACE));
  }
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, inShell));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    isPathKey(normalizedKey(key)) ? textsIn(inner) : pathsIn(inner, inShell),
  );
}

/** Most names have another end: then a one-shot process need not compile the expression. */
function isPathKey(key: string): boolean {
  return PATH_ENDS.some((end) => key.endsWith(end)) && PATH_KEY.test(key);
}

/** docker-agent accepts a list as an array, a string, JSON text or an object with one key (from the source code). */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  if (typeof value !== "string") return [];
  return value.trimStart().startsWith("[") ? [value, ...textsInJsonList(value)] : [value];
}

/** Returns the texts of all arguments whose name matches, at any depth. */
function textsNamed(name: RegExp, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsNamed(name, item));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    name.test(normalizedKey(key)) ? textsIn(inner) : textsNamed(name, inner),
  );
}

function webUrlsIn(value: unknown): string[] {
  if (typeof value === "string") return (value.match(WEB_ADDRESS) ?? []).map((url) => withoutEnd(url, PUNCTUATION));
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(webUrlsIn) : [];
}

function textsInJsonList(text: string): string[] {
  try {
    return textsIn(JSON.parse(text));
  } catch {
    return [];
  }
}

function withoutStart(text: string): string {
  const start = text.search(/\P{White_Space}/u);
  return start < 0 ? "" : text.slice(start);
}

/** Removes characters from the end. An expression with `+$` takes long for a text that has many of them elsewhere. */
function withoutEnd(text: string, char: RegExp): string {
  let end = text.length;
  while (end > 0 && char.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
