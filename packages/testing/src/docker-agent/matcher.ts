import { RE2JS, RE2JSException } from "re2js";

/**
 * Whether a hook with this `matcher` is asked about a tool: the whole name, in its case; empty and `*` are all tools; a
 * pattern that Go (RE2) cannot compile matches none, silently.
 */
export function matchesTool(matcher: string, tool: string): boolean {
  if (matcher === "" || matcher === "*") return true;
  return compiled(matcher)?.matcher(tool).find() ?? false;
}

/** Whether docker-agent takes a matcher: one that it cannot compile keeps its hooks from every tool. */
export function isMatcher(matcher: string): boolean {
  return matcher === "*" || compiled(matcher) !== undefined;
}

/** As docker-agent compiles it. RE2JS reads patterns as Go does; JavaScript's look around and refer back. */
function compiled(matcher: string): RE2JS | undefined {
  try {
    return RE2JS.compile(`^(?:${matcher})$`);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
