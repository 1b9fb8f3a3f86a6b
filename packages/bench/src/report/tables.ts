import { OURS, PEERS, TITLES } from "../contenders/names.js";
import type { Results, Values } from "./results.js";
import { ROW_IDS, type RowId, row } from "./rows.js";
import { peersAhead } from "./verdict.js";
import { comparison, figure, goalInWords, outcome, peerCell } from "./words.js";

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Our figures, the floor's and the goals, for the rows with a letter. */
export function floorTable({ figures }: Results): Table {
  return ourTable(figures, isLettered);
}

/** The same for the other rows. */
export function restTable({ figures }: Results): Table {
  return ourTable(figures, (id) => !isLettered(id) && !row(id).isOfGuards);
}

function ourTable(figures: Results["figures"], shown: (id: RowId) => boolean): Table {
  return {
    head: ["", "measure", "against", TITLES[OURS], "ratio", "goal", ""],
    rows: measured(figures, shown).map(([id, values]) => [...title(id), ...ourCells(id, values)]),
  };
}

/** The floor's figure, our figure, how they compare, the goal, and whether it is met. */
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

/** Returns whether a row's id begins with a single letter, as `a.p50` does. The other ids begin with a name. */
function isLettered(id: RowId): boolean {
  return /^[a-z](?:\.|$)/.test(id);
}

/** Turns a first word in capitals, as the terminal shows it, into bold lower case. */
function bold(text: string): string {
  return text.replace(/^[A-Z]{2,}/, (word) => `**${word.toLowerCase()}**`);
}
