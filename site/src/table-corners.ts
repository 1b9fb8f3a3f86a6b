interface Token {
  readonly type: string;
  readonly content: string;
  tag: string;
}

/** Makes empty table headers, such as the corner of a table, ordinary cells: a screen reader announces headers. */
export function replaceEmptyHeaders(tokens: Token[]): void {
  for (const [index, token] of tokens.entries()) {
    const close = tokens[index + 2];
    if (token.type !== "th_open" || tokens[index + 1]?.content !== "" || close === undefined) continue;
    token.tag = "td";
    close.tag = "td";
  }
}
