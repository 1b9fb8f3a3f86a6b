import { describe, test } from "vitest";
import type { Column } from "../columns/column.js";
import { COLUMNS } from "../columns/index.js";
import { TABLES, type TableName } from "./tables.js";

/** One result for a table in the docs. */
export interface Cell {
  readonly table: TableName;
  readonly row: string;
  readonly column: string;
  readonly text: string;
}

declare module "vitest" {
  interface TaskMeta {
    cell?: Cell;
  }
}

/** Defines a row of a table: a test per agent. The docs show what `check` returns; `undefined` means not applicable. */
export function matrixRow(table: TableName, row: string, check: (column: Column) => Promise<string | undefined>): void {
  describe.concurrent(`${TABLES[table]}: ${row}`, () => {
    for (const column of COLUMNS) {
      const name = `${column.title} ${column.version}`;
      test.skipIf(!column.available)(name, async ({ task }) => {
        task.meta.cell = { table, row, column: name, text: (await check(column)) ?? "" };
      });
    }
  });
}
