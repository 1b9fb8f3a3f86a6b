import { RE2JS, RE2JSException } from "re2js";

// Some hosts compile matchers with a linear-time engine, as Go (RE2) and Rust have it.

/**
 * Returns whether a hook with this `matcher` is called for a tool. It matches the whole name, case-sensitively; empty
 * and `*` match all tools; a pattern that does not compile silently matches none.
 */
export function matchesTool(matcher: string, tool: string): boolean {
  if (matcher === "" || matcher === "*") return true;
  return compiled(matcher)?.matcher(tool).find() ?? false;
}

/** Returns whether a matcher compiles. If not, its hooks are never called. */
export function isMatcher(matcher: string): boolean {
  return matcher === "*" || compiled(matcher) !== undefined;
}

/** Compiles a matcher. RE2JS follows Go; JavaScript also has lookaround and backreferences. */
function compiled(matcher: string): RE2JS | undefined {
  try {
    return RE2JS.compile(`^(?:${matcher})$`);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
