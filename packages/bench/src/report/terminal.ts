import { GUARDS, OURS, PEERS, TITLES } from "../contenders/names.js";
import type { Figures, Values } from "./results.js";
import { ROW_IDS, type RowId, row } from "./rows.js";
import { ranking } from "./tables.js";
import { isMet, peersAhead } from "./verdict.js";
import { comparison, figure, goalInWords, outcome, peerCell } from "./words.js";

/** The heading above all lines. A peer's line has its ratio to our figure, not to the floor. */
export const HEADING = `${"".padEnd(84)}${"bare loop".padStart(10)}${"agent-hook".padStart(11)}${"ratio".padStart(9)}  goal`;

/** Formats figures for a terminal: a line for each row, followed by a line for its peers. */
export function linesOf(figures: Figures): readonly string[] {
  return measured(figures).flatMap(([id, values]) => {
    const { label, unit, against: other = "bare" } = row(id);
    const cell = (value: number | undefined, width: number) =>
      (value === undefined ? "" : figure(value)).padStart(width);
    const name = `${id}  ${label}, ${unit}`.replaceAll("`", "");
    const compared = `${cell(values[other], 10)}${cell(values[OURS], 11)}${comparison(id, values).padStart(9)}`;
    const line = `${name.padEnd(84)}${compared}  ${goalInWords(id)} ${outcome(id, values)}`.trimEnd();
    const peers = peersOf(id, values);
    return peers === "" ? [line] : [line, `    ${peers}`];
  });
}

function peersOf(id: RowId, values: Values): string {
  const others = [...PEERS, ...GUARDS].filter((name) => values[name] !== undefined);
  const cells = others.map((name) => `${TITLES[name].replaceAll("`", "")} ${peerCell(id, values, name)}`);
  return [...cells, ranking(id, values)].filter((text) => text !== "").join(", ");
}

export function summary(figures: Figures): string {
  const rows = measured(figures);
  const goals = rows.map(([id, values]) => isMet(id, values)).filter((met) => met !== undefined);
  const races = rows.map(([id, values]) => peersAhead(id, values)).filter((behind) => behind !== undefined);
  const met = goals.filter(Boolean).length;
  const won = races.filter(({ length }) => length === 0).length;
  return `${met} of ${goals.length} goals met, ahead of every peer in ${won} of ${races.length} rows.`;
}

function measured(figures: Figures): [RowId, Values][] {
  return ROW_IDS.flatMap((id) => (figures[id] === undefined ? [] : [[id, figures[id]]]));
}
