import { OURS } from "../contenders/names.js";
import type { Figures } from "./results.js";
import { ROW_IDS, type RowId, row } from "./rows.js";
import { isMet, timesWorse } from "./verdict.js";

/**
 * What is worse now than it was: a ratio beyond its tolerance, or, for a row that has no ratio to compare, a goal that
 * was met. Never a time: that is the machine's.
 */
export function regressions(committed: Figures, measured: Figures): readonly string[] {
  return ROW_IDS.flatMap((id) => {
    const text = regression(id, committed, measured);
    return text === undefined ? [] : [text];
  });
}

function regression(id: RowId, committed: Figures, measured: Figures): string | undefined {
  const [before, after] = [committed[id], measured[id]];
  if (before === undefined || after === undefined) return undefined;
  const { tolerance } = row(id);
  const label = row(id).label.replaceAll("`", "");
  if (tolerance === undefined) {
    return isMet(id, before) === true && isMet(id, after) === false ? `${id} ${label}: the goal was met` : undefined;
  }
  const [was, is] = [timesWorse(id, before, OURS), timesWorse(id, after, OURS)];
  if (was === undefined || is === undefined || is <= was * (1 + tolerance)) return undefined;
  const limit = (was * (1 + tolerance)).toFixed(2);
  return `${id} ${label}: ${is.toFixed(2)} times the floor's cost, was ${was.toFixed(2)}, at most ${limit}`;
}
