const SHOWN = 20;

/** The last lines of a command's output, indented for a message. */
export function lastLines(output: string): string {
  const lines = output.trimEnd().split("\n").slice(-SHOWN);
  return lines.map((line) => `\n  ${line}`.trimEnd()).join("");
}
