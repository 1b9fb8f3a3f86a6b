import { OURS, PEERS, TITLES } from "../contenders/names.js";
import type { Results } from "./results.js";
import { ROW_IDS, row } from "./rows.js";
import { comparison, figure, goalInWords, isMet, outcome } from "./verdict.js";

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The figures of the hooks that an agent keeps running, and the goals for ours. */
export function persistentTable({ figures }: Pick<Results, "figures">): Table {
  return {
    head: ["", TITLES.bare, TITLES[OURS], "ratio", "goal", "", ...PEERS.map((name) => TITLES[name])],
    rows: ROW_IDS.flatMap((id) => {
      const values = figures[id];
      if (values === undefined) return [];
      const cell = (value: number | undefined) => (value === undefined ? "" : figure(value));
      return [
        [
          `${row(id).label}, ${row(id).unit}`,
          ...[cell(values.bare), cell(values[OURS]), comparison(id, values)],
          ...[goalInWords(id), outcome(isMet(id, values))],
          ...PEERS.map((name) => cell(values[name])),
        ],
      ];
    }),
  };
}

/** Formats a table for a terminal. */
export function inTerminal({ head, rows }: Table): string {
  const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll(/[`*]/g, "")));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const padded = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return lines.map((cells) => cells.map(padded).join("  ").trimEnd()).join("\n");
}
