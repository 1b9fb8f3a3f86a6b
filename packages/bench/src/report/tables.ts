import { OURS, PEERS, TITLES } from "../contenders/names.js";
import type { Results, Values } from "./results.js";
import { ROW_IDS, type RowId, row } from "./rows.js";
import { peersAhead } from "./verdict.js";
import { comparison, figure, goalInWords, outcome, peerCell } from "./words.js";

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Our figures and the floor's, with the goals. */
export function floorTable({ figures }: Results): Table {
  return ourTable(figures, isLettered);
}

/** The rows without peers, or with other peers than the main rows. */
export function restTable({ figures }: Results): Table {
  return ourTable(figures, (id) => !isLettered(id));
}

function ourTable(figures: Results["figures"], shown: (id: RowId) => boolean): Table {
  return {
    head: ["", "measure", "against", TITLES[OURS], "ratio", "goal", ""],
    rows: measured(figures, shown).map(([id, values]) => [...title(id), ...ourCells(id, values)]),
  };
}

/** The other figure, our figure, how they compare, the goal, and whether it is met. */
function ourCells(id: RowId, values: Values): string[] {
  const { against: other = "bare" } = row(id);
  const cell = (value: number | undefined) => (value === undefined ? "" : figure(value));
  return [cell(values[other]), cell(values[OURS]), comparison(id, values), goalInWords(id), bold(outcome(id, values))];
}

/** Our figures and the peers'. Each peer's figure is followed by how many times worse it is than ours. */
export function peersTable({ figures }: Results): Table {
  const rows = measured(figures, isLettered).filter(([, values]) => PEERS.some((name) => values[name] !== undefined));
  return {
    head: ["", "measure", TITLES[OURS], ...PEERS.map((name) => TITLES[name]), ""],
    rows: rows.map(([id, values]) => [
      ...title(id),
      values[OURS] === undefined ? "" : figure(values[OURS]),
      ...PEERS.map((name) => peerCell(id, values, name)),
      bold(ranking(id, values)),
    ]),
  };
}

/** How our figure ranks among the peers. */
export function ranking(id: RowId, values: Values): string {
  const behind = peersAhead(id, values);
  if (behind === undefined) return "";
  return behind.length === 0 ? "ahead" : `BEHIND ${behind.join(", ")}`;
}

function measured(figures: Results["figures"], shown: (id: RowId) => boolean): [RowId, Values][] {
  return ROW_IDS.filter(shown).flatMap((id) => (figures[id] === undefined ? [] : [[id, figures[id]]]));
}

function title(id: RowId): string[] {
  const { label, unit } = row(id);
  return [id.split(".")[0] ?? "", `${label}, ${unit}`];
}

/** Rows that have goals against the floor and peers have a letter; the others have a name. */
function isLettered(id: RowId): boolean {
  return /^[a-z](?:\.|$)/.test(id);
}

/** Turns a word in capitals, as printed on a terminal, into bold. */
function bold(text: string): string {
  return text.replace(/^[A-Z]{2,}/, (word) => `**${word.toLowerCase()}**`);
}
