const MOST_LINES = 30;
const SHOWN_LINES = 12;

/**
 * Shortens what TypeDoc wrote where TypeScript expanded a schema: the code in its block, and the same type a second
 * time as text.
 */
export function withoutLongTypes(page: string): string {
  let isCode = false;
  return page
    .split(/(^```.*\n)/m)
    .flatMap((part) => {
      if (part.startsWith("```")) {
        isCode = !isCode;
        return [part];
      }
      return [isCode ? shortCode(part) : part.split("\n\n").map(shortText).join("\n\n")];
    })
    .join("");
}

function shortCode(code: string): string {
  const lines = code.split("\n");
  return lines.length > MOST_LINES ? `${lines.slice(0, SHOWN_LINES).join("\n")}\n// ...\n` : code;
}

function shortText(paragraph: string): string {
  const isTable = paragraph.trimStart().startsWith("|");
  return paragraph.split("\n").length > MOST_LINES && !isTable ? "The type in the code above." : paragraph;
}
