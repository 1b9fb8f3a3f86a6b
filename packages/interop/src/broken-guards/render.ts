import type { Cell } from "../matrix/cell.js";
import { renderTables } from "../matrix/render.js";
import { BREAKAGES, WORKS } from "./breakages.js";
import { AGENT } from "./contenders.js";

export const DENIED = "denied";
export const DELETED = "**deleted**";

const VERSIONS = `Tested with ${AGENT.title} ${AGENT.version}.`;

/** Renders both tables, with all rows. */
export function renderForPage(cells: readonly Cell[]): string {
  return `${renderTables(cells, "separate")}\n\n${VERSIONS}`;
}

/** Renders the rows that the readme shows, and what Claude Code's own setting changes in all rows. */
export function renderForReadme(cells: readonly Cell[]): string {
  const shown = [WORKS, ...BREAKAGES].filter(({ inReadme }) => inReadme).map(({ title }) => title);
  const table = renderTables(
    cells.filter(({ table, row }) => table === "brokenGuard" && shown.includes(row)),
    "separate",
  );
  return `${table}\n\n${VERSIONS} ${onFailureNote(cells.filter((cell) => cell.table === "brokenGuardOnFailure"))}`;
}

function onFailureNote(cells: readonly Cell[]): string {
  const faults = cells.filter(({ row }) => BREAKAGES.some(({ title }) => title === row));
  const counts = [...new Set(faults.map(({ column }) => column))].map((column) => {
    const denied = faults.filter((cell) => cell.column === column && cell.text === DENIED);
    return `${column} (${denied.length})`;
  });
  return `With Claude Code's own \`"onFailure": "block"\`, they deny after this many of ${BREAKAGES.length} tested faults: ${counts.join(", ")}. [Details](docs/failure.md#the-same-guard-with-other-libraries)`;
}
