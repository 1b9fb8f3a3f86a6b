/** What Go's regular expressions do not have and JavaScript's do: looking around, back references, other escapes. */
const NOT_IN_GO = /^(\(\?<?[=!]|\\[^\W_AabBdDEfnpPrsStvwWxz0])$/;
/** An octal number, an escape, a class, the beginning of a group, else one character. */
const TOKEN = /\\[1-7][0-7]+|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\(\?<?[=!]|[\s\S]/g;

/** Whether every name of a tool matches: in Go it is the whole name that has to. */
export function matchesAll(matcher: string): boolean {
  return /^(\*?|\^?\(?\.[*+]\)?\$?)$/.test(matcher);
}

/** Whether docker-agent, in Go (RE2), can compile a matcher; "unknown" where Go has what JavaScript has not. */
export function compilesInGo(matcher: string): "yes" | "no" | "unknown" {
  if (matcher === "*") return "yes";
  if (matcher.includes("\\Q")) return "unknown";
  if (matcher.match(TOKEN)?.some((token) => NOT_IN_GO.test(token))) return "no";
  try {
    new RegExp(`^(?:${matcher})$`);
    return "yes";
  } catch {
    return matcher.includes("(?") ? "unknown" : "no";
  }
}
