import { isDeepStrictEqual } from "node:util";
import type { Results } from "./results.js";
import { ROW_IDS } from "./rows.js";

/** It changes with each commit, also in the other rows. */
const OWN = "@agent-hook/sdk";

/**
 * Returns the committed results with the rows of these measures from another run. Throws if that run had another machine
 * or other versions: the page states them once, for all rows.
 */
export function withMeasures(committed: Results, run: Results, measures: readonly string[]): Results {
  const same = ({ machine, versions }: Results) => ({ machine, versions: { ...versions, [OWN]: "" } });
  if (!isDeepStrictEqual(same(committed), same(run))) {
    throw new Error("expected the machine and versions of the committed figures: run --write without measures");
  }
  const kept = ROW_IDS.filter((id) => !measures.includes(id.split(".")[0] ?? ""));
  const figures = { ...pick(committed.figures, kept), ...run.figures };
  return { ...committed, figures, ...(run.guards && { guards: run.guards }) };
}

function pick(figures: Results["figures"], ids: typeof ROW_IDS): Results["figures"] {
  return Object.fromEntries(ids.flatMap((id) => (figures[id] === undefined ? [] : [[id, figures[id]]])));
}
