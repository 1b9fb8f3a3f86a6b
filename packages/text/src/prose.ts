/** Replaces text by spaces, so that every position stays. */
function blank(text: string): string {
  return text.replaceAll(/\S/g, " ");
}

/** What a text quotes: code, and the words of a host, a program or a user. */
const QUOTED = /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g;
const CODE_BLOCK = /^[ \t]*```.*\n[\s\S]*?^[ \t]*```$/gm;
const LINK_TARGET = /\]\([^)\n]*\)|<!--.*?-->|https?:\/\/\S+/g;
/** A line of a comment, or one behind code. Parsing every file would take as long as the rest of lint. */
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*)|\s\/\/\s/;

/** Returns the prose of a Markdown page, with its positions. */
export function markdownProse(page: string): string {
  return [CODE_BLOCK, LINK_TARGET, QUOTED].reduce((text, pattern) => text.replaceAll(pattern, blank), page);
}

/** Returns the comments of a TypeScript file, with their lines. */
export function commentsOf(code: string): string {
  const lines = code.split("\n").map((line) => {
    const comment = COMMENT_LINE.exec(line);
    return comment === null ? "" : line.slice(comment.index).replaceAll(QUOTED, blank);
  });
  return lines.join("\n");
}
