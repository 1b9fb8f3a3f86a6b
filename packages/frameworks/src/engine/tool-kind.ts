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

/** Names of arguments, in lower case and without `_`. */
const ARGUMENTS: readonly (readonly [kind: ToolKind, names: RegExp])[] = [
  ["shell", /^(?:cmd|commands?|commandline|shellcommand)$/],
  ["edit", /^(?:diff|newstr|newstring|oldstr|oldstring|patch)$/],
  ["fetch", /^ur[il]s?$/],
];
const PATH = /^(?:dir|directory|file|filename|files|filepath|folder|path|paths)$/;
const CONTENT = /^(?:content|contents|data|filetext|text)$/;

/**
 * Returns the kind of a framework's tool. The author of the agent named the tool and its arguments: they can state its
 * kind. Otherwise the words of its name count (`runShellCommand`), and then the names of the call's arguments (`command`).
 * A guess is not a security boundary.
 */
export function toolKind(tool: string, args: Readonly<Record<string, unknown>>, kinds: ToolKinds = {}): ToolKind {
  const stable = stableKind(tool, kinds);
  if (stable !== undefined) return stable;
  const keys = Object.keys(args).map((name) => name.replaceAll(/[_-]/g, "").toLowerCase());
  return kindByArguments(wordsOf(tool), keys);
}

/** Returns the kind that all calls of a tool have, or `undefined` if it depends on the arguments of the call. */
export function stableKind(tool: string, kinds: ToolKinds): ToolKind | undefined {
  return Object.hasOwn(kinds, tool) ? kinds[tool] : kindByName(wordsOf(tool));
}

function wordsOf(tool: string): readonly string[] {
  return tool.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu)?.map((word) => word.toLowerCase()) ?? [];
}

function kindByName(words: readonly string[]): ToolKind | undefined {
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  return NAMES.find(([, word, object]) => has(word) && (object === undefined || has(object)))?.[0];
}

function kindByArguments(words: readonly string[], keys: readonly string[]): ToolKind {
  const has = (pattern: RegExp) => keys.some((key) => pattern.test(key));
  const known = ARGUMENTS.find(([, pattern]) => has(pattern));
  if (known !== undefined) return known[0];
  if (!has(PATH)) return "other";
  return has(CONTENT) || words.some((word) => WRITES.test(word)) ? "write" : "read";
}
