import { RE2JS, RE2JSException } from "re2js";

/**
 * Whether a hook with this `matcher` is called for a tool. It matches the whole name, case-sensitively; empty and `*`
 * match all tools; a pattern that Go (RE2) cannot compile silently matches none.
 */
export function matchesTool(matcher: string, tool: string): boolean {
  if (matcher === "" || matcher === "*") return true;
  return compiled(matcher)?.matcher(tool).find() ?? false;
}

/** Whether docker-agent can compile a matcher. If not, its hooks are never called. */
export function isMatcher(matcher: string): boolean {
  return matcher === "*" || compiled(matcher) !== undefined;
}

/** Compiles a matcher as docker-agent does. RE2JS follows Go; JavaScript also has lookaround and backreferences. */
function compiled(matcher: string): RE2JS | undefined {
  try {
    return RE2JS.compile(`^(?:${matcher})$`);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
