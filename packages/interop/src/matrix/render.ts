import type { Cell } from "./cell.js";
import { TABLES } from "./tables.js";

/**
 * Renders the cells as Markdown, with rows and columns in the order in which they first appear. Rows with the same
 * results are one row, unless `sameResults` is `"separate"`.
 */
export function renderTables(cells: readonly Cell[], sameResults: "merged" | "separate" = "merged"): string {
  const tables = Object.entries(TABLES).map(([name, title]) => {
    const tableCells = cells.filter(({ table }) => table === name);
    const columns = valuesOf(tableCells, "column");
    const rows = valuesOf(tableCells, "row").map((row): readonly [string, ...string[]] => [
      row,
      ...columns.map((column) => textAt(tableCells, row, column)),
    ]);
    return rows.length === 0 ? [] : [renderTable([title, ...columns], sameResults === "merged" ? merged(rows) : rows)];
  });
  return tables.flat().join("\n\n");
}

function merged(rows: readonly (readonly [name: string, ...results: string[]])[]): string[][] {
  const results = new Map<string, string[]>();
  for (const [name, ...texts] of rows) {
    const key = JSON.stringify(texts);
    results.set(key, [...(results.get(key) ?? []), name]);
  }
  return [...results].map(([key, names]) => [names.join("<br>"), ...JSON.parse(key)]);
}

function textAt(cells: readonly Cell[], row: string, column: string): string {
  return cells.find((cell) => cell.row === row && cell.column === column)?.text ?? "";
}

function valuesOf(cells: readonly Cell[], key: "row" | "column"): string[] {
  return [...new Set(cells.map((cell) => cell[key]))];
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
