import { readFileSync } from "node:fs";
import { type Cells, COLUMNS, type Column } from "../../packages/endurance/src/matrix/cells.js";
import { GUARD, INPUT, type Policy, RESULT } from "../../packages/endurance/src/matrix/table.js";
import { SOAK_FILE, type Soak } from "../../packages/endurance/src/soak.js";
import { stressTests } from "../../packages/endurance/src/stress-tests.js";
import { table } from "./table.js";

const columns = Object.keys(COLUMNS) as Column[];

/** Returns the generated parts of the page, in order. */
export function reliability(): string[] {
  const matrices = [GUARD, RESULT, INPUT].flatMap((rows) =>
    (["block", "continue"] as const).map((policy) => matrix(rows, policy)),
  );
  return [...matrices, runsTable(), measuredTable()];
}

function runsTable(): string {
  const often = (count: number, unit: string) => `${count.toLocaleString("en")} ${unit}`;
  return table(
    ["what holds", "in `npm run test:stress`", "in `npm run test:soak`"],
    stressTests.map(({ name, unit, short, long }) => [name, often(short, unit), often(long, unit)]),
  );
}

type Rows = readonly ({ readonly fault: string } & Readonly<Record<Policy, Cells<string>>>)[];

/** Returns a table without the columns that have no result. */
function matrix(rows: Rows, policy: Policy): string {
  const shown = columns.filter((column) => rows.some((row) => row[policy][column] !== "-"));
  return table(
    [`\`${policy}\``, ...shown.map((column) => COLUMNS[column] ?? column)],
    rows.map((row) => [row.fault, ...shown.map((column) => row[policy][column] ?? "-")]),
  );
}

function measuredTable(): string {
  const { machine, seed, results } = JSON.parse(readFileSync(SOAK_FILE, "utf8")) as Soak;
  const rows = results.map(({ name, tried, minutes, measured }) => [name, tried, `${minutes} min`, measured]);
  return `${machine}, seed ${seed}:\n\n${table(["statement", "tried", "took", "what was measured"], rows)}`;
}
