import type { Terminal } from "./terminal.js";

/** Prints rows of the same length in columns. From the column `numbersFrom` on, texts are aligned to the right. */
export function printColumns(
  terminal: Pick<Terminal, "print">,
  rows: readonly (readonly string[])[],
  numbersFrom = Number.POSITIVE_INFINITY,
): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column < numbersFrom ? cell.padEnd(width) : cell.padStart(width);
    });
    terminal.print(cells.join("  ").trimEnd());
  }
}
