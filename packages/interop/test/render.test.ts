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
