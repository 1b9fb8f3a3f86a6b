/**
 * Whether a hook with this `matcher` is asked about a tool: the whole name, in its case; empty and `*` are all tools; a
 * pattern that cannot be compiled matches none, silently. Patterns are tried as JavaScript's, which Go's resemble.
 */
export function matchesTool(matcher: string, tool: string): boolean {
  if (matcher === "" || matcher === "*") return true;
  try {
    return new RegExp(`^(?:${matcher})$`).test(tool);
  } catch {
    return false;
  }
}
