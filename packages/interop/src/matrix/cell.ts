import { describe, inject, test } from "vitest";
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
  interface ProvidedContext {
    /** `test:agents` runs the essential tests, `test:agents:all` runs all. */
    tier: "essential" | "all";
  }
}

/** A column of a row: a test. `undefined` is an empty cell. */
interface Column {
  readonly title: string;
  /** Whether the program that the test runs is installed. */
  readonly available: boolean;
  check(): Promise<string | undefined>;
}

/** Defines a row of a table: a test per column. The docs show what `check` returns. */
export function tableRow(table: TableName, row: string, columns: readonly Column[]): void {
  describe.concurrent(`${TABLES[table]}: ${row}`, () => {
    for (const { title, available, check } of columns) {
      test.skipIf(!available)(title, async ({ task }) => {
        task.meta.cell = { table, row, column: title, text: (await check()) ?? "" };
      });
    }
  });
}

type Check = (agent: AgentRunner) => Promise<string | undefined>;

/** Defines a row with a column per agent. */
export function agentRow(table: TableName, row: string, check: Check): void {
  const columns = AGENTS.map((agent) => ({
    title: `${agent.title} ${agent.version}`,
    available: agent.available,
    check: () => check(agent),
  }));
  tableRow(table, row, columns);
}

/** Defines a row that is not essential. */
export function matrixRow(table: TableName, row: string, check: Check): void {
  if (inject("tier") === "all") agentRow(table, row, check);
}
