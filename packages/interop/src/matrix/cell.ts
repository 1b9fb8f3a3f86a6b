import { describe, test } from "vitest";
import type { AgentRunner } from "../agents/agent-runner.js";
import { AGENTS } from "../agents/index.js";
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
export function matrixRow(
  table: TableName,
  row: string,
  check: (agent: AgentRunner) => Promise<string | undefined>,
): void {
  describe.concurrent(`${TABLES[table]}: ${row}`, () => {
    for (const agent of AGENTS) {
      const name = `${agent.title} ${agent.version}`;
      test.skipIf(!agent.available)(name, async ({ task }) => {
        task.meta.cell = { table, row, column: name, text: (await check(agent)) ?? "" };
      });
    }
  });
}
