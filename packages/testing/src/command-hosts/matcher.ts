import type { Simulation } from "@agent-hook/sdk/internal/simulations";
import { RE2JS, RE2JSException } from "re2js";

/** How a host reads a matcher. */
type MatcherRules = Pick<
  NonNullable<Simulation["matchers"]>,
  "syntax" | "isWhole" | "isTrimmed" | "noWildcards" | "invalidSelectsAll" | "list"
>;

/**
 * Returns whether a host starts a hook with this `matcher` for a tool. Names are case-sensitive, and a pattern that
 * does not compile silently matches no tool, or with `invalidSelectsAll` every tool.
 */
export function matchesTool(text: string, tool: string, rules: MatcherRules): boolean {
  const { syntax, isWhole, isTrimmed, noWildcards = [], invalidSelectsAll = false, list } = rules;
  const matcher = isTrimmed ? text.trim() : text;
  if (matcher === "" || matcher === "*") return !noWildcards.includes(matcher);
  if (list?.characters.test(matcher)) return matcher.split(list.separator).some((name) => name.trim() === tool);
  const pattern = isWhole ? `^(?:${matcher})$` : matcher;
  const matches = syntax === undefined ? javaScript(pattern)?.test(tool) : compiled(pattern)?.matcher(tool).find();
  return matches ?? invalidSelectsAll;
}

/** Returns whether a matcher compiles in a linear-time engine, such as those of Go (RE2) and Rust. */
export function isMatcher(matcher: string): boolean {
  return matcher === "*" || compiled(`^(?:${matcher})$`) !== undefined;
}

/** Compiles a pattern. RE2JS follows Go; JavaScript also has lookaround and backreferences. */
function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

function javaScript(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}
