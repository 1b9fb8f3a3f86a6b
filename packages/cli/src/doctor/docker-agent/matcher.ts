/** Returns whether a matcher covers every tool name. docker-agent (Go) matches the whole name. */
export function matchesAll(matcher: string): boolean {
  return /^(\*?|\^?\(?\.[*+]\)?\$?)$/.test(matcher);
}
