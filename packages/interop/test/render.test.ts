import { expect, test } from "vitest";
import { renderTables } from "../src/matrix/render.js";
import { TABLES, type TableName } from "../src/matrix/tables.js";

test("cells are rendered as the page's tables, in the page's order", () => {
  const cell = (table: TableName, row: string, column: string, text: string) => ({ table, row, column, text });
  const cells = [
    cell("guard", "throws", "Codex 1", "not run"),
    cell("guard", "throws", "PicoClaw 2", "not run"),
    cell("guard", "no launcher", "Codex 1", "ran"),
    cell("oneFile", "denies", "Codex 1", "not run"),
  ];
  expect(renderTables(cells)).toBe(`| ${TABLES.oneFile} | Codex 1 |
|---|---|
| denies | not run |

| ${TABLES.guard} | Codex 1 | PicoClaw 2 |
|---|---|---|
| throws | not run | not run |
| no launcher | ran |  |`);
});

test("rows with the same results are one row", () => {
  const cell = (row: string, text: string) => ({ table: "guard" as const, row, column: "Codex 1", text });
  const cells = [cell("throws", "not run"), cell("prints", "ran"), cell("hangs", "not run")];
  expect(renderTables(cells)).toBe(`| ${TABLES.guard} | Codex 1 |
|---|---|
| throws<br>hangs | not run |
| prints | ran |`);
});
