const SHOWN = 20;

/** The end of what a command said, below a sentence. */
export function lastLines(output: string): string {
  const lines = output.trimEnd().split("\n").slice(-SHOWN);
  return lines.map((line) => `\n  ${line}`.trimEnd()).join("");
}
