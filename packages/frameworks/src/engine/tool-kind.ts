import type { ToolKind } from "@agent-hook/sdk";

/** The kinds of some tools, by name. For a tool that is missing here, the kind is guessed. */
export type ToolKinds = Readonly<Record<string, ToolKind>>;

/** What a hook should know about the tools of an agent. */
export interface ToolOptions {
  /** The kinds of tools, by name. Default: guessed from the words of the name, and from the names of the arguments. */
  readonly toolKinds?: ToolKinds;
}

const FILE = /^(?:files?|dir|directory|folder|path|notebook)$/;

const WRITES = /^(?:append|copy|create|delete|move|remove|rename|save|write)$/;

/** What a name of a tool says with one of its words. The first row that fits counts. */
const NAMES: readonly (readonly [kind: ToolKind, word: RegExp, object?: RegExp])[] = [
  ["shell", /^(?:bash|cmd|commands?|console|powershell|pwsh|sh|shell|terminal|zsh)$/],
  ["search", /^(?:glob|grep)$/],
  ["search", /^(?:find|search)$/, FILE],
  ["edit", /^(?:edit|editor)$/],
  ["edit", /^(?:patch|replace|update)$/, FILE],
  ["edit", /^apply$/, /^(?:diff|patch)$/],
  ["write", WRITES, FILE],
  ["read", /^(?:cat|list|load|open|read|view)$/, FILE],
  ["fetch", /^(?:browse|curl|download|fetch|http|scrape)$/],
  ["fetch", /^web$/],
];

/** The kinds that names of arguments show. */
export const KINDS_BY_ARGUMENTS = [
  "shell",
  "read",
  "write",
  "edit",
  "fetch",
  "other",
] as const satisfies readonly ToolKind[];

/** Words of the names of tools that run what their arguments have. */
const RUNS = /^(?:eval|exec|execute|execution|executor|interpreter|repl|run|runner|sandbox|spawn|subprocess)$/;
const FILLERS = /^(?:in|it|on|the|this)$/;

/** Names of arguments, in lower case and without `_`. */
const COMMAND = /(?:cmd|command)(?:s|line|text)?$|^(?:bash|shell)(?:code|script)?$/;
/** The same in a tool that runs it, and in one whose name says nothing else. */
const CODE = /^(?:code|program|script|sourcecode)$/;
const INPUT = /^(?:argv|input|line|task|text)$/;
const ARGUMENTS: readonly (readonly [kind: ToolKind, names: RegExp])[] = [
  ["edit", /^(?:diff|newstr|newstring|oldstr|oldstring|patch)$/],
  ["fetch", /^ur[il]s?$/],
];
const PATH = /^(?:dir|directory|file|filename|files|filepath|folder|path|paths)$/;
const CONTENT = /^(?:content|contents|data|filetext|text)$/;

/**
 * Returns the kind of a framework's tool. The author of the agent named the tool and its arguments: they can state its
 * kind. Otherwise the words of its name count (`runShellCommand`), and then the names of the call's arguments (`command`).
 * Only a tool that runs something (`edit_and_run`) is a shell because of an argument, whatever else its name says. A guess
 * is not a security boundary.
 */
export function toolKind(tool: string, args: Readonly<Record<string, unknown>>, kinds: ToolKinds = {}): ToolKind {
  const [kind, ...others] = possibleKinds(tool, kinds);
  if (kind !== undefined && others.length === 0) return kind;
  const words = wordsOf(tool);
  const named = kindByName(words);
  if (named !== undefined) return keysIn(args).some((key) => COMMAND.test(key)) ? "shell" : named;
  return kindByArguments(words, args);
}

/** Returns the kinds that the calls of a tool can have: one, if it does not depend on their arguments. */
export function possibleKinds(tool: string, kinds: ToolKinds): readonly ToolKind[] {
  const stated = Object.hasOwn(kinds, tool) ? kinds[tool] : undefined;
  if (stated !== undefined) return [stated];
  const words = wordsOf(tool);
  const named = kindByName(words);
  if (named === undefined) return KINDS_BY_ARGUMENTS;
  return named !== "shell" && words.some((word) => RUNS.test(word)) ? [named, "shell"] : [named];
}

function wordsOf(tool: string): readonly string[] {
  return tool.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu)?.map((word) => word.toLowerCase()) ?? [];
}

function kindByName(words: readonly string[]): ToolKind | undefined {
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  return NAMES.find(([, word, object]) => has(word) && (object === undefined || has(object)))?.[0];
}

function kindByArguments(words: readonly string[], args: Readonly<Record<string, unknown>>): ToolKind {
  const keys = Object.keys(args).map(plainKey);
  const has = (pattern: RegExp) => keys.some((key) => pattern.test(key));
  const runs = words.some((word) => RUNS.test(word));
  if (has(COMMAND) || (runs && has(CODE))) return "shell";
  const known = ARGUMENTS.find(([, pattern]) => has(pattern));
  if (known !== undefined) return known[0];
  if (has(PATH)) return has(CONTENT) || words.some((word) => WRITES.test(word)) ? "write" : "read";
  if (keysIn(args).some((key) => COMMAND.test(key) || (runs && CODE.test(key)))) return "shell";
  const saysNoMore = words.every((word) => RUNS.test(word) || FILLERS.test(word));
  return runs && saysNoMore && has(INPUT) ? "shell" : "other";
}

/** Returns the names of arguments at any depth. */
function keysIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [plainKey(name), ...keysIn(inner)]);
}

function plainKey(name: string): string {
  return name.replaceAll(/[_-]/g, "").toLowerCase();
}
