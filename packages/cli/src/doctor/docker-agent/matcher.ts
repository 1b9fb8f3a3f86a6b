/** Whether every name of a tool matches: in Go it is the whole name that has to. */
export function matchesAll(matcher: string): boolean {
  return /^(\*?|\^?\(?\.[*+]\)?\$?)$/.test(matcher);
}
