import type { ToolKind } from "../hook/calls.js";
import type { ToolFilter } from "../hook/tool-filter.js";

/** How the kind of a host's tool follows from its name. */
interface ToolNames {
  /** The tools that this version of the SDK knows. */
  readonly kinds: ReadonlyMap<string, ToolKind>;
  /** The start of the names of tools of MCP servers. Any tool with such a name is one. */
  readonly mcpPrefix?: string;
  /** Set if a tool of an MCP server can also have a name without the prefix. */
  readonly mcpAnyName?: true;
}

/** How a host compares the matcher of an entry with the name of a tool. Each part was observed. */
export interface MatcherRules {
  /** The events at which the host compares them. */
  readonly events: readonly string[];
  /** The syntax of its regular expressions, if it is not JavaScript's. Neither has lookahead. */
  readonly syntax?: "go" | "rust";
  /** Set if an expression must match the whole name. Otherwise, it can match any part. */
  readonly isWhole?: true;
  /** Set if spaces around a matcher do not count. */
  readonly isTrimmed?: true;
  /** Those of the empty matcher and `*` that select no tool instead of all. */
  readonly noWildcards?: readonly ("" | "*")[];
  /** Set if an expression that does not compile selects all tools instead of none. */
  readonly invalidSelectsAll?: true;
  /** A matcher of only these characters is a list of names, which `separator` separates. */
  readonly list?: { readonly characters: RegExp; readonly separator: RegExp };
}

/** What an entry of a host's config can select. */
export interface ToolMatchers extends ToolNames, MatcherRules {}

/**
 * Returns the matcher that makes a host start a hook for the calls that a filter selects: a regular expression for the
 * whole name, which also works if the host looks for a match anywhere in the name. Returns `undefined` if no matcher
 * can express the filter: then the host must start the hook for every call, and the hook ignores the others itself. A
 * matcher may select more calls than the filter, but never fewer.
 *
 * For a guard, the matcher excludes the known tools of other kinds, where the syntax allows it. A tool that a later
 * version of the host adds then reaches the guard even if the config was not written again.
 */
export function toolMatcher(filter: ToolFilter, tools: ToolMatchers, isGuard: boolean): string | undefined {
  const { kinds = [], names = [] } = filter;
  if (names.some((name) => !/^[\x21-\x7e]+$/.test(name))) return undefined;
  // The name then does not show whether a tool is from an MCP server.
  if (kinds.includes("mcp") && (tools.mcpPrefix === undefined || tools.mcpAnyName)) return undefined;
  const hasLookahead = tools.syntax === undefined;
  if (kinds.includes("other") && !hasLookahead) return undefined;
  const isOpen = kinds.includes("other") || (isGuard && kinds.length > 0);
  return isOpen && hasLookahead ? excluding(filter, tools) : including(filter, tools);
}

function including({ kinds = [], names = [] }: ToolFilter, { kinds: known, mcpPrefix }: ToolNames): string | undefined {
  const patterns = [
    ...[...known].flatMap(([name, kind]) => (kinds.includes(kind) ? [escaped(name)] : [])),
    ...(kinds.includes("mcp") && mcpPrefix !== undefined ? [`${escaped(mcpPrefix)}.*`] : []),
    ...names.map(escaped),
  ];
  return patterns.length === 0 ? undefined : `^(?:${[...new Set(patterns)].join("|")})$`;
}

function excluding({ kinds = [], names = [] }: ToolFilter, { kinds: known, mcpPrefix }: ToolNames): string | undefined {
  const excludesMcp = mcpPrefix !== undefined && !kinds.includes("mcp");
  const patterns = [
    ...[...known].flatMap(([name, kind]) => (kinds.includes(kind) || names.includes(name) ? [] : [escaped(name)])),
    ...(excludesMcp ? [`${escaped(mcpPrefix)}.*`] : []),
  ];
  if (patterns.length === 0) return undefined;
  const others = `(?!(?:${patterns.join("|")})$).*`;
  const kept = excludesMcp ? names.filter((name) => name.startsWith(mcpPrefix)).map(escaped) : [];
  return `^(?:${[...kept, others].join("|")})$`;
}

/** These escapes mean the same in JavaScript, Go and Rust. */
function escaped(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
